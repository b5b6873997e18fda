"""Recall: the few stored things that bear on a query, each with the reason, or nothing.

Scopes come first: only the spaces of the session's scopes, and of the person's own conversations,
are searched at all. There keywords and vectors nominate candidates, neither gates the other, and
what is nominated is read, checked and scored.

Nothing here writes but for one thing: vectors that are missing are computed, a few at a time and
outside of any transaction, and kept for the next recall. What is missing even then is left to a job
in the background.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime

from stratal.core.checks import whole
from stratal.core.records import Layer
from stratal.errors import Busy, InvalidValue, ModelUnavailable, StratalError
from stratal.flows.embedding import PATIENCE, Waiting, add_vectors, cells_job, embed_job
from stratal.flows.recalling.hits import Reason, Recall
from stratal.flows.recalling.shelf import WRITE_SECONDS, Answer, Asked, Shelf
from stratal.flows.recalling.shelves import shelves_of
from stratal.flows.relevance import (
    BLENDS,
    RECIPE,
    UNKNOWN_BLEND,
    Enough,
    Recipe,
    relevant,
)
from stratal.flows.times import (
    During,
    range_during,
    times_asked,
    times_of,
    without_times,
)
from stratal.layers.access import Access
from stratal.models.embedder import Embedder
from stratal.storage import jobs, search
from stratal.storage.database import Transaction
from stratal.storage.search import Found, Near, Place
from stratal.text.tokens import query_terms, weak_terms

MOST = 1_000
"""Results that one recall can be asked for."""
EMBEDDED_AT_ONCE = 64
"""Missing vectors that one recall computes; the rest is work for the background."""

_QUERY_READ = 100_000
"""Characters of a query that are looked at."""


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
    shelves = shelves_of(access, layers, conversation, where, pending=pending, cold=cold)
    now = access.now().astimezone(access.time_zone)
    within = None if during is None else times_of([range_during(during, now)], now)
    notes = [note for shelf in shelves for note in shelf.prepare()]
    with access.database.read(access.tenant) as tx:
        stored = [shelf for shelf in shelves if shelf.count(tx)]
    if not stored:
        return Recall(hits=(), reason=Reason.NOTHING_STORED, notes=tuple(notes))
    asked = Asked(
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
        added, problem = _add_vectors(access, asked.waiting, answer.missing, wait=WRITE_SECONDS)
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
        for shelf in shelves_of(access, layers, None, None, pending=True, cold=False):
            missing |= shelf.missing(tx, generation, limit - len(missing))
    if not missing:
        return 0
    added, problem = _add_vectors(access, Waiting(embedder, patience), missing)
    if problem is not None and not added:
        raise problem
    return added


def _answer(tx: Transaction, shelves: Sequence[Shelf], asked: Asked) -> Answer:
    """Everything that one state of the database says to the query."""
    answer = Answer()
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
    access: Access, shelves: Sequence[Shelf], embedder: Embedder, wanting: Sequence[int]
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
    with suppress(Busy), access.database.write(access.tenant, wait=WRITE_SECONDS) as tx:
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
