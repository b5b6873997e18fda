"""Embedders whose answers a test decides: by table, by words, not at all, or not yet.

They keep the whole contract of the port, need neither numpy nor weights, and are safe in threads.
`model` and `version` make another generation of the same thing, as after a change of model.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Collection, Mapping, Sequence
from hashlib import blake2b

from stratal.errors import ModelUnavailable
from stratal.models.embedder import Embedder, Generation, packed

# A Han character is a word of its own; in other scripts a word is what stands between blanks.
_HAN = r"\u3400-\u9fff\U00020000-\U0003ffff"
_WORD = re.compile(rf"[{_HAN}]|[^\W{_HAN}]+")


class TableEmbedder:
    """Gives each text the vector written down for it, scaled to length one.

    A text that is not in the table gets `default`; without one the call raises `ModelUnavailable`.
    A vector of another size than `dimension` is refused when it is made.
    """

    def __init__(
        self,
        vectors: Mapping[str, Sequence[float]],
        dimension: int,
        *,
        default: Sequence[float] | None = None,
        model: str = "table",
        version: str = "1",
    ) -> None:
        self._generation = Generation(
            model=model, version=version, dimension=dimension, normalised=True
        )
        self._vectors = {text: packed(vector, self._generation) for text, vector in vectors.items()}
        self._default = None if default is None else packed(default, self._generation)
        self.seen: list[str] = []
        """Every text that was embedded, queries too, in order."""

    @property
    def generation(self) -> Generation:
        return self._generation

    def embed_passages(self, texts: Sequence[str]) -> list[bytes]:
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text: str) -> bytes:
        vector = self._vectors.get(text, self._default)
        if vector is None:
            raise ModelUnavailable(self._generation.model, f"no vector was scripted for {text!r}")
        self.seen.append(text)
        return vector


class HashEmbedder:
    """Counts words in hashed buckets: texts that share words are near, others far.

    The same text has the same vector in every process. A text without a word has one as well.
    """

    def __init__(self, dimension: int = 64, *, model: str = "hash", version: str = "1") -> None:
        self._generation = Generation(
            model=model, version=version, dimension=dimension, normalised=True
        )
        self.seen: list[str] = []
        """Every text that was embedded, queries too, in order."""

    @property
    def generation(self) -> Generation:
        return self._generation

    def embed_passages(self, texts: Sequence[str]) -> list[bytes]:
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text: str) -> bytes:
        counts = [0.0] * self._generation.dimension
        for word in _WORD.findall(text.casefold()) or [""]:
            # Salted by the generation: vectors of two generations must not agree by accident.
            named = f"{self._generation.key}|{word}".encode("utf-8", "surrogatepass")
            digest = blake2b(named, digest_size=8).digest()
            # Counts are never negative, so that no text cancels to a vector of zeros.
            counts[int.from_bytes(digest, "big") % len(counts)] += 1
        self.seen.append(text)
        return packed(counts, self._generation)


class FailingEmbedder:
    """Raises `ModelUnavailable` in the place of another embedder, whose generation it has.

    With `texts` only a call that holds one of them fails; with `times` only that many calls do.
    After `repair` everything is answered by the other embedder.
    """

    def __init__(
        self,
        inner: Embedder | None = None,
        *,
        texts: Collection[str] | None = None,
        times: int | None = None,
    ) -> None:
        self._inner: Embedder = HashEmbedder() if inner is None else inner
        self._texts = texts
        self._times = times
        self._lock = threading.Lock()
        self.failed = 0
        """How many calls have failed."""

    @property
    def generation(self) -> Generation:
        return self._inner.generation

    def embed_passages(self, texts: Sequence[str]) -> list[bytes]:
        self._fail_if_due(texts)
        return self._inner.embed_passages(texts)

    def embed_query(self, text: str) -> bytes:
        self._fail_if_due([text])
        return self._inner.embed_query(text)

    def repair(self) -> None:
        """From now on no call fails."""
        with self._lock:
            self._times = self.failed

    def _fail_if_due(self, texts: Sequence[str]) -> None:
        with self._lock:
            if self._times is not None and self.failed >= self._times:
                return
            if self._texts is not None and not any(text in self._texts for text in texts):
                return
            self.failed += 1
        raise ModelUnavailable(self.generation.model, "does not answer (as scripted)")


class SlowEmbedder:
    """Embeds `after` texts, then waits until the test says so: the middle of a long work, held.

    The thread that embeds sets `waiting` and goes on when `release` is set. After `patience`
    seconds without it, it raises `ModelUnavailable`, so that a forgotten release cannot hang a
    test.
    """

    def __init__(
        self, inner: Embedder | None = None, *, after: int = 0, patience: float = 30.0
    ) -> None:
        self._inner: Embedder = HashEmbedder() if inner is None else inner
        self._left = after
        self._patience = patience
        self._lock = threading.Lock()
        self.waiting = threading.Event()
        self.release = threading.Event()

    @property
    def generation(self) -> Generation:
        return self._inner.generation

    def embed_passages(self, texts: Sequence[str]) -> list[bytes]:
        vectors: list[bytes] = []
        for text in texts:
            self._pass()
            vectors.extend(self._inner.embed_passages([text]))
        return vectors

    def embed_query(self, text: str) -> bytes:
        self._pass()
        return self._inner.embed_query(text)

    def _pass(self) -> None:
        with self._lock:
            self._left -= 1
            free = self._left >= 0
        if free:
            return
        self.waiting.set()
        if not self.release.wait(self._patience):
            problem = f"was not released within {self._patience:g} s"
            raise ModelUnavailable(self.generation.model, problem)
