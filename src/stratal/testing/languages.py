"""A language model whose replies a test decides: texts, half texts, refusals, errors, pauses."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from stratal.errors import ModelUnavailable
from stratal.models.language import Ending, ModelReply, ModelRequest, Usage
from stratal.text.counting import estimate_tokens

Reply: TypeAlias = "str | Mapping[str, Any] | ModelReply | Exception"
"""A text as it stands, an object to be written as JSON, a whole reply, or an error to raise."""
Scripted: TypeAlias = "Reply | Callable[[ModelRequest], Reply]"


class ScriptedModel:
    """Replies in order, the last reply again and again; `requests` is what it was asked.

    It costs what it is told to, by default a millionth of a dollar a token.
    """

    def __init__(
        self,
        *replies: Scripted,
        name: str = "scripted",
        window: int = 100_000,
        price: int | None = 1,
    ) -> None:
        self.name = name
        self.window = window
        self.requests: list[ModelRequest] = []
        self._replies = list(replies)
        self._price = price
        self._lock = threading.Lock()

    @property
    def calls(self) -> int:
        """How often it was asked."""
        return len(self.requests)

    def price(self, given: int, answered: int) -> int | None:
        return None if self._price is None else self._price * (given + answered)

    def answer(self, request: ModelRequest) -> ModelReply:
        with self._lock:
            self.requests.append(request)
            if not self._replies:
                raise ModelUnavailable(self.name, "has nothing to say (as scripted)")
            reply = self._replies[0] if len(self._replies) == 1 else self._replies.pop(0)
        if callable(reply):
            reply = reply(request)
        if isinstance(reply, Exception):
            raise reply
        if isinstance(reply, ModelReply):
            return reply
        text = reply if isinstance(reply, str) else json.dumps(reply, ensure_ascii=False)
        given = estimate_tokens(f"{request.instructions}\n{request.text}")
        answered = estimate_tokens(text)
        usage = Usage(calls=1, given=given, answered=answered, cost=self.price(given, answered))
        return ModelReply(text=text, usage=usage, ending=Ending.WHOLE)


def cut_off(text: str) -> ModelReply:
    """A reply that ends where its tokens did."""
    return ModelReply(text=text, usage=Usage(calls=1, answered=1), ending=Ending.CUT)


def refusal(text: str = "") -> ModelReply:
    """A reply that is none: the model would not answer."""
    return ModelReply(text=text, usage=Usage(calls=1, answered=1), ending=Ending.REFUSED)
