"""Editing the copy that a model sees: a line with a handle for old tool results and thinking.

The log is never touched: a handle leads back to the original, page by page. In what is still at
work nothing of the assistant's is changed: blocks of thinking are signed, and a provider refuses
them altered. Only what tools answered may be shortened there, since nobody signs it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from stratal.context import turns
from stratal.context.plain_text import result_text
from stratal.context.window import truncate
from stratal.core.canonical import Json, canonical
from stratal.core.checks import whole
from stratal.core.compaction import handle
from stratal.core.messages import Message, Role
from stratal.errors import InvalidValue, NotFound
from stratal.text.counting import estimate_tokens
from stratal.text.message_tokens import message_tokens

_LINE = 2_000
"""Characters of a line; what is longer is counted as several."""
_THINKING = frozenset({"thinking", "redacted_thinking"})


class Change(StrEnum):
    """What was done to a message's copy."""

    CUT = "cut"
    """Only the first lines of a result are shown."""
    RESULT = "result"
    """A line stands for a result."""
    INPUT = "input"
    """A line stands for the input of a call."""
    THINKING = "thinking"
    """A line stands for thinking."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Edit:
    """One change of the copy, and where the original is."""

    message: Message
    """As it is stored."""
    change: Change
    handle: str
    freed: int
    """Tokens."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Editing:
    """By what rules the copy is edited. Raises `InvalidValue` for a number below its least."""

    above: int | None = None
    """Tokens of the window above which results and thinking are cleared; by default the share of
    the model's window at which the policy summarises."""
    keep_results: int = 3
    """The last results that stay."""
    keep_thinking: int = 1
    """The last finished turns whose thinking stays."""
    at_least: int = 0
    """Tokens that clearing must free, else nothing is cleared: it costs the cached prefix."""
    exclude: Collection[str] = ()
    """Names of tools whose results and inputs stay."""
    inputs: bool = False
    """Whether inputs of calls are cleared along with their results."""
    cut_above: int = 25_000
    """Tokens of a result above which only its beginning is shown, from the first time on."""
    cut_lines: int = 200
    """Lines of that beginning, as far as they have no more than those tokens."""

    def __post_init__(self) -> None:
        for rule, least in (
            ("keep_results", 0),
            ("keep_thinking", 0),
            ("at_least", 0),
            ("cut_above", 1),
            ("cut_lines", 1),
        ):
            whole(rule, getattr(self, rule), least, 100_000_000)
        if self.above is not None:
            whole("above", self.above, 0, 100_000_000)
        if isinstance(self.exclude, str):
            raise InvalidValue("exclude", self.exclude, "must be names of tools, in a list")


@dataclass(frozen=True, kw_only=True, slots=True)
class Excerpt:
    """Some lines of an original."""

    handle: str
    text: str
    offset: int
    """Number of the first of these lines, from 0."""
    lines: int
    """Of the whole."""

    @property
    def next_offset(self) -> int | None:
        """Where to go on; None at the end."""
        end = self.offset + len(lines_of(self.text))
        return end if end < self.lines else None


def lines_of(text: str) -> list[str]:
    """The lines of a text; one of more than 2,000 characters counts as several."""
    return [
        line[at : at + _LINE]
        for line in text.split("\n")
        for at in range(0, max(1, len(line)), _LINE)
    ]


def excerpt(name: str, text: str, offset: int, limit: int) -> Excerpt:
    """`limit` lines of `text` from line `offset` on."""
    whole("offset", offset, 0, 100_000_000)
    whole("limit", limit, 1, 100_000)
    lines = lines_of(text)
    shown = "\n".join(lines[offset : offset + limit])
    return Excerpt(handle=name, text=shown, offset=offset, lines=len(lines))


