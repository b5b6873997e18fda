"""Recall as of an earlier time: what was true then, and what was known then.

The index holds what stands now. What stood earlier is read from the rows, both of its clocks
compared, and ranked by the words it shares with the query, the rarer ones counting more.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from types import MappingProxyType

from stratal.core.checks import whole
from stratal.core.records import Layer
from stratal.errors import InvalidValue
from stratal.flows.recall import MOST, recall
from stratal.flows.recalling.hits import Hit, Reason, Recall
from stratal.flows.times import During, moment_of, range_during
from stratal.layers import events as time_line
from stratal.layers.access import Access
from stratal.layers.events import Events
from stratal.layers.memories import Memories
from stratal.layers.recording.index import search_text
from stratal.text.time_ranges import BEGINNING, TimeRange
from stratal.text.tokens import query_terms
from stratal.text.tokens import terms as terms_of

LAYERS = (Layer.MEMORIES, Layer.CONVERSATION, Layer.EVENTS)
"""Those that can be asked as of an earlier time."""
_CONSIDERED = 1_000


@dataclass(frozen=True, kw_only=True, slots=True)
class _Old:
    hit: Hit
    terms: frozenset[str]


def recall_past(
    access: Access,
    query: str,
    *,
    as_of: datetime | date | str | None,
    known_at: datetime | date | str | None,
    k: int | None,
    layers: Sequence[Layer],
    during: During | None = None,
    conversation: str | None = None,
) -> Recall:
    """At most `k` things that were true at `as_of`, as it was known at `known_at`.

    Either is by default now; a day stands for its end. Messages and events are those said and
    happened by then and written down by then. Raises `InvalidValue` for a layer that keeps no such
    history for recall.
    """
    for layer in layers:
        if layer not in LAYERS:
            raise InvalidValue("layer", layer, "cannot be recalled as of an earlier time")
    k = access.policy.recall_limit if k is None else whole("k", k, 1, MOST)
    if not query.strip():
        raise InvalidValue("query", query, "is empty: say what to look for")
    now = access.now().astimezone(access.time_zone)
    true_at = now if as_of is None else moment_of("as_of", as_of, access.time_zone)
    seen_at = now if known_at is None else moment_of("known_at", known_at, access.time_zone)
    span = None if during is None else range_during(during, now)
    found = [
        old
        for layer in dict.fromkeys(layers)
        for old in _stood(access, layer, true_at, seen_at, query, conversation)
        if span is None or old.hit.at in span
    ]
    zone = access.time_zone
    note = (
        f"true at {true_at.astimezone(zone).isoformat()}, as known at "
        f"{seen_at.astimezone(zone).isoformat()}: ranked by words alone"
    )
    if not found:
        return Recall(hits=(), reason=Reason.NOTHING_STORED, notes=(note,))
    hits = _ranked(found, query_terms(query))[:k]
    reason = Reason.FOUND if hits else Reason.NO_MATCH
    return Recall(hits=tuple(hits), reason=reason, notes=(note,))


def _stood(
    access: Access,
    layer: Layer,
    as_of: datetime,
    known_at: datetime,
    query: str,
    conversation: str | None,
) -> Iterator[_Old]:
    if layer is Layer.MEMORIES:
        for record in Memories(access=access).as_of(as_of, known_at):
            yield _Old(
                hit=Hit(
                    id=record.id,
                    layer=layer,
                    text=record.content,
                    score=0.0,
                    parts={},
                    why=f"held since {record.state.valid_from.date().isoformat()}",
                    at=record.state.valid_from,
                    record=record,
                ),
                terms=frozenset(terms_of(search_text(record))),
            )
    elif layer is Layer.EVENTS:
        for event in Events(access=access).between(BEGINNING, as_of):
            since, _ = event.span(access.time_zone)
            if event.recorded_at <= known_at and since <= as_of:
                hit = Hit(
                    id=event.id,
                    layer=layer,
                    text=event.text,
                    score=0.0,
                    parts={},
                    why=time_line.told(event, access.time_zone),
                    at=since,
                    event=event,
                )
                yield _Old(hit=hit, terms=frozenset(terms_of(time_line.search_text(event))))
    else:
        until = TimeRange(since=BEGINNING, before=as_of, said="")
        said = recall(
            access,
            query,
            embedder=None,
            k=_CONSIDERED,
            layers=[layer],
            conversation=conversation,
            during=until,
        )
        for hit in said.hits:
            if hit.message is not None and hit.message.recorded_at <= known_at:
                yield _Old(hit=hit, terms=frozenset(terms_of(hit.text)))


def _ranked(found: Sequence[_Old], asked: Sequence[str]) -> list[Hit]:
    """Those that share a word with the query, by the rarity of what they share."""
    holding = Counter(term for old in found for term in old.terms.intersection(asked))
    worth = {term: math.log(1 + len(found) / count) for term, count in holding.items()}
    whole = math.fsum(worth.values()) or 1.0
    hits = []
    for old in found:
        shared = sorted(old.terms.intersection(asked), key=lambda term: (-worth[term], term))
        if shared:
            score = math.fsum(worth[term] for term in shared) / whole
            hits.append(_scored(old.hit, score, shared))
    return sorted(hits, key=lambda hit: (-hit.score, -hit.at.timestamp(), hit.id))


def _scored(hit: Hit, score: float, shared: Sequence[str]) -> Hit:
    parts = MappingProxyType({"relevance": score, "keywords": score})
    return Hit(
        id=hit.id,
        layer=hit.layer,
        text=hit.text,
        score=score,
        parts=parts,
        adds=MappingProxyType({"keywords": score}),
        why=f"shares {', '.join(shared[:4])}; {hit.why}",
        at=hit.at,
        record=hit.record,
        message=hit.message,
        event=hit.event,
    )
