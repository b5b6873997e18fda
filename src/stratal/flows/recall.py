"""Recall: the few stored things that bear on a query, each with the reason, or nothing.

Scopes come first: only the spaces of the session's scopes, and of the person's own conversations,
are searched at all. There keywords and vectors nominate candidates, neither gates the other, and
what is nominated is read, checked and scored.

Nothing here writes but for one thing: vectors that are missing are computed, a few at a time and
outside of any transaction, and kept for the next recall. What is missing even then is left to a job
in the background.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType
from typing import TypeVar

from stratal.core.checks import whole
from stratal.core.clock import to_micros
from stratal.core.documents import Chunk, checked_metadata
from stratal.core.events import Event
from stratal.core.files import File, FilePassage
from stratal.core.messages import Message
from stratal.core.records import Kind, Layer, Record, Status
from stratal.errors import Busy, InvalidValue, ModelUnavailable, StratalError
from stratal.flows.embedding import PATIENCE, Waiting, add_vectors, cells_job, embed_job
from stratal.flows.passages import messages_of, passages
from stratal.flows.relevance import (
    BLENDS,
    RECIPE,
    UNKNOWN_BLEND,
    Enough,
    Recipe,
    Relevant,
    relevant,
)
from stratal.flows.times import (
    During,
    Times,
    range_during,
    times_asked,
    times_of,
    without_times,
)
from stratal.layers import events as time_line
from stratal.layers.access import Access
from stratal.layers.cold import cold_scope, is_cold
from stratal.layers.conversation import number_of, spoken_text
from stratal.layers.files import findable
from stratal.layers.memories import Memories
from stratal.models.embedder import Embedder
from stratal.storage import events, jobs, knowledge, ranking, records, search
from stratal.storage.database import Transaction
from stratal.storage.search import Found, Near, Place
from stratal.text.likeness import differs_in
from stratal.text.tokens import query_terms, weak_terms
from stratal.text.tokens import terms as terms_of

T = TypeVar("T")

MOST = 1_000
"""Results that one recall can be asked for."""
EMBEDDED_AT_ONCE = 64
"""Missing vectors that one recall computes; the rest is work for the background."""

_WRITE_SECONDS = 0.25
"""How long a recall waits for other writers, to keep what it could as well compute again."""
_CANDIDATES = 1_000
_WEIGHED_AT_ONCE = 200
_ALIKE = 0.9
"""The share of terms in common from which two texts say the same, if no number, name, date or
negation tells them apart."""
_COMPARED = 50
"""Hits that are compared with each other; who asks for more sees what is repeated there."""
_COMPARED_TEXT = 2_000
_WITH_NEIGHBOURS = 200
"""So many of the best by their own words bring in what was said around them."""
_HOUR = 3_600_000_000
"""Microseconds."""
_QUERY_READ = 100_000
"""Characters of a query that are looked at."""
_NAMED_TERMS = 4
_ALONE = 32
"""Documents that are searched one by one, which finds whatever they hold. Of more the best of the
whole space are taken, and those of other documents are put aside."""


class Reason(StrEnum):
    """Three different answers, of which two are empty."""

    FOUND = "found"
    NO_MATCH = "no match"
    NOTHING_STORED = "nothing stored"


@dataclass(frozen=True, kw_only=True, slots=True)
class Hit:
    """One result. Exactly one of `record`, `message`, `event`, `chunk` and `passage` is there."""

    id: str
    layer: Layer
    text: str
    score: float
    parts: Mapping[str, float]
    """What the score is made of, each 0 to 1: relevance and its own parts, recency, importance."""
    why: str
    at: datetime
    """Since when it holds, or when it was said or happened."""
    adds: Mapping[str, float] = field(default_factory=dict)
    """What each part adds to the score; they sum to it. Relevance is there by its own parts."""
    record: Record | None = None
    message: Message | None = None
    event: Event | None = None
    chunk: Chunk | None = None
    """A piece of a document, with its citation."""
    passage: FilePassage | None = None
    """A piece of a file, with path, line and version."""

    @property
    def cold(self) -> bool:
        """Whether it is out of use, and was only found because what is cold was asked for."""
        return self.record is not None and is_cold(self.record)

    @property
    def pending(self) -> bool:
        """Whether it still waits for a person."""
        return self.record is not None and self.record.status is Status.PENDING


@dataclass(frozen=True, kw_only=True, slots=True)
class Recall:
    """The answer to one query."""

    hits: tuple[Hit, ...]
    reason: Reason
    notes: tuple[str, ...] = ()
    """What the reader should know: hidden values, an embedder that did not answer."""
    not_embedded: int = 0
    """Entries that vectors could not find, for they have none yet."""


def recall(
    access: Access,
    query: str,
    *,
    embedder: Embedder | None,
    k: int | None = None,
    layers: Sequence[Layer] = (Layer.MEMORIES,),
    conversation: str | None = None,
    where: Mapping[str, str] | None = None,
    during: During | None = None,
    everything: bool = False,
    pending: bool = False,
    cold: bool = False,
    patience: float = PATIENCE,
    recipe: Recipe = RECIPE,
) -> Recall:
    """At most `k` things in `layers` that bear on `query`; by default as many as the policy says.

    `conversation` narrows messages to one conversation of the person, and `where` documents to
    those with exactly these metadata. With `during` only what is of that time is found: said,
    happened or begun to hold in it; with `everything`, or where the query is only a time, whether
    or not it bears on the query. `pending` also gives what waits for a person, marked; with `cold`
    only memories that are out of use are found, in an index of their own. An embedder that is
    absent, fails or needs longer than `patience` seconds costs its part of the ranking, never the
    answer. Another `recipe` is for measuring. Raises `InvalidValue` for an empty query, a layer
    that cannot be searched or a `during` that is no time.
    """
    k = access.policy.recall_limit if k is None else whole("k", k, 1, MOST)
    query = _readable(query)
    shelves = _shelves(access, layers, conversation, where, pending=pending, cold=cold)
    now = access.now().astimezone(access.time_zone)
    within = None if during is None else times_of([range_during(during, now)], now)
    notes = [note for shelf in shelves for note in shelf.prepare()]
    with access.database.read(access.tenant) as tx:
        stored = [shelf for shelf in shelves if shelf.count(tx)]
    if not stored:
        return Recall(hits=(), reason=Reason.NOTHING_STORED, notes=tuple(notes))
    asked = _Asked(
        query=query,
        terms=query_terms(query),
        k=k,
        times=times_asked(query, now) if within is None else within,
        within=within,
        everything=everything or (within is not None and _only_times(query, now)),
        recipe=recipe,
    )
    if embedder is None:
        notes.append("keywords alone: there is no embedder")
    else:
        waiting = Waiting(embedder, patience)
        try:
            asked = replace(asked, vector=waiting.query(query), waiting=waiting)
        except ModelUnavailable as error:
            notes.append(f"keywords alone: {error}")
    with access.database.read(access.tenant) as tx:
        answer = _answer(tx, stored, asked)
    if asked.waiting is not None and answer.missing:
        added, problem = _add_vectors(access, asked.waiting, answer.missing, wait=_WRITE_SECONDS)
        if problem is not None:
            notes.append(f"some could not be embedded: {problem}")
        if added:
            with access.database.read(access.tenant) as tx:
                answer = _answer(tx, stored, asked)
    if asked.waiting is not None and (answer.not_embedded or answer.wanting):
        _leave_to_background(access, stored, asked.waiting.embedder, answer.wanting)
    return Recall(
        hits=tuple(answer.hits),
        reason=Reason.FOUND if answer.hits else Reason.NO_MATCH,
        notes=(*notes, *dict.fromkeys(answer.notes)),
        not_embedded=answer.not_embedded,
    )


def fill_vectors(
    access: Access,
    embedder: Embedder,
    *,
    layers: Sequence[Layer] = (Layer.MEMORIES, Layer.CONVERSATION, Layer.EVENTS),
    limit: int = EMBEDDED_AT_ONCE,
    patience: float = 60.0,
) -> int:
    """Compute at most `limit` missing vectors of the session's layers; how many it kept.

    Call it until it says 0. Raises `ModelUnavailable` or `Busy` when nothing could
    be kept.
    """
    with access.database.read(access.tenant) as tx:
        generation = search.find_generation(tx, embedder.generation.key)
        missing: dict[Place, str] = {}
        for shelf in _shelves(access, layers, None, None, pending=True, cold=False):
            missing |= shelf.missing(tx, generation, limit - len(missing))
    if not missing:
        return 0
    added, problem = _add_vectors(access, Waiting(embedder, patience), missing)
    if problem is not None and not added:
        raise problem
    return added


@dataclass(frozen=True, kw_only=True, slots=True)
class _Asked:
    """The question, prepared once."""

    query: str
    terms: Sequence[str]
    k: int
    times: Times
    """Those that the query names, or that it was narrowed to."""
    within: Times | None
    """The time that it was narrowed to."""
    everything: bool
    """Whether to be of that time is enough."""
    recipe: Recipe
    vector: bytes | None = None
    waiting: Waiting | None = None
    """The embedder that made the vector, and how long it may still take."""

    def day_terms(self, *, talk: bool) -> Sequence[str]:
        """What nominates entries of the time asked for.

        Talk is ranked by its sessions too: one of the day beside must not pass for one of that day,
        unless all that is not of the time is put aside anyway.
        """
        return self.times.terms if talk and self.within is None else self.times.wide

    @property
    def judged_by_time(self) -> bool:
        """Whether to be of the time speaks for an entry; where all are, it tells nothing."""
        return bool(self.times) and (self.within is None or self.everything)

    def let_through(self, found: Found) -> bool:
        """Whether an entry may be considered at all, by its time."""
        if self.within is None:
            return self.times.let_through(found)
        return self.within.hold(found) and (self.everything or self.within.shares(found))


@dataclass(kw_only=True, slots=True)
class _Answer:
    hits: list[Hit] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    missing: dict[Place, str] = field(default_factory=dict)
    not_embedded: int = 0
    wanting: list[int] = field(default_factory=list)
    """Spaces whose vectors should be laid out by cells."""


class _Shelf(ABC):
    """One layer as recall sees it: its spaces, its texts, its way of scoring."""

    layer: Layer
    talk: bool
    dated = True
    """Whether an entry's time is what a query means by a day."""
    part = ""
    candidates = _CANDIDATES

    def __init__(self, access: Access) -> None:
        self.access = access

    @abstractmethod
    def scopes(self) -> Sequence[str]:
        """The scopes whose spaces may be read."""

    @abstractmethod
    def hits(self, tx: Transaction, ranked: Sequence[Relevant], answer: _Answer, k: int) -> None:
        """Read what is ranked, keep what may be served, score it: at most `k` to the answer."""

    def prepare(self) -> list[str]:
        """Bring what is findable up to date, where writing has not; what the reader should know."""
        return []

    def parts(self, tx: Transaction) -> Sequence[str]:
        """The parts of its spaces that are asked; an empty one is all of them."""
        return [self.part]

    def spaces(self, tx: Transaction) -> list[int]:
        found = (search.find_space(tx, self.layer, scope) for scope in self.scopes())
        return [space for space in found if space is not None]

    def weak(self, terms: Sequence[str], weak: Sequence[str]) -> Sequence[str]:
        """The terms that may raise what `terms` have found."""
        return weak

    def beside(
        self, tx: Transaction, spaces: Sequence[int], found: Sequence[Found], asked: _Asked
    ) -> list[Found]:
        """What stands beside the best of `found` without being among them."""
        return []

    def count(self, tx: Transaction) -> int:
        return search.count_entries(tx, self.spaces(tx), part=self.part)

    def missing(self, tx: Transaction, generation: int | None, limit: int) -> dict[Place, str]:
        """At most `limit` entries without a vector, with the text to embed."""
        places = search.missing_vectors(tx, self.spaces(tx), generation, limit, part=self.part)
        # A person's messages lie in one space; records are told apart by their ids.
        texts = passages(tx, self.layer, self.access.own_scope, [place.item for place in places])
        return {place: texts[place.item] for place in places if place.item in texts}


