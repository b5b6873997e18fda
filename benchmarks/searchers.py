"""Ways to search a case: ours, and those that it is measured against.

All of them cut text into the same terms and compare the same vectors, so what differs is the
ranking. Each answers with ids of messages or memories, the best first.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.peers import Contestant, Running, write
from benchmarks.questions import Case
from benchmarks.systems.driver import Told, Work
from stratal import Embedder, Layer, Memory, Principal
from stratal.flows.recall import fill_vectors, recall
from stratal.flows.recalling.hits import Recall
from stratal.flows.relevance import RECIPE, Recipe
from stratal.text.tokens import query_terms, terms, weak_terms
from stratal.transfer.intake import take_in

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DEEP = 300
"""Results asked for: as many as 7,000 tokens of short turns hold."""
_K1, _B = 1.2, 0.75
_RANK = 60

Search = Callable[[str], Sequence[str]]


class Bm25:
    """Each text a document, and nothing else."""

    def __init__(self, case: Case) -> None:
        self._documents = {name: Counter(terms(text)) for name, text in case.passages.items()}
        self._holding: dict[str, list[str]] = defaultdict(list)
        for name, counted in self._documents.items():
            for term in counted:
                self._holding[term].append(name)
        lengths = {name: counted.total() for name, counted in self._documents.items()}
        mean = sum(lengths.values()) / len(lengths)
        self._damping = {
            name: _K1 * (1 - _B + _B * length / mean) for name, length in lengths.items()
        }

    def __call__(self, question: str) -> Sequence[str]:
        scores: dict[str, float] = defaultdict(float)
        for term in (*query_terms(question), *weak_terms(question)):
            holding = self._holding.get(term, [])
            rarity = math.log(
                1 + (len(self._documents) - len(holding) + 0.5) / (len(holding) + 0.5)
            )
            for name in holding:
                count = self._documents[name][term]
                scores[name] += rarity * count * (_K1 + 1) / (count + self._damping[name])
        return sorted(scores, key=lambda name: (-scores[name], name))[:DEEP]


class Vectors:
    """The cosine of each text's vector."""

    def __init__(self, case: Case, embedder: Embedder) -> None:
        import numpy as np

        self._embedder = embedder
        self._names = list(case.passages)
        packed = b"".join(embedder.embed_passages(list(case.passages.values())))
        self._matrix = np.frombuffer(packed, "<f4").reshape(len(self._names), -1)

    def __call__(self, question: str) -> Sequence[str]:
        import numpy as np

        asked: NDArray[np.float32] = np.frombuffer(self._embedder.embed_query(question), "<f4")
        order = np.argsort(-(self._matrix @ asked), kind="stable")[:DEEP]
        return [self._names[at] for at in order]


class RankFusion:
    """Reciprocal ranks of two searches, added."""

    def __init__(self, *searches: Search) -> None:
        self._searches = searches

    def __call__(self, question: str) -> Sequence[str]:
        scores: dict[str, float] = defaultdict(float)
        for search in self._searches:
            for rank, name in enumerate(search(question), start=1):
                scores[name] += 1 / (_RANK + rank)
        return sorted(scores, key=lambda name: (-scores[name], name))[:DEEP]


class Stratal:
    """A case stored in a database as a person's own, and asked through a session."""

    def __init__(self, memory: Memory, case: Case, embedder: Embedder | None) -> None:
        person = Principal(tenant="benchmark", user=case.name)
        self._session = memory.session(person, id="asking", scopes=[f"user:{case.name}"])
        # What a session recalls with, so that another recipe can be measured on the same store.
        self._access = self._session._access  # noqa: SLF001
        self._embedder = embedder
        self._layer = Layer.MEMORIES if case.notes else Layer.CONVERSATION
        account = take_in(case.lines, lambda name: memory.session(person, id=name).conversation)
        assert account.stored == len(case.messages)
        self._notes: dict[str, str] = {}
        for note in case.notes:
            kept = self._session.memories.remember(note.text, valid_from=note.at)
            # What cannot stand alone is refused, and so is not found either.
            if kept.id is not None:
                self._notes.setdefault(kept.id, note.id)
        if embedder is not None:
            while fill_vectors(self._access, embedder, limit=2_000, patience=3_600):
                continue

    def __call__(self, question: str) -> Sequence[str]:
        found = self._session.recall(question, k=DEEP, layers=[self._layer])
        return self._names(found)

    def by(self, question: str, *, recipe: Recipe = RECIPE, vectors: bool = True) -> Sequence[str]:
        """As when called, but by another recipe, or without vectors."""
        found = recall(
            self._access,
            question,
            k=DEEP,
            layers=[self._layer],
            embedder=self._embedder if vectors else None,
            recipe=recipe,
        )
        return self._names(found)

    def _names(self, found: Recall) -> Sequence[str]:
        return [self._notes.get(hit.id, hit.id) for hit in found.hits]


class Peer:
    """A case stored by another system, in a process of its own, and asked by the same vectors."""

    def __init__(
        self, one: Contestant, case: Case, embedder: Embedder, *, folder: Path, environments: Path
    ) -> None:
        """Asks all questions at once, in an empty `folder`."""
        texts = list(case.passages.values())
        questions = list(dict.fromkeys(question.text for question in case.questions))
        dimension = embedder.generation.dimension
        key = str(len(texts))
        work = Work(
            dimension=dimension,
            texts=texts,
            sizes=[len(texts)],
            questions={key: questions},
            answers={key: []},
        )
        vectors = [
            *embedder.embed_passages(texts),
            *(embedder.embed_query(question) for question in questions),
        ]
        write(folder, work, b"".join(vectors))
        self._names: dict[str, list[str]] = defaultdict(list)
        for name, text in case.passages.items():
            self._names[text].append(name)
        running = Running(one, folder, environments)
        try:
            running.step("add", len(texts), 0, len(texts))
            found = running.find(len(texts), len(questions), DEEP)
            self.told: Told = running.tell()
        finally:
            running.end()
        self._found = dict(zip(questions, found, strict=True))

    def __call__(self, question: str) -> Sequence[str]:
        # Texts that are equal are found equally: each time the next of those that have it.
        left = {text: iter(names) for text, names in self._names.items()}
        return [next(left[text]) for text in self._found[question]]
