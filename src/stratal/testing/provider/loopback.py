"""The provider: takes a request, checks it, asks the script, answers as the vendor does."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

from stratal.models.embedder import Embedder
from stratal.testing.embedders import HashEmbedder
from stratal.testing.provider import anthropic, openai
from stratal.testing.provider.opaque import Seals, new_id
from stratal.testing.provider.request import Interface, Request
from stratal.testing.provider.script import (
    Answer,
    Failure,
    HangUp,
    Malformed,
    Reply,
    Wire,
    settled,
)
from stratal.testing.provider.server import (
    Response,
    Server,
    Silence,
    Stream,
    Whole,
    as_json,
    bare_events,
    named_events,
)
from stratal.testing.wire import request_faults
from stratal.text.counting import estimate_tokens

_CODED = re.compile(r"compaction_block_(?:ambiguous|misplaced)")
_AT_ITS_END = Failure(status=400, message="the script has no reply left for this request")
Script = Iterable[Reply] | Callable[[Request], Reply]


class LoopbackProvider:
    """A scripted model behind the vendors' interfaces, on a free port of 127.0.0.1.

    `script` is a reply for each request in turn, or a function from the request to its reply. When
    a list is at its end, the next request fails with status 400, which no SDK tries again.

    `api_key`: refuse others with 401 (None takes any that is not empty). `window`: refuse requests
    that cost more tokens than that. `count`: what a request costs, by default an estimate of its
    JSON. `embedder` answers for embeddings. `kinds`: types of blocks and items beyond those known.

    Safe in threads: requests that come at once take the replies in the order of their arrival, and
    a function is called by several threads at once.
    """

    def __init__(
        self,
        script: Script = (),
        *,
        api_key: str | None = None,
        window: int | None = None,
        count: Callable[[Mapping[str, Any]], int] | None = None,
        embedder: Embedder | None = None,
        kinds: Iterable[str] = (),
    ) -> None:
        self._script = script if callable(script) else _in_turn(script)
        self._api_key = api_key
        self._window = window
        self._count = count or _estimate
        self._embedder = embedder or HashEmbedder(256)
        self._kinds = frozenset(kinds)
        self._seals = Seals()
        self._requests: list[Request] = []
        self._threads: dict[str, tuple[Wire, ...]] = {}
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._server = Server(self._answer)

    @property
    def url(self) -> str:
        """The base URL for Anthropic's SDK."""
        return f"http://127.0.0.1:{self._server.port}"

    @property
    def openai_url(self) -> str:
        """The base URL for OpenAI's SDK."""
        return f"{self.url}/v1"

    @property
    def requests(self) -> tuple[Request, ...]:
        """Every request so far whose body was a JSON object, in the order of arrival."""
        with self._lock:
            return tuple(self._requests)

    def requests_of(self, interface: Interface) -> tuple[Request, ...]:
        """The requests of one interface."""
        return tuple(one for one in self.requests if one.interface is interface)

    def close(self) -> None:
        """End the server and every request that is still waiting. May be called again."""
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
        route = urlsplit(path).path
        if route not in {one.value for one in Interface} or method != "POST":
            vendor = Interface.MESSAGES if "anthropic-version" in headers else Interface.CHAT
            return _failed(vendor, Failure(status=404, message=f"no such path: {method} {route}"))
        interface = Interface(route)
        refused = self._identified(interface, headers)
        if refused is not None:
            return _failed(interface, refused)
        try:
            given = json.loads(body)
        except ValueError:
            given = None
        if not isinstance(given, dict):
            said = "The request body is not valid JSON: an object is expected"
            return _failed(interface, Failure(status=400, message=said))
        return self._serve(self._recorded(interface, headers, given))

    def _identified(self, interface: Interface, headers: Mapping[str, str]) -> Failure | None:
        bearer = headers.get("authorization", "").removeprefix("Bearer ").strip()
        key = headers.get("x-api-key") or bearer if interface.anthropic else bearer
        if not key or (self._api_key is not None and key != self._api_key):
            return Failure(status=401)
        if interface.anthropic and "anthropic-version" not in headers:
            return Failure(status=400, message="anthropic-version: header is required")
        return None

    def _recorded(self, interface: Interface, headers: dict[str, str], body: Wire) -> Request:
        held = self._threads.get(_continued(body) or "", ())
        request = Request(interface=interface, headers=headers, body=body, held=held)
        whole = {**body, "messages": request.messages} if held else body
        faults = request_faults(interface.value, whole, betas=request.betas, kinds=self._kinds)
        request = replace(
            request,
            faults=(*faults, *self._seals.faults(request)),
            tokens=max(1, self._count(whole)),
        )
        with self._lock:
            self._requests.append(request)
        return request

    def _serve(self, request: Request) -> Response:
        interface = request.interface
        previous = _continued(request.body)
        if previous is not None and previous not in self._threads:
            said = f"no thread was found for {previous!r}"
            return _failed(interface, Failure(status=404, message=said, code="thread_not_found"))
        if request.faults:
            return _failed(interface, _refusal(request))
        if interface is Interface.COUNT_TOKENS:
            return as_json(anthropic.counted(request))
        if interface is Interface.INPUT_TOKENS:
            return as_json(openai.counted(request))
        if self._window is not None and request.tokens > self._window:
            return _failed(interface, _too_long(interface, request.tokens, self._window))
        try:
            if interface is Interface.EMBEDDINGS:
                return self._embedded(request)
            return self._replied(request, settled(self._script(request)))
        except Exception as error:
            # The script is the test's own code: what it raises is told to the client that waits,
            # with a status that no SDK tries again.
            said = f"the script raised {type(error).__name__}: {error}"
            return _failed(interface, Failure(status=400, message=said))

    def _embedded(self, request: Request) -> Response:
        given = request.body["input"]
        texts: Sequence[str] = [given] if isinstance(given, str) else given
        return as_json(openai.embeddings(request, self._embedder.embed_passages(texts)))

    def _replied(self, request: Request, reply: Answer | Failure | Malformed | HangUp) -> Response:
        if isinstance(reply, Malformed):
            return Whole(status=reply.status, body=reply.body, content_type=reply.content_type)
        self._closing.wait(reply.delay)
        if isinstance(reply, HangUp):
            return Silence()
        if isinstance(reply, Failure):
            return _failed(request.interface, reply)
        if request.interface is Interface.MESSAGES:
            whole = anthropic.answer(request, reply, self._seals)
            if request.body.get("thread") is not None:
                said = {"role": "assistant", "content": whole["content"]}
                self._threads[whole["id"]] = (*request.messages, said)
            events = named_events(anthropic.events(whole))
        elif request.interface is Interface.CHAT:
            whole = openai.completion(request, reply, self._seals)
            events = bare_events(openai.chunks(request, whole))
        else:
            whole = openai.response(request, reply, self._seals)
            events = named_events(openai.response_events(whole))
        headers = _request_id(request.interface)
        if not request.body.get("stream"):
            return as_json(whole, headers=headers)
        cut = islice(events, reply.breaks_after)
        return Stream(events=cut, breaks=reply.breaks_after is not None, headers=headers)