@dataclass(frozen=True, kw_only=True, slots=True)
class _Weighed:
    """A candidate whose score is known before its record is read."""

    relevant: Relevant
    score: float
    hours: float
    """How long it has held."""
    recency: float


class _MemoryShelf(_Shelf):
    layer = Layer.MEMORIES
    talk = False

    def __init__(self, access: Access, *, pending: bool) -> None:
        super().__init__(access)
        self._memories = Memories(access=access)
        self._statuses = {Status.ACTIVE, *([Status.PENDING] if pending else [])}

    def scopes(self) -> Sequence[str]:
        return [str(scope) for scope in self.access.scopes]

    def hits(self, tx: Transaction, ranked: Sequence[Relevant], answer: _Answer, k: int) -> None:
        weights = self.access.policy.weights
        kept = _Distinct()
        for piece in _pieces(ranked, _WEIGHED_AT_ONCE):
            # Recency and importance can add no more than their weights: once k are ahead of what
            # is left even then, nothing below can change the answer.
            reach = weights.relevance * piece[0].relevance + weights.recency + weights.importance
            if kept.ahead(k, reach):
                break
            # Reading a record is the dearest step, so those that lead are read first.
            for some in _pieces(self._weighed(tx, piece), k):
                if kept.ahead(k, some[0].score):
                    break
                ids = [each.relevant.found.place.item for each in some]
                found = records.current(tx, self.layer, ids)
                for item, each in zip(ids, some, strict=True):
                    record = found.get(item)
                    if record is not None and self._served(tx, record, answer):
                        kept.add(self._hit(each, record))
        answer.hits += kept.best(k)

    def _weighed(self, tx: Transaction, ranked: Sequence[Relevant]) -> list[_Weighed]:
        """Those that still exist with their scores, the best first."""
        policy, now = self.access.policy, to_micros(self.access.now())
        known = records.weights(tx, self.layer, [one.found.place.item for one in ranked])
        weighed = []
        for one in ranked:
            if one.found.place.item not in known:
                continue
            kind, importance = known[one.found.place.item]
            rules = policy.preferences if kind is Kind.PREFERENCE else policy.memories
            hours = max(0, now - one.found.at) / _HOUR
            recency = rules.decay.per_hour**hours
            score = (
                policy.weights.relevance * one.relevance
                + policy.weights.recency * recency
                + policy.weights.importance * importance / 10
            )
            weighed.append(_Weighed(relevant=one, score=score, hours=hours, recency=recency))
        weighed.sort(key=lambda each: (-each.score, each.relevant.found.place.item))
        return weighed

    def _served(self, tx: Transaction, record: Record, answer: _Answer) -> bool:
        now = self.access.now()
        if (
            record.status not in self._statuses
            or not self._memories.stands(record)
            or (record.state.valid_to is not None and record.state.valid_to <= now)
        ):
            return False
        nearer = self._nearer(tx, record)
        if record in self._memories.shadow([record, *nearer]).hidden:
            answer.notes.append(
                f"{record.topic} of {record.scope} is hidden by that of {nearer[-1].scope}"
            )
            return False
        return True

    def _nearer(self, tx: Transaction, record: Record) -> list[Record]:
        """What the scopes nearer than the record's hold in its topic."""
        if record.topic is None:
            return []
        place = self.access.scopes.index(record.scope)
        return [
            one
            for scope in self.access.scopes[place + 1 :]
            for one in records.timeline(tx, self.layer, scope, record.topic, (Status.ACTIVE,))
            if self._memories.stands(one)
        ]

    def _hit(self, weighed: _Weighed, record: Record) -> Hit:
        one, importance = weighed.relevant, record.state.importance
        weights = self.access.policy.weights
        waits = ["waits for a person"] if record.status is Status.PENDING else []
        waits += [f"out of use: {record.state.status_reason or 'forgotten'}"] * is_cold(record)
        return Hit(
            id=record.id,
            layer=self.layer,
            text=record.content,
            score=weighed.score,
            parts=MappingProxyType(
                {
                    "relevance": one.relevance,
                    **one.parts,
                    "recency": weighed.recency,
                    "importance": importance / 10,
                }
            ),
            adds=_adds(
                one,
                weights.relevance,
                recency=weights.recency * weighed.recency,
                importance=weights.importance * importance / 10,
            ),
            why="; ".join(
                [*waits, *_why(one), f"{_age(weighed.hours)} old", f"importance {importance}"]
            ),
            at=record.state.valid_from,
            record=record,
        )


