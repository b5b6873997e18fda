"""The profile: how to work with this person. Keyed facts, each with evidence and a changelog.

It says how to work with someone, not what is true of the world. It may narrow what the agent does
("ask before changing production"); what would widen it is refused as a permission.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from stratal.core.checks import content, later, name, one_of, share
from stratal.core.evidence import Evidence, HeldEvidence, Source, least_trusted
from stratal.core.identity import Scope
from stratal.core.outcomes import Outcome
from stratal.core.policy import ClassPolicy, Granularity, WritePolicy
from stratal.core.records import SELF, Kind, Layer, Record, State, Status, Topic
from stratal.errors import NotFound
from stratal.layers import consent
from stratal.layers.cold import cooled_by_rule
from stratal.layers.evidence import Checked, Refusal, check, secret_in
from stratal.layers.record_layer import RecordLayer, cited
from stratal.layers.recording import changing
from stratal.layers.recording.admission import Draft, admit
from stratal.layers.recording.timeline import IN_TIME
from stratal.storage import records
from stratal.text.lookalikes import as_read
from stratal.text.orders import orders, widens
from stratal.text.own_words import HAN
from stratal.text.personal_data import find_personal_data

VALUE_LIMIT = 500
"""Characters of a fact's value, whatever the policy: all of the profile stands in every prompt."""

_WORDS = re.compile(r"[\W_]+")
_OF_WHAT = re.compile(r"[:：]")


@dataclass(frozen=True, kw_only=True, slots=True)
class HowKnown:
    """The answer to "how do you know?": the fact, the words it rests on, and what held before."""

    fact: Record
    evidence: tuple[HeldEvidence, ...]
    history: tuple[Record, ...]
    """Every value the key had, oldest first."""
    cold: bool = False
    """Whether the fact went out of use by rule: ask whether it still holds, then `restore` it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Profile(RecordLayer):
    """The profile of the session's person; nobody else's can be reached."""

    layer = Layer.PROFILE

    def set(
        self,
        key: str,
        value: str,
        *,
        evidence: Evidence | Sequence[Evidence],
        source: Source | str | None = None,
        reason: str = "",
        unsure: bool = False,
        binding: bool = False,
        confidence: float | None = None,
        run: str | None = None,
    ) -> Outcome:
        """Write what the person said about working with them.

        Evidence is required and checked. What the quotation does not state waits for the person
        as an inference, whatever `source` claims; `source` may only claim less. What is `unsure`,
        said but perhaps meant otherwise, waits for them too. A different value under a
        single-valued key closes the old one and keeps it.
        """
        topic = Topic(subject=SELF, attribute=key)
        content("value", value, VALUE_LIMIT)
        claimed = None if source is None else one_of(Source, "source", source)
        if confidence is not None:
            share("confidence", confidence)
        if run is not None:
            name("run", run)
        rules = self._class(Kind.FACT)
        if _forbidden(topic.attribute, rules.forbidden_keys):
            return self._writer.refused(
                "forbidden_key", f"The profile may not hold {topic.attribute!r} (policy)."
            )
        too_fine = unfit_grain(topic.attribute, value, self.access.policy.profile_granularity)
        if too_fine is not None:
            return self._writer.refused(too_fine.code, too_fine.message)
        secrets = secret_in(key, value)
        if secrets:
            return self._writer.refused("secret", f"It holds a secret ({secrets}): leave it out.")
        pieces = cited(evidence)
        if not pieces:
            return self._writer.refused(
                "no_evidence", "Cite the message that says so, and the words."
            )
        if any(widens(text) for text in (value, f"{key}: {value}", *_quoted(pieces))):
            return self._writer.refused(
                "permission",
                "That would widen what the agent may do: permissions are not kept in a profile.",
            )
        access = self.access
        with access.database.write(access.tenant) as tx:
            withheld = consent.refusal(tx, access, self.layer)
            if withheld is not None:
                return self._writer.refused(withheld.code, withheld.message)
            checked = check(tx, access, value, pieces)
            if isinstance(checked, Refusal):
                return self._writer.refused(checked.code, checked.message)
            if not checked.by_person:
                return self._writer.refused(
                    "not_the_person",
                    "Only what the person said in their own words is evidence for their profile.",
                )
            state = self._state(value, checked, claimed, unsure, binding, confidence, rules)
            draft = Draft(
                scope=access.own_scope,
                kind=Kind.FACT,
                topic=topic,
                state=state,
                evidence=checked.held,
                counted=checked.counted,
                reason=reason,
                run=run,
            )
            return admit(self._writer, tx, draft)

    def facts(self) -> list[Record]:
        """All facts that hold now, by key: what stands in the system prompt."""
        with self.access.database.read(self.access.tenant) as tx:
            found = records.in_scope(tx, self.layer, self.access.own_scope)
        return sorted(
            (record for record in found if self.stands(record)),
            key=lambda record: (record.key, record.id),
        )

    def values(self, key: str) -> list[Record]:
        """The facts that hold now under that key; several where the policy says multi-valued."""
        attribute = Topic(subject=SELF, attribute=key).attribute
        return [record for record in self.facts() if record.key == attribute]

    def timeline(self, key: str) -> list[Record]:
        """Every value that the key had or that was proposed, by when each began to hold."""
        topic = Topic(subject=SELF, attribute=key)
        with self.access.database.read(self.access.tenant) as tx:
            return records.timeline(tx, self.layer, self.access.own_scope, topic, tuple(Status))

    def several(self, key: str) -> bool:
        """Whether the key may have several values at once (policy)."""
        return self._writer.several(Topic(subject=SELF, attribute=key), Kind.FACT)

    def as_of(self, valid_at: datetime, known_at: datetime | None = None) -> list[Record]:
        """What held at `valid_at`, as it was known at `known_at` (now, if not given)."""
        return self._as_of((self.access.own_scope,), valid_at, known_at)

    def how_do_you_know(self, key: str) -> HowKnown:
        """Why the key has its value. Raises `NotFound` if it has none.

        A fact that a sweep took out of use, for nobody had asked for it, is offered, marked `cold`.
        """
        topic = Topic(subject=SELF, attribute=key)
        line = self._timeline(self.access.own_scope, topic, (*IN_TIME, Status.COLD))
        cold = [record for record in line if cooled_by_rule(record)]
        line = [record for record in line if record.status is not Status.COLD]
        found = [record for record in line if record.status is Status.ACTIVE] or cold
        if not found:
            raise NotFound("profile fact", topic.attribute)
        fact = found[-1]
        if self.access.uses is not None:
            self.access.uses.used(self.access.tenant, self.layer, [fact.id], self.access.now())
        return HowKnown(
            fact=fact,
            evidence=fact.evidence,
            history=tuple(line) if fact in line else (*line, fact),
            cold=fact.status is Status.COLD,
        )

    def revise(
        self,
        id: str,
        value: str,
        *,
        expect: int | None = None,
        reason: str = "",
        verified: bool = False,
    ) -> Outcome:
        """Other words for the same fact. `verified` is for the person's own act."""
        record = self.get(id)
        content("value", value, VALUE_LIMIT)
        too_fine = unfit_grain("", value, self.access.policy.profile_granularity)
        if too_fine is not None:
            return self._writer.refused(too_fine.code, too_fine.message)
        if widens(value) or widens(f"{record.key}: {value}"):
            return self._writer.refused(
                "permission",
                "That would widen what the agent may do: permissions are not kept in a profile.",
            )
        return changing.revise(
            self._writer,
            id,
            value,
            expect=expect,
            reason=reason,
            verified=verified,
            limit=VALUE_LIMIT,
        )

    def _state(
        self,
        value: str,
        checked: Checked,
        claimed: Source | None,
        unsure: bool,
        binding: bool,
        confidence: float | None,
        rules: ClassPolicy,
    ) -> State:
        source = checked.source if claimed is None else least_trusted((claimed, checked.source))
        sure = min(1.0 if confidence is None else confidence, source.confidence)
        status, why = Status.ACTIVE, ""
        if orders(value) or any(orders(held.quotation) for held in checked.held):
            status, why = Status.PENDING, "standing_order"
        elif find_personal_data(value):
            status, why = Status.PENDING, "personal_data"
        elif rules.write_policy is WritePolicy.CONFIRM or (
            source is not Source.USER_EXPLICIT and sure < rules.min_confidence
        ):
            status, why = Status.PENDING, "inferred"
        elif unsure:
            status, why = Status.PENDING, "unsure"
        said_at = max(held.said_at for held in checked.held)
        return State(
            content=value,
            source=source,
            status=status,
            status_reason=why,
            confidence=sure,
            importance=Kind.FACT.importance(),
            binding=binding and source is Source.USER_EXPLICIT and status is Status.ACTIVE,
            valid_from=said_at,
            expires=self._lifetime(Kind.FACT, said_at, by_person=True),
        )

    def _lifetime(self, kind: Kind, since: datetime, *, by_person: bool) -> datetime | None:
        ttl = self._class(kind).ttl
        return None if ttl is None else later(since, ttl)

    def _scopes(self) -> Sequence[Scope]:
        return (self.access.own_scope,)

    def _class(self, kind: Kind) -> ClassPolicy:
        return self.access.policy.profile


