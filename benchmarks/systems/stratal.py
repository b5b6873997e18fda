"""Stratal at the durability that it has by default, one layer at a time.

``python -m benchmarks.systems.stratal WORK FOLDER memories`` (or ``conversation``).
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import stratal
from benchmarks.systems.driver import Vectors, run
from stratal import Done, Layer
from stratal.flows.recall import fill_vectors


class Embedding:
    """The vectors as an embedder gives them."""

    def __init__(self, vectors: Vectors) -> None:
        self._vectors = vectors
        self.generation = stratal.Generation(
            model="generated", version="1", dimension=vectors.dimension, normalised=True
        )

    def embed_passages(self, texts: Sequence[str]) -> list[bytes]:
        return [self._vectors.packed(text) for text in texts]

    def embed_query(self, text: str) -> bytes:
        return self._vectors.packed(text)


class Stratal:
    packages = ("stratal", "apsw")

    def __init__(self, vectors: Vectors, place: Path, layer: Layer) -> None:
        self._embedder = Embedding(vectors)
        self._memory = stratal.open(place / "stratal.db", embedder=self._embedder)
        person = stratal.Principal(tenant="acme", user="ana")
        self._session = self._memory.session(person, id="talk")
        self._layer = layer
        self.notes = ["SQLite, durability full: syncs each commit"]

    def add(self, text: str) -> None:
        if self._layer is Layer.MEMORIES:
            outcome = self._session.memories.remember(text)
        else:
            outcome = self._session.conversation.append({"role": "user", "content": text})
        assert outcome.done is Done.STORED, outcome
        # Others keep the vector in the same call, so ours is counted, though a write never waits
        # for it: it is work for the background, which has no other door yet.
        access = self._session._access  # noqa: SLF001
        assert fill_vectors(access, self._embedder, layers=[self._layer], limit=1) == 1

    def search(self, question: str, limit: int) -> list[str]:
        found = self._session.recall(question, k=limit, layers=[self._layer])
        assert not found.not_embedded
        return [hit.text for hit in found.hits]


if __name__ == "__main__":
    run(lambda vectors, place: Stratal(vectors, place, Layer(sys.argv[3])))