class _MessageShelf(_Shelf):
    layer = Layer.CONVERSATION
    talk = True

    def __init__(self, access: Access, conversation: str | None) -> None:
        super().__init__(access)
        self.part = conversation or ""

    def scopes(self) -> Sequence[str]:
        return [str(self.access.own_scope)]

    def weak(self, terms: Sequence[str], weak: Sequence[str]) -> Sequence[str]:
        return [*weak, *search.speaker_terms(terms)]

    def beside(
        self, tx: Transaction, spaces: Sequence[int], found: Sequence[Found], asked: _Asked
    ) -> list[Found]:
        terms = set(asked.terms)
        missing = {
            f"{number_of(one.place.item) - distance}:{one.part}": None
            for one in found[:_WITH_NEIGHBOURS]
            # One that is there for its day alone says nothing about those beside it.
            if not terms.isdisjoint(one.terms)
            # What stands at -1 from the neighbour has this neighbour at +1.
            for distance in asked.recipe.reach
        }
        for one in found:
            missing.pop(one.place.item, None)
        return search.named(tx, spaces, list(missing))

    def hits(self, tx: Transaction, ranked: Sequence[Relevant], answer: _Answer, k: int) -> None:
        kept = _Distinct()
        for piece in _pieces(ranked, k):
            found = messages_of(tx, self.access.user, [one.found.place.item for one in piece])
            for one in piece:
                message = found.get(one.found.place.item)
                if message is not None and not message.retracted:
                    kept.add(self._hit(one, message), says=spoken_text(message))
            if len(kept) >= k:
                break
        answer.hits += kept.best(k)

    def _hit(self, one: Relevant, message: Message) -> Hit:
        who = message.speaker or message.role.value
        said = message.said_at.astimezone(self.access.time_zone).date().isoformat()
        return Hit(
            id=message.id,
            layer=self.layer,
            text=message.said,
            score=one.relevance,
            parts=MappingProxyType({"relevance": one.relevance, **one.parts}),
            adds=_adds(one),
            why="; ".join([*_why(one), f"said by {who} on {said}"]),
            at=message.said_at,
            message=message,
        )


