"""LangGraph's store on SQLite, with its vector index where extensions can be loaded."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from benchmarks.systems.driver import Vectors, run


class LangGraph:
    packages = ("langgraph-checkpoint-sqlite", "sqlite-vec", "langchain-core")

    def __init__(self, vectors: Vectors, place: Path) -> None:
        self.notes = []
        try:
            sys.modules["sqlite3"] = import_module("pysqlite3")
            sys.modules["sqlite3.dbapi2"] = import_module("pysqlite3.dbapi2")
        except ImportError:
            self.notes.append("without its vector index: this Python's sqlite3 loads no extensions")
        base = import_module("langchain_core.embeddings").Embeddings

        class Embedding(base):  # type: ignore[misc, valid-type]
            def embed_documents(self, texts: list[str]) -> list[list[float]]:
                return [vectors.numbers(text) for text in texts]

            def embed_query(self, text: str) -> list[float]:
                return vectors.numbers(text)

        index = {"dims": vectors.dimension, "embed": Embedding(), "text_fields": ["text"]}
        store: Any = import_module("langgraph.store.sqlite").SqliteStore
        self._opened = store.from_conn_string(
            str(place / "store.db"), index=None if self.notes else index
        )
        self._store = self._opened.__enter__()
        self._store.setup()
        synchronous = self._store.conn.execute("PRAGMA synchronous").fetchone()[0]
        journal = self._store.conn.execute("PRAGMA journal_mode").fetchone()[0]
        self.notes.append(
            f"SQLite, synchronous {synchronous}, journal {journal}: syncs each commit"
        )
        self._added = 0

    def add(self, text: str) -> None:
        self._added += 1
        self._store.put(("ana",), str(self._added), {"text": text})

    def search(self, question: str, limit: int) -> list[str]:
        return [
            one.value["text"] for one in self._store.search(("ana",), query=question, limit=limit)
        ]


if __name__ == "__main__":
    run(LangGraph)
