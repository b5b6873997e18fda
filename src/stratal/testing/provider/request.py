"""A request as it came in, and what the provider found wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from stratal.core.messages import message_text
from stratal.testing.provider.script import Wire


class Interface(StrEnum):
    """The vendors' endpoints that are spoken."""

    MESSAGES = "/v1/messages"
    COUNT_TOKENS = "/v1/messages/count_tokens"
    CHAT = "/v1/chat/completions"
    RESPONSES = "/v1/responses"
    INPUT_TOKENS = "/v1/responses/input_tokens"
    EMBEDDINGS = "/v1/embeddings"

    @property
    def anthropic(self) -> bool:
        return self in (Interface.MESSAGES, Interface.COUNT_TOKENS)


@dataclass(frozen=True, kw_only=True, slots=True)
class Request:
    """A request that reached the provider, valid or not."""

    interface: Interface
    headers: Mapping[str, str]
    """Names in lower case."""
    body: Wire
    faults: tuple[str, ...] = ()
    """What the vendor would refuse it for; none: it is valid."""
    tokens: int = 0
    """What its input costs, as the provider counts."""
    held: tuple[Wire, ...] = ()
    """The messages before these that the provider holds, if the request continues a thread."""

    @property
    def betas(self) -> frozenset[str]:
        """The features that Anthropic's beta header asks for."""
        named = self.headers.get("anthropic-beta", "")
        return frozenset(one.strip() for one in named.split(",") if one.strip())

    @property
    def messages(self) -> list[Wire]:
        """The whole conversation: messages, or items of the input; a bare text is the user's."""
        given = self.body.get("messages", self.body.get("input", []))
        if isinstance(given, str):
            return [{"role": "user", "content": given}]
        new = given if isinstance(given, list) else []
        return [*self.held, *(one for one in new if isinstance(one, dict))]

    @property
    def last(self) -> str:
        """The words of the last message, results of tools among them."""
        return message_text(self.messages[-1]) if self.messages else ""