class _ColdShelf(_MemoryShelf):
    """What is out of use, whatever its time and whoever holds its topic now."""

    def __init__(self, access: Access) -> None:
        super().__init__(access, pending=False)

    def scopes(self) -> Sequence[str]:
        return [cold_scope(scope) for scope in self.access.scopes]

    def _served(self, tx: Transaction, record: Record, answer: _Answer) -> bool:
        return is_cold(record)


class _EventShelf(_Shelf):
    layer = Layer.EVENTS
    talk = False

    def scopes(self) -> Sequence[str]:
        return [str(self.access.own_scope)]

    def hits(self, tx: Transaction, ranked: Sequence[Relevant], answer: _Answer, k: int) -> None:
        kept = _Distinct()
        for piece in _pieces(ranked, k):
            found = events.by_ids(tx, self.access.user, [one.found.place.item for one in piece])
            for one in piece:
                event = found.get(one.found.place.item)
                if event is not None and not event.retracted:
                    # What happened twice happened twice, in the same words too.
                    kept.add(self._hit(one, event), says=f"{event.text} {event.at.isoformat()}")
            if len(kept) >= k:
                break
        answer.hits += kept.best(k)

    def _hit(self, one: Relevant, event: Event) -> Hit:
        return Hit(
            id=event.id,
            layer=self.layer,
            text=event.text,
            score=one.relevance,
            parts=MappingProxyType({"relevance": one.relevance, **one.parts}),
            adds=_adds(one),
            why="; ".join([*_why(one), time_line.told(event, self.access.time_zone)]),
            at=event.span(self.access.time_zone)[0],
            event=event,
        )


