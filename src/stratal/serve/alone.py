"""A server of its own: one process that listens until it is stopped."""

from __future__ import annotations

import os
import signal
import socket

from stratal.errors import InvalidValue, MissingExtra
from stratal.memory import Memory


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens at that address; `port` 0 is any that is free."""
    try:
        return socket.create_server((host, port), family=_family(host), reuse_port=False)
    except OSError as error:
        # Python adds the address to the text of some; a name that is not found has no number.
        number = error.errno or 0
        why = os.strerror(number) if number > 0 else error.strerror
        raise InvalidValue("address", f"{host}:{port}", f"cannot be listened at ({why})") from None


def address(listens: socket.socket) -> str:
    """Where clients find it."""
    host, port = listens.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def serve(memory: Memory, listens: socket.socket) -> None:
    """Answer until Ctrl-C or SIGTERM; requests that have begun still end.

    Raises `MissingExtra` without the packages of the extra ``serve``.
    """
    try:
        import uvicorn
    except ImportError as error:
        raise MissingExtra("the server", "serve") from error
    from stratal.serve.memory_stores import app

    settings = uvicorn.Config(app(memory), log_level="warning", access_log=False, ws="none")
    # It gives the signal on when it has ended; by then there is nothing left to stop.
    before = signal.signal(signal.SIGTERM, lambda _number, _frame: None)
    try:
        uvicorn.Server(settings).run(sockets=[listens])
    finally:
        signal.signal(signal.SIGTERM, before)


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET
