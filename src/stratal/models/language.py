"""The port to language models: a request in, one reply out, and what it cost.

A reply is a text, whatever the vendor calls the thing it came in. What the text must be is asked of
it here and not by the vendor: `ask` reads it into a value, has the model try again where it cannot
be read, and in the end raises with the text kept. A reply that cannot be read never means that
there was nothing to say.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Generic, Protocol, TypeVar

from stratal.core.canonical import Json
from stratal.errors import UnusableReply
from stratal.models.prompts import prompt
from stratal.models.reply import Unreadable, read_reply
from stratal.models.shapes import schema

T = TypeVar("T")

TRIES = 3
"""How often one question is put, the first time included."""


class Ending(StrEnum):
    """Why a reply ends where it does."""

    WHOLE = "whole"
    CUT = "cut"
    """At the limit of tokens."""
    REFUSED = "refused"
    """The model or its vendor would not answer."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Usage:
    """What one or several calls took."""

    calls: int = 0
    given: int = 0
    """Tokens of the requests."""
    answered: int = 0
    """Tokens of the replies."""
    cost: int | None = 0
    """In millionths of a US dollar; None where the price is not known."""

    def __add__(self, other: Usage) -> Usage:
        known = self.cost is not None and other.cost is not None
        return Usage(
            calls=self.calls + other.calls,
            given=self.given + other.given,
            answered=self.answered + other.answered,
            cost=(self.cost or 0) + (other.cost or 0) if known else None,
        )

    @property
    def tokens(self) -> int:
        return self.given + self.answered


@dataclass(frozen=True, kw_only=True, slots=True)
class ModelRequest:
    """What a model is asked."""

    instructions: str
    """Whose words count: they come from us and from nowhere else."""
    text: str
    """What it is asked about: data, fenced as such."""
    limit: int = 4_000
    """Tokens that the reply may have."""
    schema: Mapping[str, Json] | None = field(default=None)
    """JSON schema of the object that is expected; None for plain text."""
    patience: float = 120.0
    """Seconds after which nobody waits any more."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ModelReply:
    """What a model answered."""

    text: str
    usage: Usage
    ending: Ending = Ending.WHOLE


class LanguageModel(Protocol):
    """Answers requests. Called from many threads at once, never inside a transaction.

    A model that cannot answer raises `ModelUnavailable` and no other error. Whatever it does answer
    is a reply, an empty one or half of one included.
    """

    @property
    def name(self) -> str:
        """What the records call it: the vendor's name for it, with its version."""
        ...

    @property
    def window(self) -> int:
        """Tokens of a request and its reply together."""
        ...

    def price(self, given: int, answered: int) -> int | None:
        """What so many tokens cost, in millionths of a US dollar; None where it is not known."""
        ...

    def answer(self, request: ModelRequest) -> ModelReply:
        """The reply. Raises `ModelUnavailable`."""
        ...


@dataclass(frozen=True, kw_only=True, slots=True)
class Reading(Generic[T]):
    """A reply as a value."""

    value: T
    ignored: tuple[str, ...]
    """What stood in the reply and is none of what was asked for, shortened."""
    text: str
    """The reply as it came."""
    usage: Usage
    """Of all tries."""


Told = Callable[[ModelReply, str], None]
"""Is handed every reply as soon as it is there, and what is wrong with it, if anything."""


def ask(
    model: LanguageModel,
    request: ModelRequest,
    kind: type[T],
    *,
    tries: int = TRIES,
    before: Callable[[ModelRequest], None] | None = None,
    told: Told | None = None,
) -> Reading[T]:
    """What the model answers, as a `kind`: a dataclass, whose schema goes with the request.

    `before` is called ahead of every try and may stop it by raising. Raises `ModelUnavailable`,
    and `UnusableReply` with the last reply after so many tries.
    """
    wanted = ModelRequest(
        instructions=request.instructions,
        text=request.text,
        limit=request.limit,
        schema=schema(kind),
        patience=request.patience,
    )
    usage = Usage()
    asked = wanted
    for left in range(tries - 1, -1, -1):
        if before is not None:
            before(asked)
        reply = model.answer(asked)
        usage += reply.usage
        try:
            value, ignored = _read(reply, kind)
        except Unreadable as unreadable:
            problem = str(unreadable)
            if told is not None:
                told(reply, problem)
            if not left:
                raise UnusableReply(
                    model.name, problem, text=reply.text, tokens=usage.tokens
                ) from None
            asked = _again(wanted, problem)
            continue
        if told is not None:
            told(reply, "")
        return Reading(value=value, ignored=ignored, text=reply.text, usage=usage)
    raise AssertionError("tries is 1 at least")


def _read(reply: ModelReply, kind: type[T]) -> tuple[T, tuple[str, ...]]:
    if reply.ending is Ending.REFUSED:
        raise Unreadable("it refused to answer")
    if reply.ending is Ending.CUT:
        raise Unreadable("it broke off at its limit of tokens")
    return read_reply(reply.text, kind)


def _again(request: ModelRequest, problem: str) -> ModelRequest:
    note = prompt("again").text.replace("{problem}", problem)
    return ModelRequest(
        instructions=f"{request.instructions}\n\n{note}",
        text=request.text,
        limit=request.limit,
        schema=request.schema,
        patience=request.patience,
    )