class _DocumentShelf(_Shelf):
    layer = Layer.KNOWLEDGE
    talk = False
    dated = False

    def __init__(self, access: Access, where: Mapping[str, str] | None) -> None:
        super().__init__(access)
        self._where = checked_metadata(where or {})
        self._wanted: set[str] | None = None
        if self._where:
            self.candidates = ranking.SCORED

    def scopes(self) -> Sequence[str]:
        return [str(scope) for scope in self.access.scopes]

    def parts(self, tx: Transaction) -> Sequence[str]:
        self._wanted = (
            knowledge.described(tx, self.access.scopes, self._where) if self._where else None
        )
        if self._wanted is None or len(self._wanted) > _ALONE:
            return [""]
        return sorted(self._wanted)

    def hits(self, tx: Transaction, ranked: Sequence[Relevant], answer: _Answer, k: int) -> None:
        kept = _Distinct()
        wanted = self._wanted
        asked = [one for one in ranked if wanted is None or one.found.part in wanted]
        for piece in _pieces(asked, k):
            found = knowledge.current_chunks(tx, [one.found.place.item for one in piece])
            for one in piece:
                current = found.get(one.found.place.item)
                if current is not None and current.scope in self.access.scopes:
                    kept.add(self._hit(one, current))
            if len(kept) >= k:
                break
        answer.hits += kept.best(k)

    def _hit(self, one: Relevant, current: knowledge.Current) -> Hit:
        chunk = current.chunk
        return Hit(
            id=one.found.place.item,
            layer=self.layer,
            text=chunk.content.strip(),
            score=one.relevance,
            parts=MappingProxyType({"relevance": one.relevance, **one.parts}),
            adds=_adds(one),
            why="; ".join([*_why(one), f"stands in {chunk.citation}"]),
            at=current.known_from,
            chunk=chunk,
        )