def original(message: Message, kind: str, numbers: Sequence[int]) -> str:
    """The text behind a handle of that message: its kind, and the numbers after the message's.

    Raises `NotFound`.
    """
    parts = turns.read(message).parts
    texts: list[str] = []
    if kind == "thinking" and not numbers:
        said = [
            str(part.raw.get("thinking", "[redacted]"))
            for part in parts
            if isinstance(part, turns.Native) and part.kind in _THINKING and part.raw is not None
        ]
        texts, numbers = ["\n".join(said)] if said else [], [1]
    elif kind == "result":
        texts = [result_text(part) for part in parts if isinstance(part, turns.Result)]
    elif kind == "input":
        texts = [part.arguments for part in parts if isinstance(part, turns.Call)]
    if len(numbers) != 1 or numbers[0] > len(texts):
        raise NotFound("handle", handle(kind, message.seq, *numbers))
    return texts[numbers[0] - 1]


def cut_on_arrival(messages: Sequence[Message], rules: Editing) -> tuple[list[Message], list[Edit]]:
    """The messages, of oversize results their first lines only."""
    edits: list[Edit] = []

    def cut(message: Message, number: int, result: turns.Result) -> Json | None:
        if not all(isinstance(part, turns.Text) for part in result.parts):
            return None
        text = result_text(result)
        # A token is rarely more than a dozen characters: most results need no counting.
        if len(text) <= rules.cut_above or estimate_tokens(text) <= rules.cut_above:
            return None
        name = handle("result", message.seq, number)
        return _beginning(text, name, rules)

    found = []
    for message in messages:
        edited, done = _with_results(message, cut, Change.CUT)
        found.append(edited)
        edits += done
    return found, edits


def clear(
    messages: Sequence[Message], rules: Editing, pinned: Collection[int] = ()
) -> tuple[list[Message], list[Edit]]:
    """The messages without old results and thinking, as the rules say, if that frees enough."""
    at_work = _at_work(messages)
    names = _tools(messages)
    old = [
        (message, number)
        for message, number, result in _results(messages)
        if names.get(result.call) not in rules.exclude
    ]
    keep = {
        (message.seq, number)
        for message, number, _ in list(_results(messages))[::-1][: rules.keep_results]
    }
    clearing = {
        (message.seq, number)
        for message, number in old
        if (message.seq, number) not in keep
        and message.seq not in pinned
        and message.seq < at_work.newest
    }
    thinking = _old_thinking(messages, rules, at_work.turn) - set(pinned)
    edited, edits = _cleared(messages, clearing, names)
    if rules.inputs:
        edited, more = _without_inputs(edited, messages, clearing, at_work.turn, pinned)
        edits += more
    edited, more = _without_thinking(edited, thinking)
    edits += more
    if sum(edit.freed for edit in edits) < max(1, rules.at_least):
        return list(messages), []
    return edited, edits


def relieve(
    messages: Sequence[Message],
    rules: Editing,
    *,
    limit: int,
    budget: int | None,
    pinned: Collection[int] = (),
) -> tuple[list[Message], list[Edit]]:
    """The messages with as many old results cleared, oldest first, as a window needs to fit.

    What the last step's tools answered stays, and so do results of excluded tools.
    """
    whole_window = truncate(messages, limit=limit, pinned=pinned)
    over = 0 if budget is None else whole_window.tokens - budget
    if over <= 0:
        return list(messages), []
    shown = {message.seq for message in whole_window.kept}
    names = _tools(messages)
    newest = _at_work(messages).newest
    clearing: set[tuple[int, int]] = set()
    for message, number, result in _results(messages):
        if over <= 0:
            break
        if (
            message.seq not in shown
            or message.seq in pinned
            or message.seq >= newest
            or names.get(result.call) in rules.exclude
        ):
            continue
        _, edits = _cleared([message], {(message.seq, number)}, names)
        over -= sum(edit.freed for edit in edits)
        clearing |= {(message.seq, number)} if edits else set()
    return _cleared(messages, clearing, names)


@dataclass(frozen=True, slots=True)
class _AtWork:
    """What is not finished yet."""

    turn: int
    """Number of the message with which the user began it."""
    newest: int
    """From this number on, results are those of the last step."""


