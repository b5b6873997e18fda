"""Everything Stratal raises on purpose, as one tree.

::

    StratalError
    ├── BadInput                 the caller's mistake: change the call
    │   ├── InvalidValue         one value is outside what is allowed
    │   │   └── PathEscapes      a path would leave the folder that it is read in
    │   ├── InvalidPolicy        the policy file, with the line
    │   ├── ScopeNotGranted      the scope is not among the session's
    │   ├── NoUserTurn           a prompt needs something the user said
    │   ├── BudgetTooSmall       what may never be left out does not fit
    │   ├── UnreadableFile       a file is damaged, or not what it is said to be
    │   ├── CommandRefused       a model's command cannot be done; the text is for the model
    │   └── HandleUnusable       closed, or carried into a forked process
    ├── NotFound                 no such thing for this principal
    │   └── Expired              it was there, and was kept as long as the policy says
    ├── Conflict                 somebody else was first: read again, retry
    │   ├── StaleRevision        the revision that was expected is not current
    │   ├── IdTaken              the id is in use for different content
    │   └── PathConflict         another file stands at the path, above or below it
    └── BackendError             the machinery
        ├── Busy                 waited for the lock in vain; nothing stored
        ├── DatabaseUnusable     cannot be opened, read, written or trusted
        ├── SchemaMismatch       made by another version of Stratal
        ├── KeyUnusable          the file with the key of receipts is missing or damaged
        ├── MissingExtra         an optional package is not installed
        ├── ModelUnavailable     an embedder or language model does not answer
        ├── UnusableReply        a language model answered, and it cannot be read
        └── SpendLimitReached    what language models may cost today is used up

An entrypoint chooses its exit code or status from the class, never from the text. The text says
what is wrong and how to mend it; the facts are attributes. Values are shown shortened, so that
neither a secret nor ten megabytes end in a log.
"""

from __future__ import annotations

import reprlib

_SHOWN = 80
_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = _SHOWN


def shown(value: object) -> str:
    """A short form of `value` for a message: one line, at most 80 characters."""
    try:
        # Not plain `repr`: a value may be nested without end, or ten megabytes long.
        text = repr(value[: _SHOWN + 1]) if isinstance(value, str) else _SHORT.repr(value)
    except ValueError:  # Python writes no number of thousands of digits
        text = f"a {type(value).__name__}"
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


class StratalError(Exception):
    """The root: catch it to catch everything that Stratal raises on purpose."""


class BadInput(StratalError):
    """The call itself is wrong; repeating it unchanged fails again."""


class InvalidValue(BadInput):
    """One value is outside what is allowed. `field` names it, `mend` says what would do."""

    def __init__(self, field: str, value: object, mend: str) -> None:
        self.field = field
        self.value = value
        self.mend = mend
        super().__init__(f"{field} is {shown(value)}: {mend}")


class PathEscapes(InvalidValue):
    """A path would leave the folder that it is read in, in whatever spelling."""


class InvalidPolicy(BadInput):
    """A policy that cannot be in force. `line` is that of the file, None for a built value."""

    def __init__(self, problem: str, *, path: str | None = None, line: int | None = None) -> None:
        self.problem = problem
        self.path = path
        self.line = line
        where = f"{path or 'policy'}, line {line}: " if line is not None else ""
        super().__init__(f"{where}{problem}")


class ScopeNotGranted(BadInput):
    """The scope is not among those that the host granted to this session."""

    def __init__(self, scope: str, granted: tuple[str, ...]) -> None:
        self.scope = scope
        self.granted = granted
        super().__init__(
            f"scope {shown(scope)} is not granted to this session; granted: {', '.join(granted)}"
        )


class NoUserTurn(BadInput):
    """A prompt was asked for, but no user message is there to stand at its end."""

    def __init__(self, conversation: str) -> None:
        self.conversation = conversation
        super().__init__(
            f"conversation {shown(conversation)} has no user message to answer: append one first"
        )


class BudgetTooSmall(BadInput):
    """What may never be left out needs more tokens than the budget has."""

    def __init__(self, *, needed: int, budget: int) -> None:
        self.needed = needed
        self.budget = budget
        super().__init__(
            f"the untouchable part needs {needed} tokens and the budget is {budget}: "
            f"raise the budget to {needed} at least, or shorten the system text"
        )


class UnreadableFile(BadInput):
    """A file is damaged, or is not what it is said to be; others may well be read."""


class CommandRefused(BadInput):
    """A command of a model over files cannot be done. The text is for the model to read."""


