"""The HTTP side: threads on the loopback address, kept connections, streams, hang-ups.

The standard library's server: it is here already, each connection is a thread that may wait, and a
test may break the protocol on purpose, which a framework would prevent.
"""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from stratal.testing.provider.script import Wire


@dataclass(frozen=True, kw_only=True, slots=True)
class Whole:
    """A response with its body."""

    status: int
    body: bytes
    content_type: str = "application/json"
    headers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class Stream:
    """Server-sent events. `breaks`: the connection is closed after them without an end."""

    events: Iterable[bytes]
    breaks: bool = False
    headers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True, slots=True)
class Silence:
    """The connection is closed and nothing is said."""


Response = Whole | Stream | Silence
Answering = Callable[[str, str, dict[str, str], bytes], Response]
"""From method, path, headers (names in lower case) and body to the response."""


class Server:
    """Serves `answering` on a free port of 127.0.0.1 until it is closed."""

    def __init__(self, answering: Answering) -> None:
        self._connections: dict[socket.socket, threading.Thread] = {}
        self._lock = threading.Lock()
        self._http = _Http(("127.0.0.1", 0), _handler(answering))
        self._http.owner = self
        self._thread = threading.Thread(
            target=self._http.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True
        )
        self._thread.start()

    @property
    def port(self) -> int:
        return int(self._http.server_address[1])

    def close(self) -> None:
        """Stop listening, end what is going on, and wait for its threads. May be called again."""
        self._http.shutdown()
        with self._lock:
            waiting = dict(self._connections)
        for connection in waiting:
            _shut(connection)
        for thread in [*waiting.values(), self._thread]:
            thread.join()
        self._http.server_close()

    def opened(self, connection: socket.socket, thread: threading.Thread) -> None:
        """A thread begins to serve a connection."""
        with self._lock:
            self._connections[connection] = thread

    def ended(self, connection: socket.socket) -> None:
        """A connection is served and closed."""
        with self._lock:
            self._connections.pop(connection, None)


class _Http(ThreadingHTTPServer):
    owner: Server

    def process_request(self, request: Any, client_address: Any) -> None:
        # A daemon, so that a program that forgets to close the server still ends.
        thread = threading.Thread(
            target=self.process_request_thread, args=(request, client_address), daemon=True
        )
        self.owner.opened(request, thread)
        thread.start()

    def shutdown_request(self, request: Any) -> None:
        self.owner.ended(request)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that goes away in the middle of things is none of our business."""


def _handler(answering: Answering) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        # Head and body are two writes: without this the second waits for the client.
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            self._respond(b"")

        def do_POST(self) -> None:
            length = int(self.headers.get("content-length") or 0)
            self._respond(self.rfile.read(length))

        def log_message(self, format: str, *args: object) -> None:
            """A server in a test keeps its requests, and prints none."""

        def _respond(self, body: bytes) -> None:
            headers = {name.lower(): value for name, value in self.headers.items()}
            response = answering(self.command, self.path, headers, body)
            if isinstance(response, Whole):
                self._head(response.status, response.content_type, response.headers)
                self.send_header("content-length", str(len(response.body)))
                self.end_headers()
                self.wfile.write(response.body)
                return
            if isinstance(response, Stream):
                self._head(200, "text/event-stream; charset=utf-8", response.headers)
                self.send_header("transfer-encoding", "chunked")
                self.end_headers()
                for event in response.events:
                    self.wfile.write(b"%x\r\n%s\r\n" % (len(event), event))
                if not response.breaks:
                    self.wfile.write(b"0\r\n\r\n")
                    return
            self.close_connection = True
            _shut(self.connection)

        def _head(self, status: int, content_type: str, headers: dict[str, str]) -> None:
            self.send_response(status)
            self.send_header("content-type", content_type)
            for name, value in headers.items():
                self.send_header(name, value)

    return Handler


def _shut(connection: socket.socket) -> None:
    try:
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        # The other side was first.
        return


def as_json(body: Wire, status: int = 200, headers: dict[str, str] | None = None) -> Whole:
    """A response of JSON."""
    data = json.dumps(body, ensure_ascii=False).encode()
    return Whole(status=status, body=data, headers=headers or {})


def named_events(events: Iterable[tuple[str, Wire]]) -> Iterator[bytes]:
    """Events of a stream that have names."""
    for name, data in events:
        yield f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n".encode()


def bare_events(events: Iterable[Wire]) -> Iterator[bytes]:
    """Events of a stream that have none, and the mark of its end."""
    for data in events:
        yield f"data: {json.dumps(data, ensure_ascii=False)}\n\n".encode()
    yield b"data: [DONE]\n\n"
