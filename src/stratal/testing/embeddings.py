"""A server of embeddings on the loopback address that fails as it is told to.

`stratal.testing.provider` answers for embeddings too, always well; this one is for what goes wrong
between an embedder and its server.
"""

from __future__ import annotations

import base64
import json
import struct
import threading
from collections import deque
from collections.abc import Callable, Iterable
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

from stratal.models.embedder import Embedder
from stratal.testing.embedders import HashEmbedder
from stratal.testing.provider.script import Failure, HangUp, Malformed, Wire
from stratal.testing.provider.server import Response, Server, Silence, Whole, as_json

PATH = "/v1/embeddings"

Change = Callable[[Wire], Wire]
"""Makes another body of a good answer."""
Fault = Failure | HangUp | Malformed | Change | None


class EmbeddingServer:
    """Answers with `embedder`'s vectors; the next request with the next of `faults`.

    None is no fault. A `delay` holds the answer back and is ended by `close`. `refuses` is the
    number of characters in all inputs over which a request gets status 400; `base64` answers in
    that form whatever was asked for. Safe in threads.
    """

    def __init__(
        self,
        faults: Iterable[Fault] = (),
        *,
        embedder: Embedder | None = None,
        always: Fault = None,
        refuses: int | None = None,
        base64: bool = False,
    ) -> None:
        self._embedder = embedder or HashEmbedder(64)
        self._faults = deque(faults)
        self._always = always
        self._refuses = refuses
        self._base64 = base64
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self.bodies: list[Wire] = []
        """Every request so far."""
        self.keys: list[str] = []
        """What stood in its authorization."""
        self._server = Server(self._answer)

    @property
    def url(self) -> str:
        """The base URL for OpenAI's SDK."""
        return f"http://127.0.0.1:{self._server.port}/v1"

    def close(self) -> None:
        """End it and every answer that is held back. May be called again."""
        if not self._closing.is_set():
            self._closing.set()
            self._server.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _answer(self, method: str, path: str, headers: dict[str, str], body: bytes) -> Response:
        if method != "POST" or urlsplit(path).path != PATH:
            return _failed(Failure(status=404))
        given = json.loads(body)
        with self._lock:
            self.bodies.append(given)
            self.keys.append(headers.get("authorization", ""))
            fault = self._faults.popleft() if self._faults else self._always
        if isinstance(fault, Failure):
            self._closing.wait(fault.delay)
            return _failed(fault)
        if isinstance(fault, HangUp):
            self._closing.wait(fault.delay)
            return Silence()
        if isinstance(fault, Malformed):
            return Whole(status=fault.status, body=fault.body, content_type=fault.content_type)
        texts = [given["input"]] if isinstance(given["input"], str) else given["input"]
        if self._refuses is not None and sum(map(len, texts)) > self._refuses:
            return _failed(Failure(status=400, code="context_length_exceeded"))
        answer = self._embedded(texts, given)
        return as_json(answer if fault is None else fault(answer))

    def _embedded(self, texts: list[str], given: Wire) -> Wire:
        packed = self._base64 or given.get("encoding_format") == "base64"
        data: list[Wire] = [
            {"object": "embedding", "index": at, "embedding": _written(vector, packed=packed)}
            for at, vector in enumerate(self._embedder.embed_passages(texts))
        ]
        usage = {"prompt_tokens": len(texts), "total_tokens": len(texts)}
        return {"object": "list", "data": data, "model": given["model"], "usage": usage}


def _written(vector: bytes, *, packed: bool) -> Any:
    if packed:
        return base64.b64encode(vector).decode()
    return list(struct.unpack(f"<{len(vector) // 4}f", vector))


def _failed(fault: Failure) -> Response:
    error = {
        "message": fault.message or "as scripted",
        "type": fault.kind or "error",
        "code": fault.code,
    }
    headers = {}
    if fault.retry_after is not None:
        headers["retry-after-ms"] = str(round(fault.retry_after * 1000))
    return as_json({"error": error}, fault.status, headers)
