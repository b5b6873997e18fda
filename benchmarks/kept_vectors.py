"""An embedder that keeps what it has computed in a file: a set is embedded once, not each run."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from stratal import Embedder
from stratal.models.embedder import Generation


class KeptVectors:
    """`embedder`, asked only for texts that `file` does not hold yet. For one thread at a time."""

    def __init__(self, embedder: Embedder, file: Path) -> None:
        self._embedder = embedder
        file.parent.mkdir(parents=True, exist_ok=True)
        # Recall asks from a thread of its own, and waits for it.
        self._kept = sqlite3.connect(file, check_same_thread=False, isolation_level=None)
        self._kept.execute("CREATE TABLE IF NOT EXISTS kept (key BLOB PRIMARY KEY, vector BLOB)")
        self._kept.execute("PRAGMA synchronous = off")

    @property
    def generation(self) -> Generation:
        return self._embedder.generation

    def embed_passages(self, texts: Sequence[str]) -> list[bytes]:
        keys = {text: self._key("passage", text) for text in texts}
        missing = [text for text in keys if self._find(keys[text]) is None]
        # Texts of like length, so that a batch is not padded to its longest.
        missing.sort(key=len)
        for text, vector in zip(missing, self._embedder.embed_passages(missing), strict=True):
            self._keep(keys[text], vector)
        return [self._known(keys[text]) for text in texts]

    def embed_query(self, text: str) -> bytes:
        key = self._key("query", text)
        if self._find(key) is None:
            self._keep(key, self._embedder.embed_query(text))
        return self._known(key)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._kept.close()

    def _key(self, use: str, text: str) -> bytes:
        return hashlib.sha256(f"{self.generation.key} {use} {text}".encode()).digest()

    def _find(self, key: bytes) -> bytes | None:
        row = self._kept.execute("SELECT vector FROM kept WHERE key = ?", (key,)).fetchone()
        return None if row is None else row[0]

    def _known(self, key: bytes) -> bytes:
        vector = self._find(key)
        assert vector is not None
        return vector

    def _keep(self, key: bytes, vector: bytes) -> None:
        self._kept.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", (key, vector))
