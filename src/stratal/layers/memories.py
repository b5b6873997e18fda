"""Memories: what is worth keeping from before. Each stands in one scope and can stand alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from stratal.core.checks import content as checked_content
from stratal.core.checks import instant, later, name, one_of, remark, share, whole
from stratal.core.evidence import Evidence, HeldEvidence, MessageEvidence, Source, least_trusted
from stratal.core.identity import Scope
from stratal.core.outcomes import Done, Outcome
from stratal.core.policy import ClassPolicy, ReadPath, WritePolicy
from stratal.core.records import MEMORY_LIMIT, Kind, Layer, Record, State, Status, Topic
from stratal.layers import consent
from stratal.layers.evidence import Checked, Refusal, check, secret_in
from stratal.layers.hearsay import read_elsewhere
from stratal.layers.record_layer import RecordLayer, cited
from stratal.layers.recording import changing
from stratal.layers.recording.admission import Draft, admit
from stratal.storage import records, search
from stratal.storage.database import Transaction
from stratal.text.instructions import instructs, overrides
from stratal.text.likeness import frame_key, near_statement, same_statement
from stratal.text.memory_marks import from_memory
from stratal.text.orders import orders, widens
from stratal.text.personal_data import find_personal_data
from stratal.text.wording import leans_on

_BESIDE = 8
"""So many memories of other scopes are compared with a new one."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Shadowed:
    """Memories as this session sees them, and those that a nearer scope hides."""

    seen: tuple[Record, ...]
    hidden: tuple[Record, ...]
    """Same topic, further scope."""


