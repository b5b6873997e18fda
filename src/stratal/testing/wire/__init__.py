"""Whether a request would be accepted: the rules of both vendors, written down apart from ours.

Each function returns the faults of a request as sentences; none means valid. What is checked is
what providers answer with status 400.

`anthropic_faults`, `openai_faults` and `responses_faults` look at the conversation that our wire
forms make: roles and their order, calls and results paired by id, contents that are not empty. In
them blocks of unknown types pass, and Anthropic's roles must alternate, which reads best.
`request_faults` looks at a whole request as the endpoint does: unknown fields and types, tools,
limits, thinking, betas; there, consecutive messages of a role are one, as the vendor has it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from stratal.testing.wire import anthropic, chat, responses
from stratal.testing.wire.anthropic import anthropic_faults
from stratal.testing.wire.chat import openai_faults
from stratal.testing.wire.responses import responses_faults

__all__ = ["anthropic_faults", "openai_faults", "request_faults", "responses_faults"]

_CHECKS = {
    "/v1/messages": anthropic.message_request_faults,
    "/v1/messages/count_tokens": anthropic.count_request_faults,
    "/v1/chat/completions": chat.request_faults,
    "/v1/responses": responses.request_faults,
    "/v1/responses/input_tokens": responses.count_request_faults,
    "/v1/embeddings": responses.embedding_request_faults,
}


def request_faults(
    path: str,
    body: Mapping[str, object],
    *,
    betas: Collection[str] = (),
    kinds: Collection[str] = (),
) -> list[str]:
    """What the endpoint at `path` would refuse the body for.

    `betas`: the features that Anthropic's beta header asks for. `kinds`: types of blocks and items
    that are taken though they are not known here.
    """
    return list(dict.fromkeys(_CHECKS[path](body, betas, kinds)))