class HandleUnusable(BadInput):
    """The handle was closed, or opened before a fork and used in the child."""


class NotFound(StratalError):
    """No such thing for this principal. What belongs to others looks just the same."""

    def __init__(self, kind: str, id: str) -> None:
        self.kind = kind
        self.id = id
        super().__init__(f"no {kind} {shown(id)}")


class Expired(NotFound):
    """It was there, and a sweep removed it: it was kept as long as the policy says."""

    def __init__(self, kind: str, id: str) -> None:
        super().__init__(kind, id)
        self.args = (f"{kind} {shown(id)} was removed by retention: what it held is gone",)


class Conflict(StratalError):
    """Somebody else was first. Read again, then decide."""


class StaleRevision(Conflict):
    """The revision that the caller expected is not the current one."""

    def __init__(self, kind: str, id: str, *, expected: int | str, current: int | str) -> None:
        self.kind = kind
        self.id = id
        self.expected = expected
        self.current = current
        wanted = shown(expected) if isinstance(expected, str) else expected
        super().__init__(
            f"{kind} {shown(id)} is at revision {current}, not {wanted}: read it again"
        )


class IdTaken(Conflict):
    """The id is in use for different content; the stored one is unchanged."""

    def __init__(self, kind: str, id: str) -> None:
        self.kind = kind
        self.id = id
        super().__init__(f"{kind} id {shown(id)} is taken by different content: use another id")


class PathConflict(Conflict):
    """Another file stands at the path, or one of the two would have to be a folder."""

    def __init__(self, path: str, *, other: str, file: str) -> None:
        self.path = path
        self.other = other
        """The path of the file that is in the way."""
        self.file = file
        """Its id."""
        super().__init__(f"{shown(path)} cannot be: the file {shown(other)} is in its way")


class BackendError(StratalError):
    """The machinery failed; the call may be right."""


class Busy(BackendError):
    """Another process holds the database; after the waiting time nothing was stored."""

    def __init__(self, waited: float) -> None:
        self.waited = waited
        super().__init__(f"the database is busy, not stored (waited {waited:g} s): try again")


class DatabaseUnusable(BackendError):
    """The database cannot be opened, read, written or trusted. `mend` says what to do."""

    def __init__(self, database: str, problem: str, mend: str) -> None:
        self.database = database
        self.problem = problem
        self.mend = mend
        super().__init__(f"{database}: {problem}: {mend}")


class SchemaMismatch(BackendError):
    """The database was made by another version of Stratal."""

    def __init__(self, database: str, *, found: int, supported: int) -> None:
        self.database = database
        self.found = found
        self.supported = supported
        mend = (
            "upgrade Stratal to open it"
            if found > supported
            else "run `stratal migrate` as the owner of the schema"
        )
        super().__init__(f"{database}: schema {found}, this Stratal has {supported}: {mend}")


class KeyUnusable(BackendError):
    """The file with the key of receipts is missing, or is no key."""

    def __init__(self, path: str, problem: str, mend: str) -> None:
        self.path = path
        self.problem = problem
        self.mend = mend
        super().__init__(f"receipt key {path} {problem}: {mend}")


class MissingExtra(BackendError):
    """A feature needs a package that is not installed."""

    def __init__(self, feature: str, extra: str) -> None:
        self.feature = feature
        self.extra = extra
        super().__init__(f"{feature} needs an extra: pip install 'stratal[{extra}]'")


class ModelUnavailable(BackendError):
    """An embedder or a language model does not answer."""

    def __init__(self, model: str, problem: str) -> None:
        self.model = model
        self.problem = problem
        super().__init__(f"{model}: {problem}")


class UnusableReply(BackendError):
    """A language model answered, again and again, with what cannot be read. `text` is the last."""

    def __init__(self, model: str, problem: str, *, text: str, tokens: int) -> None:
        self.model = model
        self.problem = problem
        self.text = text
        self.tokens = tokens
        super().__init__(f"{model} gave no usable reply: {problem}")


class SpendLimitReached(BackendError):
    """A language model was not asked: what it may cost in a day is used up. It is a hard stop."""

    def __init__(self, whose: str, *, limit: int, spent: int, unit: str) -> None:
        self.whose = whose
        self.limit = limit
        self.spent = spent
        self.unit = unit
        super().__init__(
            f"{whose}: {spent:,} of {limit:,} {unit} are spent or set apart today: "
            "raise the limit in the policy, or wait until tomorrow (UTC)"
        )
