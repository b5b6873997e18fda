"""Mem0, open source, as it stands after installation: its local Qdrant, and no language model."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from benchmarks.systems.driver import Vectors, run


class Embedding:
    """Takes the place of its embedder: what Mem0 calls is `embed`."""

    def __init__(self, vectors: Vectors) -> None:
        self._vectors = vectors

    def embed(self, text: str, memory_action: str | None = None) -> list[float]:
        return self._vectors.numbers(text)


class Mem0:
    packages = ("mem0ai", "qdrant-client")

    def __init__(self, vectors: Vectors, place: Path) -> None:
        # Both models must have a key to be made; neither is asked.
        model = {"provider": "openai", "config": {"api_key": "none"}}
        store = {
            "path": str(place / "qdrant"),
            "on_disk": True,
            "embedding_model_dims": vectors.dimension,
        }
        self._memory: Any = import_module("mem0").Memory.from_config(
            {
                "vector_store": {"provider": "qdrant", "config": store},
                "embedder": model,
                "llm": model,
                "history_db_path": str(place / "history.db"),
            }
        )
        self._memory.embedding_model = Embedding(vectors)
        synchronous = self._memory.db.connection.execute("PRAGMA synchronous").fetchone()[0]
        journal = self._memory.db.connection.execute("PRAGMA journal_mode").fetchone()[0]
        self.notes = [
            f"SQLite, synchronous {synchronous}, journal {journal}: syncs each commit",
            "without its keyword search, which is not installed by default",
        ]

    def add(self, text: str) -> None:
        self._memory.add(text, user_id="ana", infer=False)

    def search(self, question: str, limit: int) -> list[str]:
        found = self._memory.search(
            question, filters={"user_id": "ana"}, top_k=limit, threshold=0.0
        )
        return [one["memory"] for one in found["results"]]


if __name__ == "__main__":
    run(Mem0)
