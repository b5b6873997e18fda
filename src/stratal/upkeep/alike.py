"""What seems to say the same in other words: proposed to a person, and merged by nobody else.

A sweep unites what differs in fillers at most. Two memories whose vectors are as near as
`merge_above` asks may be a paraphrase, or the opposite: no model is asked, and nothing is done.
What differs in a number, date, identifier, name, negation, topic, scope or kind is not proposed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from stratal.core.identity import Scope
from stratal.core.policy import Policy
from stratal.core.records import Layer, Status
from stratal.flows.forgetting import rules
from stratal.flows.forgetting.sweep import Ground
from stratal.storage import search, sweeps
from stratal.storage.database import Transaction
from stratal.storage.sweeps import Candidate
from stratal.text.likeness import differs_in, near_statement

if TYPE_CHECKING:
    import numpy as np

COMPARED = 2_000
"""Memories of a scope that are compared, the newest: each with each other."""
_PAGE = 500


@dataclass(frozen=True, kw_only=True, slots=True)
class Alike:
    """Two memories of which one may be enough."""

    scope: Scope
    stays: Candidate
    """What a person said or confirmed before others, then the newest."""
    other: Candidate
    likeness: float
    """Cosine of their vectors."""


def alike(ground: Ground) -> list[Alike]:
    """All such pairs of a tenant, the nearest first. Writes nothing."""
    found = [one for scope in ground.scopes(Layer.MEMORIES) for one in _of_scope(ground, scope)]
    return sorted(found, key=lambda one: (-one.likeness, one.stays.id, one.other.id))


def _of_scope(ground: Ground, scope: Scope) -> Iterator[Alike]:
    with ground.database.read(ground.tenant) as tx:
        some = sorted(_in_use(tx, scope), key=lambda one: (one.written, one.id))[-COMPARED:]
        vectors = _vectors(tx, scope, [one.id for one in some])
    groups: dict[tuple[object, ...], list[Candidate]] = defaultdict(list)
    for one in some:
        if one.id in vectors and not one.undone:
            groups[one.kind, one.topic].append(one)
    for group in groups.values():
        for first, second, likeness in _near(group, vectors, ground.policy):
            if not _proposable(first, second):
                continue
            stays = rules.survivor([first, second])
            other = second if stays is first else first
            yield Alike(scope=scope, stays=stays, other=other, likeness=likeness)


def _proposable(one: Candidate, other: Candidate) -> bool:
    """Whether nothing tells them apart by rule, and no sweep unites them."""
    return differs_in(one.content, other.content) is None and not near_statement(
        one.content, other.content
    )


def _near(
    group: Sequence[Candidate], vectors: dict[str, np.ndarray[Any, Any]], policy: Policy
) -> Iterable[tuple[Candidate, Candidate, float]]:
    import numpy as np

    least = rules.class_of(policy, Layer.MEMORIES, group[0].kind).merge_above
    if least is None or len(group) < 2:
        return
    together = np.stack([vectors[one.id] for one in group])
    for at in range(len(group) - 1):
        cosines = together[at + 1 :] @ together[at]
        for place in np.flatnonzero(cosines >= least).tolist():
            yield group[at], group[at + 1 + place], float(cosines[place])


def _in_use(tx: Transaction, scope: Scope) -> Iterator[Candidate]:
    after = ""
    while page := sweeps.candidates(tx, Layer.MEMORIES, scope, after, _PAGE):
        yield from (one for one in page if one.status is Status.ACTIVE)
        after = page[-1].id


def _vectors(tx: Transaction, scope: Scope, ids: Sequence[str]) -> dict[str, np.ndarray[Any, Any]]:
    """The vectors in use of these memories, of length one, as far as they have any."""
    import numpy as np

    space = search.find_space(tx, Layer.MEMORIES, str(scope))
    in_use = search.generation_in_use(tx)
    if space is None or in_use is None:
        return {}
    found: dict[str, np.ndarray[Any, Any]] = {}
    waiting = iter(ids)
    while some := list(islice(waiting, _PAGE)):
        places = {one.place.seq: one.place.item for one in search.named(tx, [space], some)}
        held = tx.vectors_of(generation=in_use[0], space=space, seqs=sorted(places))
        for seq, packed in held.items():
            vector = np.frombuffer(packed, dtype="<f4")
            length = float(np.linalg.norm(vector))
            if length:
                found[places[seq]] = vector / length
    return found