class _FileShelf(_Shelf):
    layer = Layer.FILES
    talk = False
    dated = False

    def scopes(self) -> Sequence[str]:
        return [str(scope) for scope in self.access.scopes]

    def prepare(self) -> list[str]:
        try:
            left = findable.catch_up(self.access, wait=_WRITE_SECONDS)
        except Busy:
            return ["files that were changed just now are not searched: others are writing"]
        return [f"{left} files that were changed are not searched yet"] if left else []

    def hits(self, tx: Transaction, ranked: Sequence[Relevant], answer: _Answer, k: int) -> None:
        kept = _Distinct()
        for piece in _pieces(ranked, k):
            found = findable.passages(tx, [one.found.place.item for one in piece])
            for one in piece:
                if one.found.place.item in found:
                    passage, file = found[one.found.place.item]
                    kept.add(self._hit(one, passage, file))
            if len(kept) >= k:
                break
        answer.hits += kept.best(k)

    def _hit(self, one: Relevant, passage: FilePassage, file: File) -> Hit:
        where = f"{passage.path}:{passage.line}, version {passage.version} of {passage.store_name}"
        return Hit(
            id=one.found.place.item,
            layer=self.layer,
            text=passage.content.strip(),
            score=one.relevance,
            parts=MappingProxyType({"relevance": one.relevance, **one.parts}),
            adds=_adds(one),
            why="; ".join([*_why(one), f"stands in {where}"]),
            at=file.updated_at,
            passage=passage,
        )


def _shelves(
    access: Access,
    layers: Sequence[Layer],
    conversation: str | None,
    where: Mapping[str, str] | None,
    *,
    pending: bool,
    cold: bool,
) -> list[_Shelf]:
    shelves: list[_Shelf] = []
    if cold and tuple(layers) != (Layer.MEMORIES,):
        raise InvalidValue("layers", layers, "what is cold is searched among memories alone")
    for layer in dict.fromkeys(layers):
        if layer is Layer.MEMORIES:
            shelf = _ColdShelf(access) if cold else _MemoryShelf(access, pending=pending)
            shelves.append(shelf)
        elif layer is Layer.CONVERSATION:
            shelves.append(_MessageShelf(access, conversation))
        elif layer is Layer.EVENTS:
            shelves.append(_EventShelf(access))
        elif layer is Layer.KNOWLEDGE:
            shelves.append(_DocumentShelf(access, where))
        elif layer is Layer.FILES:
            shelves.append(_FileShelf(access))
        else:
            raise InvalidValue(
                "layer",
                layer,
                "cannot be searched: memories, conversation, events, knowledge, files can",
            )
    if not shelves:
        raise InvalidValue("layers", layers, "name one at least, e.g. memories")
    if where is not None and Layer.KNOWLEDGE not in layers:
        raise InvalidValue("where", where, "is for documents: ask the layer knowledge")
    return shelves