def unfit_grain(key: str, value: str, rule: Granularity) -> Refusal | None:
    """What of a fact is finer or coarser than the policy lets it be; None if nothing is.

    A key that is a sentence would hold one value for ever; a value that is a story is no fact.
    """
    if _count(_OF_WHAT.split(key, maxsplit=1)[0]) > rule.key_words or len(key) > rule.key_length:
        return Refusal(
            code="key_too_fine",
            message=f"A key is {rule.key_words} words at most that say what it is about, and "
            f"{rule.key_length} characters (policy): shorten it.",
        )
    if len(value) > rule.value_length:
        return Refusal(
            code="too_long",
            message=f"A value has {rule.value_length} characters at most (policy): keep what "
            "matters of it.",
        )
    return None


def _count(words: str) -> int:
    """How many words they are; two Han characters are one."""
    characters = HAN.findall(words)
    return len(HAN.sub(" ", words).split()) + (len(characters) + 1) // 2


def _quoted(pieces: Sequence[Evidence]) -> list[str]:
    return [getattr(piece, "quotation", "") for piece in pieces]


def _forbidden(key: str, forbidden: Sequence[str]) -> bool:
    """Whether a forbidden key's words stand in `key`, in a row, however they are joined.

    In one number or the other; among Chinese words, which nothing parts, anywhere.
    """
    words = _in_a_row(as_read(key))
    return any(
        one.strip() in words if HAN.search(one) else one in words
        for one in map(_in_a_row, forbidden)
    )


def _in_a_row(key: str) -> str:
    singular = (
        word[:-1] if len(word) > 3 and word[-1] == "s" and word[-2] not in "su" else word
        for word in _WORDS.sub(" ", key.casefold()).split()
    )
    return f" {' '.join(singular)} "