def _at_work(messages: Sequence[Message]) -> _AtWork:
    said = [one.seq for one in messages if one.role is Role.USER and one.said.strip()]
    results = [message.seq for message, _, _ in _results(messages)]
    called = [one.seq for one in messages if one.role is Role.ASSISTANT]
    newest = results[-1] if results else 0
    # Results of parallel calls may come in a message each: all since the last call are the last.
    if called and called[-1] < newest:
        newest = called[-1]
    return _AtWork(turn=said[-1] if said else 0, newest=newest)


def _results(messages: Sequence[Message]) -> Iterator[tuple[Message, int, turns.Result]]:
    """Every result with its message and its number in it, in order."""
    for message in messages:
        results = (one for one in turns.read(message).parts if isinstance(one, turns.Result))
        for number, result in enumerate(results, start=1):
            yield message, number, result


def _tools(messages: Sequence[Message]) -> dict[str, str]:
    """Names of tools by the id of the call."""
    return {
        part.id: part.name
        for message in messages
        for part in turns.read(message).parts
        if isinstance(part, turns.Call)
    }


def _cleared(
    messages: Sequence[Message], clearing: Collection[tuple[int, int]], names: Mapping[str, str]
) -> tuple[list[Message], list[Edit]]:
    """The messages with a line in the place of each of these results."""
    seqs = {seq for seq, _ in clearing}

    def stub(message: Message, number: int, result: turns.Result) -> Json | None:
        if (message.seq, number) not in clearing:
            return None
        name = handle("result", message.seq, number)
        pictures = sum(isinstance(part, turns.Image) for part in result.parts)
        what = f"result of {names.get(result.call, 'a tool')}"
        with_pictures = f", with {pictures} images" if pictures else ""
        return f'[{what} cleared{with_pictures}: read_result("{name}") shows it]'

    found, edits = [], []
    for message in messages:
        if message.seq not in seqs:
            found.append(message)
            continue
        edited, done = _with_results(message, stub, Change.RESULT)
        found.append(edited)
        edits += done
    return found, edits


def _with_results(
    message: Message,
    change: Callable[[Message, int, turns.Result], Json | None],
    kind: Change,
) -> tuple[Message, list[Edit]]:
    """The message with what `change` makes of its results; what would be no shorter stays."""
    results = [one for one in turns.read(message).parts if isinstance(one, turns.Result)]
    edits: list[Edit] = []
    edited = message
    for number, result in enumerate(results, start=1):
        content = change(message, number, result)
        if content is None:
            continue
        body = _replaced(edited.content, number, content)
        shorter = _copy(edited, body)
        freed = edited.tokens - shorter.tokens
        if freed > 0:
            name = handle("result", message.seq, number)
            edits.append(Edit(message=message, change=kind, handle=name, freed=freed))
            edited = shorter
    return edited, edits


def _replaced(body: Mapping[str, Json], number: int, content: Json) -> dict[str, Json]:
    """The host's object with other content in its result of that number."""
    if body.get("role") is None:
        return {**body, "output": content}
    if body.get("role") in ("tool", "function"):
        return {**body, "content": content}
    blocks: list[Json] = []
    at = 0
    for block in _listed(body.get("content")):
        if _is_result(block):
            at += 1
        if _is_result(block) and at == number:
            assert isinstance(block, Mapping)
            blocks.append({**block, "content": content})
        else:
            blocks.append(block)
    return {**body, "content": blocks}


def _is_result(block: Json) -> bool:
    return (
        isinstance(block, Mapping)
        and block.get("type") == "tool_result"
        and isinstance(block.get("tool_use_id"), str)
    )


def _beginning(text: str, name: str, rules: Editing) -> str:
    """The first lines, and how to get more."""
    lines = lines_of(text)
    shown: list[str] = []
    room = rules.cut_above
    for line in lines[: rules.cut_lines]:
        room -= estimate_tokens(line) + 1
        if room < 0:
            break
        shown.append(line)
    count = len(shown)
    more = (
        f"[the first {count} of {len(lines)} lines; continue at offset {count}: "
        f'read_result("{name}", offset={count})]'
    )
    return "\n".join([*shown, more])


