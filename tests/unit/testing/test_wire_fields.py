"""The fields that the validator knows are those of the installed SDKs."""

from __future__ import annotations

import typing
from collections.abc import Mapping

import pytest
from anthropic.types import message_count_tokens_params, message_create_params
from anthropic.types.beta import beta_content_block_param
from anthropic.types.beta import message_create_params as beta_params
from openai.types import embedding_create_params
from openai.types.chat import completion_create_params
from openai.types.responses import (
    input_token_count_params,
    response_create_params,
    response_input_item_param,
)

from stratal.testing.wire import anthropic, chat, responses
from stratal.testing.wire.shapes import Fields


def declared(union: object) -> dict[str, tuple[set[str], set[str]]]:
    """By type, the fields that the union's members must have and those they may have."""
    found: dict[str, tuple[set[str], set[str]]] = {}
    for member in typing.get_args(union):
        if not hasattr(member, "__required_keys__"):
            continue
        hints = typing.get_type_hints(member, include_extras=True)
        kinds = [one for one in typing.get_args(_bare(hints["type"])) if isinstance(one, str)]
        needed = {key for key, hint in hints.items() if typing.get_origin(hint) is typing.Required}
        for kind in kinds:
            before = found.get(kind, (needed, set()))
            # A type with several shapes needs what all of them need.
            found[kind] = (before[0] & needed, before[1] | hints.keys())
    return found


def _bare(hint: object) -> object:
    """The type within marks such as `Required` and `Optional`."""
    while typing.get_origin(hint) in (typing.Required, typing.Union):
        hint = typing.get_args(hint)[0]
    return hint


def flat(table: Fields) -> dict[str, tuple[set[str], set[str]]]:
    return {
        kind: (set(needed), {"type", *needed, *allowed})
        for kind, (needed, allowed) in table.items()
    }


@pytest.mark.parametrize(
    ("table", "union"),
    [
        (anthropic.BLOCKS, beta_content_block_param.BetaContentBlockParam),
        (responses.ITEMS, response_input_item_param.ResponseInputItemParam),
    ],
    ids=["blocks", "items"],
)
def test_blocks_and_items(table: Fields, union: object) -> None:
    """Every type that the SDK can send is known, with the same fields, and the same ones needed."""
    theirs = declared(union)
    ours = flat(table)
    assert theirs.keys() <= ours.keys()
    for kind, (needed, fields) in theirs.items():
        assert (kind, ours[kind][1]) == (kind, fields | {"type"})
        assert (kind, ours[kind][0] - {"type"}) == (kind, needed - {"type"})


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (anthropic.CREATED, message_create_params.MessageCreateParamsBase),
        (anthropic.COUNTED, message_count_tokens_params.MessageCountTokensParams),
        (
            # The SDK turns its `betas` into a header, and `output_format` into a configuration.
            anthropic.CREATED | anthropic.BETA - {"output_format"} | {"betas"},
            beta_params.MessageCreateParamsBase,
        ),
        (chat.CREATED, completion_create_params.CompletionCreateParamsBase),
        (responses.CREATED, response_create_params.ResponseCreateParamsBase),
        (responses.COUNTED, input_token_count_params.InputTokenCountParams),
        (responses.EMBEDDED, embedding_create_params.EmbeddingCreateParams),
    ],
    ids=["messages", "count", "beta", "chat", "responses", "input tokens", "embeddings"],
)
def test_requests(ours: frozenset[str], theirs: Mapping[str, object]) -> None:
    """A request may hold what the SDK's method takes, and nothing else."""
    assert ours == set(getattr(theirs, "__annotations__"))  # noqa: B009 - no such member to mypy