def _answer(tx: Transaction, shelves: Sequence[_Shelf], asked: _Asked) -> _Answer:
    """Everything that one state of the database says to the query."""
    answer = _Answer()
    blend, generation, begun = UNKNOWN_BLEND, None, False
    if asked.waiting is not None:
        made_by = asked.waiting.embedder.generation
        blend = BLENDS.get(made_by.model, UNKNOWN_BLEND)
        generation = search.find_generation(tx, made_by.key)
        begun = search.generation_in_use(tx) is not None
    terms, weak = asked.terms, weak_terms(asked.query)
    floor = blend.least(len(terms)) if asked.recipe.floor is None else asked.recipe.floor
    for shelf in shelves:
        spaces = shelf.spaces(tx)
        parts = shelf.parts(tx)
        words = search.look_up(
            tx,
            spaces,
            [*terms, *asked.day_terms(talk=shelf.talk)] if shelf.dated else terms,
            weak=shelf.weak(terms, weak),
        )
        keywords = _best(words.candidates(tx, part=part, limit=shelf.candidates) for part in parts)
        keywords = [one for one in keywords if asked.let_through(one)]
        keywords += shelf.beside(tx, spaces, keywords, asked)
        near: Near | None = None
        ready = generation is not None and all(
            search.answers(tx, spaces, generation, part=part) for part in parts
        )
        if asked.vector is not None and generation is not None and ready:
            near = _nearest(
                search.vector_candidates(
                    tx,
                    spaces,
                    generation,
                    asked.vector,
                    part=part,
                    floor=floor,
                    limit=shelf.candidates,
                    also=[one.place for one in keywords if part in ("", one.part)],
                )
                for part in parts
            )
        if asked.vector is not None:
            lacking = sum(search.count_entries(tx, spaces, part=part) for part in parts) - (
                near.seen if near is not None else 0
            )
            answer.not_embedded += lacking
            if lacking and begun and not ready:
                answer.notes.append(
                    "keywords alone: the vectors in use are of another embedder, and those of this "
                    "one are not complete here"
                )
            answer.wanting += near.wanting if near is not None else ()
            room = EMBEDDED_AT_ONCE - len(answer.missing)
            if lacking and room:
                answer.missing |= shelf.missing(tx, generation, room)
        ranked = relevant(
            keywords,
            near,
            blend.share(len(terms)),
            talk=shelf.talk,
            on_time=asked.times.hold if asked.judged_by_time and shelf.dated else None,
            enough=Enough(floor=floor, whole=words.whole(terms)),
            recipe=asked.recipe,
        )
        if asked.within is not None:
            # What stands beside an entry lends to it from any time.
            ranked = [one for one in ranked if asked.within.hold(one.found)]
        shelf.hits(tx, ranked, answer, asked.k)
    if len(shelves) > 1:
        answer.hits.sort(key=lambda hit: (-hit.score, hit.layer, hit.id))
        del answer.hits[asked.k :]
    return answer


def _best(found: Iterable[list[Found]]) -> list[Found]:
    """What several parts of the same spaces have answered, as one answer."""
    together = [one for some in found for one in some]
    together.sort(key=lambda one: (-one.keywords, one.place.space, one.place.seq))
    return together


def _nearest(found: Iterable[Near]) -> Near | None:
    together = [one for one in found if one.seen]
    if not together:
        return None
    cosines = {place: cosine for one in together for place, cosine in one.cosines.items()}
    return Near(
        cosines=cosines,
        found=sorted(
            (each for one in together for each in one.found),
            key=lambda each: (-cosines[each.place], each.place.space, each.place.seq),
        ),
        lowest=min(one.lowest for one in together),
        seen=sum(one.seen for one in together),
        wanting=tuple(space for one in together for space in one.wanting),
    )


