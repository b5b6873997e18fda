"""An embedder behind OpenAI's interface: OpenAI itself, or any server that speaks as it does.

The vendor's own package asks, waits and tries again: after 408, 409, 429, 5xx, a timeout or a lost
connection, with growing pauses, and as long as the server's ``retry-after`` says. What comes back
is trusted no further than it can be checked.

No word of a server's error is passed on: some repeat the key that they refuse.
"""

from __future__ import annotations

import base64
import binascii
import importlib.util
import json
import os
import re
import struct
import threading
import weakref
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from stratal.core.checks import encodable, name, whole
from stratal.errors import InvalidValue, MissingExtra, ModelUnavailable
from stratal.models.embedder import Generation, packed
from stratal.text.counting import estimate_tokens

if TYPE_CHECKING:
    from openai import OpenAI

KEY = "OPENAI_API_KEY"
"""The variable of the environment that holds the key."""
URL = "OPENAI_BASE_URL"
"""The variable that holds the address of another server."""
LONGEST = 8_000
"""Characters of a text that are embedded: its beginning."""

_HALVINGS = 4
"""So often is a single text that the server refuses cut in half: its tokens may be too many."""
_TOO_MUCH = frozenset({400, 413, 422})
_CODE = re.compile(r"[a-z][a-z_]{2,60}")
_BLANK = "."
"""Stands for a text without any: some servers refuse an empty one."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Known:
    """What is published of a model."""

    dimension: int
    query_prefix: str = ""
    passage_prefix: str = ""
    shortens: bool = False
    """Whether it gives shorter vectors when asked for them."""


_NOMIC = Known(dimension=768, query_prefix="search_query: ", passage_prefix="search_document: ")
_MXBAI = "Represent this sentence for searching relevant passages: "


def _e5(dimension: int) -> Known:
    return Known(dimension=dimension, query_prefix="query: ", passage_prefix="passage: ")


KNOWN: Mapping[str, Known] = MappingProxyType(
    {
        "text-embedding-3-small": Known(dimension=1536, shortens=True),
        "text-embedding-3-large": Known(dimension=3072, shortens=True),
        "text-embedding-ada-002": Known(dimension=1536),
        "bge-m3": Known(dimension=1024),
        "mxbai-embed-large": Known(dimension=1024, query_prefix=_MXBAI),
        "nomic-embed-text": _NOMIC,
        "multilingual-e5-small": _e5(384),
        "multilingual-e5-base": _e5(768),
        "multilingual-e5-large": _e5(1024),
    }
)
"""By the name's last part without a tag, as in ``intfloat/multilingual-e5-base:latest``."""


