"""Tokens as Anthropic counts them: its own endpoint, through its own SDK.

The endpoint counts a whole request; single texts are estimated, so that nothing is asked a hundred
times while a prompt is put together. What it does not answer is estimated too, and said to be.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from stratal.core.canonical import Json
from stratal.errors import MissingExtra
from stratal.text.counter import ESTIMATE, Counted

if TYPE_CHECKING:
    from anthropic import Anthropic

_COUNTED = ("messages", "system", "tools", "tool_choice", "thinking")
_WAIT = 10.0


@dataclass(frozen=True, kw_only=True, slots=True)
class AnthropicCounter:
    """Counts requests of one model with ``client.messages.count_tokens``.

    The client is the host's, with the host's key. Asked once for a request, and given `timeout`
    seconds: a prompt must not wait for a counter.
    """

    client: Anthropic
    model: str
    timeout: float = _WAIT

    @property
    def name(self) -> str:
        return f"anthropic {self.model}"

    def text(self, text: str) -> int:
        return ESTIMATE.text(text)

    def message(self, message: Mapping[str, Json]) -> int:
        return ESTIMATE.message(message)

    def tools(self, definitions: Sequence[Mapping[str, Json]]) -> int:
        return ESTIMATE.tools(definitions)

    def request(self, arguments: Mapping[str, Json]) -> Counted:
        """What the endpoint says of Anthropic's arguments; the estimate, with a note, if nothing.

        Raises `MissingExtra` without the SDK.
        """
        try:
            from anthropic import AnthropicError
        except ImportError:
            raise MissingExtra("counting with Anthropic's endpoint", "anthropic") from None
        given: dict[str, Any] = {name: arguments[name] for name in _COUNTED if name in arguments}
        client = self.client.with_options(max_retries=0, timeout=self.timeout)
        try:
            counted = client.messages.count_tokens(model=self.model, **given)
        except AnthropicError as error:
            estimate = ESTIMATE.request(arguments)
            problem = f"{type(error).__name__}: {error}"
            return Counted(
                tokens=estimate.tokens,
                by=estimate.by,
                note=f"{self.name} did not answer ({problem[:200]}): the tokens are an estimate",
            )
        return Counted(tokens=counted.input_tokens, by=self.name)