@dataclass(frozen=True, kw_only=True, slots=True)
class _Wish:
    """What the writer asked for, beside the words."""

    kind: Kind
    reason_given: str
    source: Source | None
    confidence: float | None
    importance: int | None
    unsure: bool
    binding: bool
    pinned: bool | None
    valid_from: datetime | None
    derived: bool
    conclusion: bool
    as_noted: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class Memories(RecordLayer):
    """Long-term memories of the scopes granted to the session."""

    layer = Layer.MEMORIES
    searchable = True

    def remember(
        self,
        content: str,
        *,
        kind: Kind | str = Kind.FACT,
        topic: Topic | None = None,
        scope: Scope | None = None,
        evidence: Evidence | Sequence[Evidence] | None = None,
        reason_given: str = "",
        source: Source | str | None = None,
        confidence: float | None = None,
        importance: int | None = None,
        unsure: bool = False,
        binding: bool = False,
        pinned: bool | None = None,
        valid_from: datetime | None = None,
        reason: str = "",
        run: str | None = None,
        conclusion: bool = False,
        as_noted: bool = False,
    ) -> Outcome:
        """Keep one thing, in `scope` (by default where the session writes about the work).

        With evidence in which the person states it, it is theirs; else it is the agent's inference:
        recallable at once, never binding and never pinned until a person confirms it. A value for
        the same topic supersedes the old one. What is `unsure`, said but perhaps meant otherwise,
        waits for a person. `run` marks what a flow derived: the policy's gates
        apply to it; `as_noted` that its words are the agent's own, from a task. Too long, a secret,
        or not able to stand alone: `rejected`, with the rule.
        """
        wish = _Wish(
            kind=one_of(Kind, "kind", kind),
            reason_given=remark("reason_given", reason_given),
            source=None if source is None else one_of(Source, "source", source),
            confidence=None if confidence is None else share("confidence", confidence),
            importance=None if importance is None else whole("importance", importance, 1, 10),
            unsure=unsure,
            binding=binding,
            pinned=pinned,
            valid_from=valid_from,
            derived=run is not None,
            conclusion=conclusion,
            as_noted=as_noted,
        )
        if valid_from is not None:
            instant("valid_from", valid_from)
        if run is not None:
            name("run", run)
        access = self.access
        where = access.granted(scope or access.write)
        checked_content("content", content)
        refused = self._unfit(content, reason_given, where)
        if refused is not None:
            return refused
        with access.database.write(access.tenant) as tx:
            withheld = consent.refusal(tx, access, self.layer)
            if withheld is not None:
                return self._writer.refused(withheld.code, withheld.message)
            checked = check(tx, access, content, cited(evidence))
            if isinstance(checked, Refusal):
                return self._writer.refused(checked.code, checked.message)
            state = self._state(tx, content, checked, wish)
            if state is None:
                return self._writer.refused(
                    "not_sure_enough", "Derived, and not sure enough to be kept (policy)."
                )
            draft = Draft(
                scope=where,
                kind=wish.kind,
                topic=topic,
                state=state,
                evidence=checked.held,
                counted=checked.counted,
                reason=reason,
                run=run,
            )
            # A scope that was named is the host's wish; else what is known needs no second place.
            known = self._known_beside(tx, draft) if scope is None or run is not None else None
            if known is not None:
                return self._writer.outcome(
                    Done.UNCHANGED, "known", f"Known already, for {known.scope}.", known
                )
            return admit(self._writer, tx, draft)

    def _known_beside(self, tx: Transaction, draft: Draft) -> Record | None:
        """What says the same in another scope of the session, if nothing new speaks for it."""
        others = [one for one in self.access.scopes if one != draft.scope]
        if draft.topic is not None or not others:
            return None
        content = draft.state.content
        same = near_statement if self._writer.merges(draft.kind) else same_statement
        spaces = [search.find_space(tx, self.layer, str(one)) for one in others]
        found = search.look_up(
            tx, [one for one in spaces if one is not None], [frame_key(content)]
        ).candidates(tx, limit=_BESIDE)
        read = records.current(tx, self.layer, [one.place.item for one in found])
        return next(
            (
                one
                for one in read.values()
                if one.status is Status.ACTIVE
                and self.stands(one)
                and same(one.content, content)
                and {_where(held) for held in draft.counted}
                <= {_where(held) for held in one.evidence}
            ),
            None,
        )

    def entries(
        self, *, statuses: Sequence[Status] = (Status.ACTIVE,), scope: Scope | None = None
    ) -> list[Record]:
        """Every memory of the scopes (or of one of them) with one of the statuses: complete."""
        scopes = self.access.scopes if scope is None else (self.access.granted(scope),)
        with self.access.database.read(self.access.tenant) as tx:
            return [
                record
                for one in scopes
                for record in records.in_scope(tx, self.layer, one, tuple(statuses))
                if record.status is not Status.ACTIVE or self.stands(record)
            ]

    def pinned(self) -> list[Record]:
        """What stands in the prompt of every session in its scope; nearer scopes shadow others."""
        return [record for record in self.always().seen if record.state.pinned]

    def constraints(self) -> list[Record]:
        """What binds: said by a person in so many words, or confirmed by one."""
        return [record for record in self.always().seen if record.state.binding]

    def always(self) -> Shadowed:
        """What is pinned or binding, with what a nearer scope's value of the same topic hides.

        The nearer value is among those seen, whether or not it is pinned itself.
        """
        with self.access.database.read(self.access.tenant) as tx:
            found = {
                record.id: record
                for scope in self.access.scopes
                for record in records.always(tx, self.layer, scope)
                if self.stands(record)
            }
            topics = {one.topic for one in found.values() if one.topic is not None}
            for topic in sorted(topics, key=str) if len(self.access.scopes) > 1 else ():
                for scope in self.access.scopes:
                    for record in records.timeline(tx, self.layer, scope, topic, (Status.ACTIVE,)):
                        if self.stands(record):
                            found.setdefault(record.id, record)
        return self.shadow(list(found.values()))

    def visible(self) -> Shadowed:
        """All active memories of the session's scopes, with what a nearer scope shadows apart."""
        with self.access.database.read(self.access.tenant) as tx:
            return self.shadow(self._active(tx))

    def shadow(self, found: Sequence[Record]) -> Shadowed:
        """Of one topic's values in several scopes, only that of the scope granted last is seen."""
        nearness = {scope: place for place, scope in enumerate(self.access.scopes)}
        nearest: dict[Topic, int] = {}
        for record in found:
            if record.topic is not None:
                place = nearness[record.scope]
                nearest[record.topic] = max(place, nearest.get(record.topic, place))
        seen: list[Record] = []
        hidden: list[Record] = []
        for record in found:
            shadowed = record.topic is not None and (nearness[record.scope] < nearest[record.topic])
            (hidden if shadowed else seen).append(record)
        return Shadowed(seen=tuple(seen), hidden=tuple(hidden))

    def as_of(
        self, valid_at: datetime, known_at: datetime | None = None, *, scope: Scope | None = None
    ) -> list[Record]:
        """What held at `valid_at`, as it was known at `known_at` (now, if not given)."""
        scopes = self.access.scopes if scope is None else (self.access.granted(scope),)
        return self._as_of(scopes, valid_at, known_at)

    def timeline(self, topic: Topic, *, scope: Scope | None = None) -> list[Record]:
        """All values of a topic, ordered by when each began to hold."""
        return self._timeline(self.access.granted(scope or self.access.write), topic)

    def revise(
        self,
        id: str,
        content: str,
        *,
        expect: int | None = None,
        reason: str = "",
        verified: bool = False,
        evidence: Evidence | Sequence[Evidence] | None = None,
        run: str | None = None,
    ) -> Outcome:
        """Other words under the same id. `verified` is for the person's own act.

        `evidence` is added to what it rests on, and `run` marks what a flow derived. Raises
        `StaleRevision` if `expect` is given and is not the current revision.
        """
        scope = self.get(id).scope
        checked_content("content", content)
        refused = self._unfit(content, "", scope)
        if refused is not None:
            return refused
        if run is not None:
            name("run", run)
        return changing.revise(
            self._writer,
            id,
            content,
            expect=expect,
            reason=reason,
            verified=verified,
            evidence=cited(evidence),
            run=run,
        )

    def _unfit(self, content: str, reason_given: str, scope: Scope) -> Outcome | None:
        if len(content) > MEMORY_LIMIT:
            return self._writer.refused(
                "too_long",
                f"It has {len(content):,} characters, {MEMORY_LIMIT:,} at most: keep the text as a "
                "document or file and remember the conclusion with a link to it.",
            )
        secrets = secret_in(content, reason_given)
        if secrets:
            return self._writer.refused("secret", f"It holds a secret ({secrets}): leave it out.")
        if from_memory(content):
            return self._writer.refused(
                "from_memory", "That is how memory is shown in a prompt: it is known already."
            )
        if widens(content) or widens(reason_given):
            return self._writer.refused(
                "permission",
                "That would widen what the agent may do: permissions are not kept as memories.",
            )
        leaning = leans_on(content, of_work=scope.of_work)
        if leaning is not None:
            return self._writer.refused(
                "cannot_stand_alone",
                f"It leans on {leaning!r}: name the thing or the date, so that it can stand alone.",
            )
        return None

    def _state(self, tx: Transaction, content: str, checked: Checked, wish: _Wish) -> State | None:
        source = checked.source
        if wish.source is not None:
            source = least_trusted((wish.source, source))
        rules = self.access.policy.conclusions if wish.conclusion else self._class(wish.kind)
        sure = min(1.0 if wish.confidence is None else wish.confidence, source.confidence)
        explicit = source is Source.USER_EXPLICIT
        importance = wish.importance or wish.kind.importance(with_reason=bool(wish.reason_given))
        quoted = [held.quotation for held in checked.held]
        status, why = Status.ACTIVE, ""
        if self._untrusted(tx, content, checked, wish, source):
            status, why = Status.PENDING, "untrusted_instruction"
        elif any(map(orders, (content, wish.reason_given, *quoted))):
            status, why = Status.PENDING, "standing_order"
        elif find_personal_data(content):
            status, why = Status.PENDING, "personal_data"
        elif wish.derived and not explicit:
            threshold = rules.confirm_above_importance
            if rules.write_policy is WritePolicy.CONFIRM:
                status, why = Status.PENDING, "inferred"
            elif threshold is not None and importance >= threshold:
                status, why = Status.PENDING, "important"
            elif sure < rules.min_confidence:
                return None
        if wish.unsure and status is Status.ACTIVE:
            status, why = Status.PENDING, "unsure"
        active = status is Status.ACTIVE
        pinned = rules.read_path is ReadPath.PINNED if wish.pinned is None else wish.pinned
        now = self.access.now()
        said_at = max((held.said_at for held in checked.held), default=now)
        ends = self._lifetime(wish.kind, now, by_person=explicit)
        kept = self.access.policy.conclusions.ttl
        if wish.conclusion and ends is not None and kept is not None:
            ends = later(now, kept)
        return State(
            content=content,
            reason_given=wish.reason_given,
            source=source,
            status=status,
            status_reason=why,
            confidence=sure,
            importance=importance,
            binding=wish.binding and explicit and active,
            pinned=pinned and explicit and active,
            valid_from=wish.valid_from or said_at,
            expires=ends,
        )

    def _untrusted(
        self, tx: Transaction, content: str, checked: Checked, wish: _Wish, source: Source
    ) -> bool:
        """Whether it reads as an instruction that came from elsewhere than the person."""
        if source in (Source.USER_EXPLICIT, Source.USER_IMPLICIT):
            return False
        said = f"{content}\n{wish.reason_given}"
        retold = wish.derived and not wish.as_noted
        elsewhere = retold or checked.held or wish.source in (Source.DOCUMENT, Source.TOOL)
        if overrides(said) or (elsewhere and (instructs(said) or instructs(checked.others))):
            return True
        # An agent that cites nothing may have it from what it just read, or the why alone.
        return instructs(said) and any(
            read_elsewhere(tx, self.access, one)
            for one in (content, wish.reason_given)
            if one is content or instructs(one)
        )

    def _active(self, tx: Transaction) -> list[Record]:
        return [
            record
            for scope in self.access.scopes
            for record in records.in_scope(tx, self.layer, scope)
            if self.stands(record)
        ]

    def _lifetime(self, kind: Kind, since: datetime, *, by_person: bool) -> datetime | None:
        # What a person said or confirmed stays. What they did not has the time of any memory, a
        # preference too: that class is kept because somebody said so.
        ttl = self._class(kind).ttl or self.access.policy.memories.ttl
        return None if by_person or ttl is None else later(since, ttl)

    def _scopes(self) -> Sequence[Scope]:
        return self.access.scopes

    def _class(self, kind: Kind) -> ClassPolicy:
        policy = self.access.policy
        return policy.preferences if kind is Kind.PREFERENCE else policy.memories


def _where(held: HeldEvidence) -> Evidence | tuple[str, str]:
    """What is cited, whichever of its words."""
    cited = held.cited
    return (cited.conversation, cited.message) if isinstance(cited, MessageEvidence) else cited