def _without_inputs(
    edited: Sequence[Message],
    messages: Sequence[Message],
    clearing: Collection[tuple[int, int]],
    at_work: int,
    pinned: Collection[int],
) -> tuple[list[Message], list[Edit]]:
    """Inputs of the calls whose results were cleared, in turns that are finished."""
    done = {
        result.call
        for message, number, result in _results(messages)
        if (message.seq, number) in clearing
    }
    found, edits = [], []
    for message in edited:
        calls = [one for one in turns.read(message).parts if isinstance(one, turns.Call)]
        new = message
        for number, call in enumerate(calls, start=1):
            if call.id not in done or message.seq >= at_work or message.seq in pinned:
                continue
            name = handle("input", message.seq, number)
            shorter = _copy(new, _with_input(new.content, call, name))
            if shorter.tokens < new.tokens:
                freed = new.tokens - shorter.tokens
                edits.append(Edit(message=message, change=Change.INPUT, handle=name, freed=freed))
                new = shorter
        found.append(new)
    return found, edits


def _with_input(body: Mapping[str, Json], call: turns.Call, name: str) -> dict[str, Json]:
    cleared: Json = {"cleared": f'read_result("{name}") shows it'}
    text = canonical("input", cleared)
    if body.get("role") is None:
        key = "input" if call.custom else "arguments"
        return {**body, key: text}
    new = dict(body)
    if isinstance(body.get("tool_calls"), list | tuple):
        new["tool_calls"] = [
            _with_arguments(one, text) if isinstance(one, Mapping) and one.get("id") == call.id
            else one
            for one in _listed(body["tool_calls"])
        ]  # fmt: skip
    new["content"] = (
        [
            {**block, "input": cleared}
            if isinstance(block, Mapping) and block.get("type") == "tool_use"
            and block.get("id") == call.id
            else block
            for block in _listed(body["content"])
        ]
        if isinstance(body.get("content"), list | tuple)
        else body.get("content")
    )  # fmt: skip
    return new


def _with_arguments(call: Mapping[str, Json], text: str) -> Json:
    for kind, key in (("custom", "input"), ("function", "arguments")):
        inner = call.get(kind)
        if isinstance(inner, Mapping):
            return {**call, kind: {**inner, key: text}}
    return call


def _old_thinking(messages: Sequence[Message], rules: Editing, at_work: int) -> set[int]:
    """Numbers of the messages whose thinking may go: not of the turn at work, nor of the last."""
    turn_of: dict[int, int] = {}
    turn = 0
    for message in messages:
        if message.role is Role.USER and message.said.strip():
            turn = message.seq
        if message.role is Role.ASSISTANT and _thinks(message):
            turn_of[message.seq] = turn
    finished = sorted({turn for turn in turn_of.values() if turn < at_work})
    gone = set(finished[: max(0, len(finished) - rules.keep_thinking)])
    return {seq for seq, turn in turn_of.items() if turn in gone}


def _thinks(message: Message) -> bool:
    return any(
        isinstance(part, turns.Native) and part.kind in _THINKING and part.raw is not None
        for part in turns.read(message).parts
    ) and isinstance(message.content.get("content"), list | tuple)


def _without_thinking(
    messages: Sequence[Message], thinking: Collection[int]
) -> tuple[list[Message], list[Edit]]:
    found, edits = [], []
    for message in messages:
        if message.seq not in thinking:
            found.append(message)
            continue
        name = handle("thinking", message.seq)
        line: Json = {"type": "text", "text": f'[thinking cleared: read_result("{name}") shows it]'}
        rest = [
            block
            for block in _listed(message.content["content"])
            if not (isinstance(block, Mapping) and block.get("type") in _THINKING)
        ]
        shorter = _copy(message, {**message.content, "content": [line, *rest]})
        freed = message.tokens - shorter.tokens
        if freed > 0:
            edits.append(Edit(message=message, change=Change.THINKING, handle=name, freed=freed))
            found.append(shorter)
        else:
            found.append(message)
    return found, edits


def _listed(content: Json) -> list[Json]:
    return list(content) if isinstance(content, list | tuple) else []


def _copy(message: Message, body: Mapping[str, Json]) -> Message:
    return replace(message, body=canonical("message", body), tokens=message_tokens(body))