class OpenAIEmbedder:
    """`model` behind OpenAI's ``/embeddings``, its vectors scaled to length one.

    `dimension` and prefixes are known of some models, see `KNOWN`; a dimension that is not the
    model's own is asked of the server. `base_url` is by default ``$OPENAI_BASE_URL``, else OpenAI;
    `key` names the variable with the key, which is read at the first call. `version` tells two
    servers apart whose models bear one name. A request holds at most `batch` texts and about
    `batch_tokens` tokens; it may take `timeout` seconds and is repeated `retries` times.

    Making one asks nobody. Raises `InvalidValue` for a wrong argument and `MissingExtra` without
    the extra ``openai``. Calls raise `ModelUnavailable` when there is no key, no answer, or one
    that is not a vector of this generation for each text. Safe in threads.
    """

    def __init__(
        self,
        model: str,
        *,
        dimension: int | None = None,
        base_url: str | None = None,
        key: str = KEY,
        query_prefix: str | None = None,
        passage_prefix: str | None = None,
        version: str = "1",
        longest: int = LONGEST,
        batch: int = 64,
        batch_tokens: int = 100_000,
        timeout: float = 30.0,
        retries: int = 4,
    ) -> None:
        name("model", model)
        known = KNOWN.get(model.rpartition("/")[2].partition(":")[0])
        if dimension is None and known is None:
            raise InvalidValue(
                "dimension",
                dimension,
                f"say how many numbers {model} gives: dimension=…, or openai:{model}@…",
            )
        self._dimension = dimension if dimension is not None else (known or _NOMIC).dimension
        whole("dimension", self._dimension, 1, 100_000)
        self._asks_dimension = bool(known and known.shortens and self._dimension != known.dimension)
        self._query = _prefix("query_prefix", query_prefix, known.query_prefix if known else "")
        self._passage = _prefix(
            "passage_prefix", passage_prefix, known.passage_prefix if known else ""
        )
        self._url = None if base_url is None else _address(base_url)
        self._key = name("key", key)
        self._longest = whole("longest", longest, 1, 1_000_000)
        self._batch = whole("batch", batch, 1, 2_048)
        self._batch_tokens = whole("batch_tokens", batch_tokens, 1, 10_000_000)
        if not timeout > 0:
            raise InvalidValue("timeout", timeout, "must be a number of seconds over 0")
        self._timeout = timeout
        self._retries = whole("retries", retries, 0, 100)
        prefixes = blake2b(json.dumps([self._query, self._passage]).encode(), digest_size=4)
        self._generation = Generation(
            model=model,
            version=f"openai-{version}+{prefixes.hexdigest()}+first{longest}",
            dimension=self._dimension,
            normalised=True,
        )
        if importlib.util.find_spec("openai") is None:
            raise MissingExtra("An embedder behind OpenAI's interface", "openai")
        self._client: OpenAI | None = None
        self._lock = threading.Lock()

    def __repr__(self) -> str:
        return f"OpenAIEmbedder({self._generation.model!r}, dimension={self._dimension})"

    @property
    def generation(self) -> Generation:
        """Known without asking: model, version, prefixes, cut and dimension."""
        return self._generation

    def embed_passages(self, texts: Sequence[str]) -> list[bytes]:
        """One vector for each text, in order. All or none."""
        vectors: list[bytes] = []
        for some in self._batches([self._prepared(self._passage, text) for text in texts]):
            vectors += self._embed(some)
        return vectors

    def embed_query(self, text: str) -> bytes:
        """The vector of one query."""
        return self._embed([self._prepared(self._query, text)])[0]

    def _prepared(self, prefix: str, text: str) -> str:
        said = text[: self._longest].encode("utf-8", "replace").decode().replace("\x00", " ")
        return prefix + (said if said.strip() else _BLANK)

    def _batches(self, texts: Sequence[str]) -> Iterator[list[str]]:
        some: list[str] = []
        tokens = 0
        for text in texts:
            costs = estimate_tokens(text)
            if some and (len(some) == self._batch or tokens + costs > self._batch_tokens):
                yield some
                some, tokens = [], 0
            some.append(text)
            tokens += costs
        if some:
            yield some

    def _embed(self, texts: Sequence[str], halvings: int = _HALVINGS) -> list[bytes]:
        """The vectors of one request, or of several smaller ones where it was too much."""
        found = self._asked(texts)
        if isinstance(found, bytes):
            return self._vectors(found, len(texts))
        if found.status in _TOO_MUCH and len(texts) > 1:
            half = len(texts) // 2
            return self._embed(texts[:half]) + self._embed(texts[half:])
        if found.status in _TOO_MUCH and halvings and len(texts[0]) > 1:
            return self._embed([texts[0][: (len(texts[0]) + 1) // 2]], halvings - 1)
        raise self._unavailable(found.problem)

    def _asked(self, texts: Sequence[str]) -> bytes | _Refused:
        """The body of the answer, or what was wrong."""
        import openai

        client = self._opened()
        try:
            raw = client.embeddings.with_raw_response.create(
                model=self._generation.model,
                input=list(texts),
                # Every server knows this form, and some no other.
                encoding_format="float",
                dimensions=self._dimension if self._asks_dimension else openai.omit,
            )
            return bytes(raw.http_response.content)
        except openai.APIStatusError as error:
            code = error.code if isinstance(error.code, str) else ""
            return self._refused(error.status_code, code)
        except openai.APITimeoutError:
            problem = f"no answer within {self._timeout:g} s, {self._tried}"
        except openai.APIConnectionError:
            problem = f"cannot be reached, {self._tried}"
        except (openai.OpenAIError, ValueError) as error:
            problem = f"gave what is no answer ({type(error).__name__})"
        return _Refused(status=0, problem=problem)

    def _refused(self, status: int, code: str) -> _Refused:
        said = f"status {status}, {code}" if _CODE.fullmatch(code) else f"status {status}"
        if status in (401, 403):
            mend = f"refuses the key ({said}): check ${self._key}"
        elif status == 404:
            mend = f"knows no such model or path ({said}): check the model and the address"
        elif status == 429 or status >= 500:
            mend = f"does not answer ({said}), {self._tried}"
        else:
            mend = f"refuses the request ({said})"
        return _Refused(status=status, problem=mend)

    @property
    def _tried(self) -> str:
        return f"tried {self._retries + 1} times" if self._retries else "tried once"

    def _opened(self) -> OpenAI:
        with self._lock:
            if self._client is None:
                from openai import OpenAI

                url = self._url or os.environ.get(URL) or None
                # A server of one's own may want no key, but the package wants one.
                key = os.environ.get(self._key) or ("none" if url else "")
                if not key:
                    raise self._unavailable(f"has no key: set ${self._key}")
                self._client = OpenAI(
                    api_key=key, base_url=url, timeout=self._timeout, max_retries=self._retries
                )
                # It keeps connections, and does not close them when nobody uses it any more.
                weakref.finalize(self, self._client.close)
            return self._client

    def _vectors(self, body: bytes, count: int) -> list[bytes]:
        """The vectors in the order of the texts, whatever the order of the answer."""
        try:
            data = json.loads(body)["data"]
            vectors = {int(one["index"]): _numbers(one["embedding"]) for one in data}
        except (ValueError, TypeError, LookupError, ArithmeticError, RecursionError, struct.error):
            raise self._unavailable("gave what is no answer to a request for embeddings") from None
        if len(data) != count or set(vectors) != set(range(count)):
            raise self._unavailable(f"gave {len(data)} vectors, not one for each of {count} texts")
        return [packed(vectors[at], self._generation) for at in range(count)]

    def _unavailable(self, problem: str) -> ModelUnavailable:
        url = self._url or os.environ.get(URL) or ""
        # Without what may stand in it beside the host: a password, a key.
        host = urlsplit(url).hostname or "api.openai.com"
        return ModelUnavailable(f"{self._generation.model} at {host}", problem)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Refused:
    status: int
    """Of HTTP; 0 without an answer."""
    problem: str


def from_name(text: str) -> OpenAIEmbedder:
    """The embedder of ``MODEL`` or ``MODEL@DIMENSION``: what stands after ``openai:``."""
    model, at, dimension = text.rpartition("@")
    if not at:
        return OpenAIEmbedder(text)
    if not dimension.isascii() or not dimension.isdigit():
        raise InvalidValue("dimension", dimension, "write openai:MODEL@NUMBER, as in …@1024")
    return OpenAIEmbedder(model, dimension=int(dimension))


def _prefix(field: str, given: str | None, known: str) -> str:
    return known if given is None else encodable(field, given)


def _address(url: str) -> str:
    parts = urlsplit(encodable("base_url", url))
    if parts.scheme not in ("http", "https") or not parts.hostname:
        # The address may hold a password, so it is not repeated.
        raise InvalidValue("base_url", parts.scheme, "write http://host/v1 or https://host/v1")
    return url


def _numbers(value: Any) -> Sequence[float]:
    """A vector as JSON numbers, or as the base64 that some servers give unasked."""
    if isinstance(value, str):
        try:
            raw = base64.b64decode(value, validate=True)
        except binascii.Error as error:
            raise ValueError("no base64") from error
        return struct.unpack(f"<{len(raw) // 4}f", raw)
    if not isinstance(value, list) or any(type(one) not in (int, float) for one in value):
        raise ValueError("no vector")
    return [float(one) for one in value]
