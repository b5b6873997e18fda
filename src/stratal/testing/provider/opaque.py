"""Ids and signatures that a vendor gives out, and whether what it signed came back unaltered."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator, Mapping
from typing import Any

from stratal.core.canonical import canonical
from stratal.testing.provider.request import Request
from stratal.testing.provider.script import Wire

_SEALS = ("signature", "encrypted_content", "data")
"""The fields that hold a vendor's seal; of a block that has two, the first stands for both."""


def new_id(prefix: str) -> str:
    """An id as the vendors give them: no two providers give the same."""
    return f"{prefix}_{secrets.token_hex(12)}"


class Seals:
    """The seals given out so far. Safe in threads: what was given is only ever added to."""

    def __init__(self) -> None:
        self._given: dict[str, str] = {}

    def seal(self, text: str) -> str:
        """A signature, or an encrypted form, that hides `text`."""
        return hashlib.sha256(f"{secrets.token_hex(8)} {text}".encode()).hexdigest()

    def give(self, block: Wire) -> Wire:
        """Remember a block that is given out, so that it can be known again."""
        for seal in _sealed(block):
            self._given[seal] = _content(block)
        return block

    def faults(self, request: Request) -> Iterator[str]:
        """Blocks of ours that came back altered. What others signed is let pass."""
        for at, message in enumerate(request.messages):
            content = message.get("content")
            inner = content if isinstance(content, list) else []
            for block in [message, *(one for one in inner if isinstance(one, dict))]:
                for seal in _sealed(block):
                    if self._given.get(seal, _content(block)) != _content(block):
                        yield f"messages.{at}: the {block.get('type')} block was modified"


def _sealed(block: Mapping[str, Any]) -> Iterator[str]:
    for key in _SEALS:
        if isinstance(block.get(key), str):
            yield block[key]
            return


def _content(block: Mapping[str, Any]) -> str:
    # Marks of the cache are the host's, and the status and id of an item may be left out.
    kept = {key: value for key, value in block.items() if value is not None}
    for key in ("cache_control", "status", "id"):
        kept.pop(key, None)
    return canonical("block", kept)