def _add_vectors(
    access: Access,
    waiting: Waiting,
    missing: Mapping[Place, str],
    *,
    wait: float | None = None,
) -> tuple[int, StratalError | None]:
    return add_vectors(
        access.database, access.tenant, waiting, missing, now=access.now(), wait=wait
    )


def _leave_to_background(
    access: Access, shelves: Sequence[_Shelf], embedder: Embedder, wanting: Sequence[int]
) -> None:
    """Have what is missing made by whoever does the jobs; once for each space."""
    made_by = embedder.generation.key
    with access.database.read(access.tenant) as tx:
        generation = search.find_generation(tx, made_by)
        needed = [
            job
            for shelf in shelves
            for space in shelf.spaces(tx)
            if search.missing_vectors(tx, [space], generation, 1, part=shelf.part)
            and not jobs.is_waiting(tx, (job := embed_job(made_by, space)))
        ]
        needed += [
            job for space in wanting if not jobs.is_waiting(tx, (job := cells_job(made_by, space)))
        ]
    if not needed:
        return
    # A recall that found the writer busy says the same again: nothing is lost by leaving it.
    with suppress(Busy), access.database.write(access.tenant, wait=_WRITE_SECONDS) as tx:
        for job in needed:
            jobs.enqueue(tx, job, id=access.ids.new(), now=access.now(), again=True)


def _only_times(query: str, now: datetime) -> bool:
    return not query_terms(without_times(query, now))


def _readable(query: str) -> str:
    """The query as text that can be searched for, whatever was pasted into it."""
    text = query[:_QUERY_READ].encode("utf-8", "replace").decode().replace("\x00", " ")
    if not text.strip():
        raise InvalidValue("query", query, "is empty: say what to look for")
    return text


class _Distinct:
    """Hits of which no two say the same: of such as do, the newest."""

    def __init__(self) -> None:
        self._hits: list[Hit] = []
        self._said: list[tuple[str, frozenset[str]]] = []

    def __len__(self) -> int:
        return len(self._hits)

    def add(self, hit: Hit, says: str = "") -> None:
        """Keep it, unless a newer one says the same; then an older one that does goes.

        `says` is what it says if that is more than its text.
        """
        says = (says or hit.text)[:_COMPARED_TEXT]
        if len(self._hits) >= _COMPARED:
            self._hits.append(hit)
            return
        terms = frozenset(terms_of(says))
        for at, other in enumerate(self._hits):
            known, its_terms = self._said[at]
            alike = len(terms & its_terms) >= _ALIKE * len(terms | its_terms)
            if alike and differs_in(says, known) is None:
                if hit.at > other.at:
                    self._hits[at], self._said[at] = hit, (says, terms)
                return
        self._hits.append(hit)
        self._said.append((says, terms))

    def ahead(self, k: int, score: float) -> bool:
        """Whether `k` of them are better than `score`."""
        return sum(hit.score > score for hit in self._hits) >= k

    def best(self, k: int) -> list[Hit]:
        """The first `k` by score, of equal ones the newest first."""
        return sorted(self._hits, key=lambda hit: (-hit.score, -to_micros(hit.at), hit.id))[:k]


def _pieces(ranked: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    return (ranked[at : at + size] for at in range(0, len(ranked), size))


def _adds(one: Relevant, share: float = 1.0, **others: float) -> Mapping[str, float]:
    """What the parts of the relevance add, of which `share` counts, and what adds besides."""
    own = {part: share * one.weights[part] * value for part, value in one.parts.items()}
    return MappingProxyType(own | others)


def _why(one: Relevant) -> list[str]:
    reasons = []
    shared = sorted(one.found.terms.items(), key=lambda term: (-term[1], term[0]))
    words = [term for term, _ in shared if not term.startswith(search.MARKS)]
    if words:
        reasons.append("shares " + ", ".join(words[:_NAMED_TERMS]))
    elif one.parts.get("keywords"):
        reasons.append("stands beside what shares words")
    if one.cosine is not None:
        reasons.append(f"meaning {one.cosine:.2f}")
    if one.parts.get("time"):
        reasons.append("of a day asked for")
    return reasons


def _age(hours: float) -> str:
    return f"{hours:.0f} h" if hours < 48 else f"{hours / 24:.0f} days"
