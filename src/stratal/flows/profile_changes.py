"""What a model would have changed in a profile, made into proposals, or refused with the reason.

Nothing of it is believed. The message must be one that was shown and the person's own; the words
must stand in it; and what they do not state, or only ask, suppose or report, is an inference.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from stratal.core.evidence import Source
from stratal.core.outcomes import Done, Outcome
from stratal.core.records import SELF, Layer, Record, Status, Topic
from stratal.core.runs import ForgetFact, Proposal, Refused, ToProfile
from stratal.errors import InvalidValue
from stratal.errors import shown as short
from stratal.flows.citing import Cited, Shown, number, plain
from stratal.flows.one_layer import OneLayer
from stratal.flows.other_layers import Told
from stratal.layers.access import Access
from stratal.layers.evidence import Refusal, check
from stratal.layers.profile import VALUE_LIMIT, Profile, unfit_grain
from stratal.text.assertion import asserts, takes_back
from stratal.text.likeness import same_statement
from stratal.text.tokens import query_terms, terms
from stratal.text.wording import leans_on


@dataclass(frozen=True, kw_only=True, slots=True)
class Change:
    """One thing that a model would have changed in the profile."""

    action: str
    key: str = ""
    value: str = ""
    fact: str = ""
    """The number under which a known fact was shown."""
    evidence: tuple[Cited, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Changes:
    """What the newest turns change, and what they told besides."""

    changes: tuple[Change, ...] = ()
    told: tuple[Told, ...] = ()


class Drafting:
    """What a model would have changed, made into proposals, or refused with the reason."""

    def __init__(
        self,
        access: Access,
        seen_at: datetime,
        known: Mapping[str, Record],
        shown: Shown,
        one_layer: OneLayer,
    ) -> None:
        self._access = access
        self._profile = Profile(access=access)
        self._seen_at = seen_at
        self._known = known
        self._shown = shown
        self._one_layer = one_layer

    def proposals(self, change: Change) -> Iterator[Proposal | Refused]:
        action = change.action.strip().casefold()
        fact = self._fact(change)
        named = f"{change.key}: {change.value}".strip(": ") or short(change.fact)
        if action not in ("add", "update", "delete", "none"):
            message = f"{short(change.action)} is no action: use add, update, delete or none."
            yield refused(named, "unknown_action", message)
            return
        if change.fact and fact is None and action != "add":
            lost = action in ("update", "none") and change.key and change.value
            rest = "it is taken as a new one." if lost else "nothing was changed."
            message = f"No fact {short(change.fact)} with that key was shown; {rest}"
            yield refused(named, "unknown_id", message)
            if not lost:
                return
        if action == "none":
            yield from self._once_more(change, fact)
        elif action == "delete":
            yield self._taken_back(change, fact, named)
        else:
            yield from self._learnt(change, fact if action == "update" else None, named)

    def _fact(self, change: Change) -> Record | None:
        """The known fact that is meant, if the number and the key name the same."""
        found = self._known.get(number(change.fact)) if plain(change.fact) else None
        if found is None or not change.key.strip():
            return found
        return found if found.key == _key(change.key) else None

    def _once_more(self, change: Change, fact: Record | None) -> Iterator[Proposal | Refused]:
        """Hearing a fact again is evidence for it, if the words state it."""
        if fact is None and change.fact and change.key and change.value:
            yield from self._learnt(change, None, f"{change.key}: {change.value}")
        elif fact is not None and change.evidence:
            refusal = self._shown.unfit(change.evidence)
            if refusal is None and not self._inferred(fact.content, change.evidence):
                yield self._to_profile(fact.key, fact.content, change.evidence)

    def _learnt(
        self, change: Change, fact: Record | None, named: str
    ) -> Iterator[Proposal | Refused]:
        key = change.key if fact is None else fact.key
        refusal = (
            self._unfit_value(key, change.value)
            or self._shown.unfit(change.evidence)
            or self._one_layer.elsewhere(change.evidence, Layer.PROFILE)
        )
        if refusal is None and self._shown.once(change.evidence):
            refusal = (
                "for_once",
                "It was said for this once: only what holds in other conversations belongs there.",
            )
        inferred = refusal is None and self._inferred(change.value, change.evidence)
        if refusal is None and inferred:
            refusal = self._answered_before(key, change.value)
        if refusal is not None:
            yield refused(named, *refusal)
            return
        yield self._to_profile(key, change.value, change.evidence, inferred=inferred)
        if fact is not None and not inferred and self._profile.several(key):
            # Several values may stand there at once: the one it is said instead of makes way.
            yield self._forgotten(fact, change.evidence)

    def _taken_back(self, change: Change, fact: Record | None, named: str) -> Proposal | Refused:
        if fact is None:
            return refused(named, "unknown_id", "Name the number of the fact that is taken back.")
        refusal = self._shown.unfit(change.evidence)
        if refusal is not None:
            return refused(named, *refusal)
        about = {*query_terms(fact.content), *query_terms(fact.key)}
        if not any(
            takes_back(one.quotation)
            and asserts(one.quotation, self._shown.said(one))
            and not about.isdisjoint(terms(one.quotation))
            for one in change.evidence
        ):
            return refused(
                named, "not_stated", f"The words do not take back {fact.key}: {fact.content}."
            )
        with self._access.database.read(self._access.tenant) as tx:
            checked = check(tx, self._access, fact.content, self._shown.evidence(change.evidence))
        if isinstance(checked, Refusal):
            return refused(named, checked.code, checked.message)
        return self._forgotten(fact, change.evidence)

    def _forgotten(self, fact: Record, evidence: Sequence[Cited]) -> ForgetFact:
        words = "; ".join(f'"{one.quotation}"' for one in evidence)
        return ForgetFact(
            id=fact.id, expect=fact.revision, reason=f"taken back: {words}"[:VALUE_LIMIT]
        )

    def _to_profile(
        self, key: str, value: str, evidence: Sequence[Cited], *, inferred: bool = False
    ) -> ToProfile:
        self._one_layer.take(evidence, Layer.PROFILE)
        return ToProfile(
            key=key,
            value=value,
            evidence=self._shown.evidence(evidence),
            source=Source.AGENT_INFERRED if inferred else None,
            seen_at=self._seen_at,
            rule="profile",
        )

    def _unfit_value(self, key: str, value: str) -> tuple[str, str] | None:
        if not key.strip() or not value.strip():
            return "says_nothing", "A fact has a key and a value: name both."
        grain = unfit_grain(key, value, self._access.policy.profile_granularity)
        if grain is not None:
            return grain.code, grain.message
        try:
            _key(key)
        except InvalidValue as error:
            return "invalid_key", f"{error}."
        leaning = leans_on(value, of_work=False)
        if leaning is not None:
            return (
                "cannot_stand_alone",
                f"It leans on {leaning!r}: name the thing, and a time as a date.",
            )
        return None

    def _inferred(self, value: str, evidence: Sequence[Cited]) -> bool:
        """Whether the words do not state the value, or do not assert it."""
        return not self._shown.states(value, evidence)

    def _answered_before(self, key: str, value: str) -> tuple[str, str] | None:
        """A guess that is known, or that the person refused, is not made again."""
        for one in self._profile.timeline(key):
            if not same_statement(one.content, value):
                continue
            if one.status is Status.ACTIVE:
                return "known", "It is known, and these words do not state it once more."
            if one.status is Status.REJECTED:
                return "refused_before", "The person was asked and said that it is not so."
        return None


def _key(key: str) -> str:
    return Topic(subject=SELF, attribute=key).attribute


def refused(text: str, code: str, message: str) -> Refused:
    outcome = Outcome(done=Done.REJECTED, layer=Layer.PROFILE, code=code, message=message)
    return Refused(text=text or code, outcome=outcome)