def _in_turn(replies: Iterable[Reply]) -> Callable[[Request], Reply]:
    left: Iterator[Reply] = iter(tuple(replies))
    lock = threading.Lock()

    def reply(request: Request) -> Reply:
        del request
        with lock:
            return next(left, _AT_ITS_END)

    return reply


def _continued(body: Wire) -> str | None:
    """The answer after which a thread goes on that the provider holds; None: there is no such."""
    thread = body.get("thread")
    if not isinstance(thread, dict) or thread.get("type") != "continue":
        return None
    return str(thread.get("previous_message_id"))


def _estimate(body: Mapping[str, Any]) -> int:
    return estimate_tokens(json.dumps(body, ensure_ascii=False))


def _request_id(interface: Interface) -> dict[str, str]:
    return {"request-id" if interface.anthropic else "x-request-id": new_id("req")}


def _failed(interface: Interface, error: Failure) -> Whole:
    headers = _request_id(interface)
    if error.retry_after is not None:
        headers["retry-after-ms"] = str(round(error.retry_after * 1000))
    if interface.anthropic:
        body = anthropic.failure(error, headers["request-id"])
    else:
        body = openai.failure(error)
    return as_json(body, error.status, headers)


def _refusal(request: Request) -> Failure:
    said = "; ".join(request.faults)
    # Anthropic gives some of its refusals a code, by which its SDK raises an error of their own.
    coded = _CODED.search(said) if request.interface.anthropic else None
    return Failure(status=400, message=said, code=None if coded is None else coded.group())


def _too_long(interface: Interface, tokens: int, window: int) -> Failure:
    if interface.anthropic:
        return Failure(
            status=400, message=f"prompt is too long: {tokens} tokens > {window} maximum"
        )
    said = f"This model's maximum context length is {window} tokens; the input has {tokens}"
    return Failure(status=400, message=said, code="context_length_exceeded")
