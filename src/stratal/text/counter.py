"""The port to what counts tokens, and the counters that need no network.

A context is put together with the estimate, which costs nothing and is kept with every message. The
whole is then counted by whichever counter the host chose; where that is more than the budget has,
it is put together once more with less.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Protocol, runtime_checkable

from stratal.core.canonical import Json
from stratal.errors import InvalidValue, MissingExtra
from stratal.text.counting import estimate_tokens
from stratal.text.message_tokens import Count, message_tokens, request_tokens, tool_tokens

DEFAULT_VOCABULARY = "o200k_base"
_PIECE = 50_000
"""Characters that the encoder is given at once: it refuses a million. A seam costs a token."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Counted:
    """What a request costs, and who says so."""

    tokens: int
    by: str
    """Name of the counter."""
    note: str = ""
    """What a reader should know: that another counter had to stand in."""


@runtime_checkable
class TokenCounter(Protocol):
    """Counts what a model reads. A picture counts one flat amount wherever it is not known."""

    @property
    def name(self) -> str:
        """Stands in the record beside every figure."""

    def text(self, text: str) -> int:
        """Tokens of a text."""

    def message(self, message: Mapping[str, Json]) -> int:
        """Tokens of one message in either wire form."""

    def tools(self, definitions: Sequence[Mapping[str, Json]]) -> int:
        """Tokens of the definitions of tools, schemas included."""

    def request(self, arguments: Mapping[str, Json]) -> Counted:
        """Tokens of a request: system text, tools and messages. Never raises for a lost network."""


@dataclass(frozen=True, kw_only=True, slots=True)
class LocalCounter:
    """Counts with a function from text to tokens."""

    name: str
    count: Count

    def text(self, text: str) -> int:
        return self.count(text)

    def message(self, message: Mapping[str, Json]) -> int:
        return message_tokens(message, self.count)

    def tools(self, definitions: Sequence[Mapping[str, Json]]) -> int:
        return sum(tool_tokens(one, self.count) for one in definitions)

    def request(self, arguments: Mapping[str, Json]) -> Counted:
        return Counted(tokens=request_tokens(arguments, self.count), by=self.name)


ESTIMATE = LocalCounter(name="estimate", count=estimate_tokens)
"""Needs nothing; within ten per cent of a vocabulary on texts of 200 characters and more."""


def bpe_counter(vocabulary: str = DEFAULT_VOCABULARY) -> LocalCounter:
    """The counter of a byte-pair vocabulary that is inside its package: no network, ever.

    Raises `MissingExtra` without the extra ``tokens``, and `InvalidValue` for another vocabulary.
    """
    return LocalCounter(name=f"bpe {vocabulary}", count=_encoder(vocabulary))


@cache
def _encoder(vocabulary: str) -> Count:
    with warnings.catch_warnings():
        # It reads its vocabulary with a function that Python 3.11 and 3.12 call deprecated.
        warnings.simplefilter("ignore", DeprecationWarning)
        try:
            import bpe_openai
        except ImportError:
            raise MissingExtra("counting with a vocabulary", "tokens") from None
        known = bpe_openai.list_encoding_names()
        if vocabulary not in known:
            raise InvalidValue("vocabulary", vocabulary, f"must be one of {', '.join(known)}")
        encoding = bpe_openai.get_encoding(vocabulary)
        encoding.encode_ordinary("a vocabulary is read when it is first needed")

    def count(text: str) -> int:
        # A vocabulary spells bytes; half a character has none, and costs as the mark for it.
        valid = text.encode("utf-8", "replace").decode("utf-8")
        return sum(
            len(encoding.encode_ordinary(valid[at : at + _PIECE]))
            for at in range(0, len(valid), _PIECE)
        )

    return count
