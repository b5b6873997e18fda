"""What a vendor gave comes back equal; into another form nothing vanishes without a word."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.property.histories import stored
from tests.property.wire_forms import Message, anthropic, chat, responses

from stratal.context.turns import Turn, groups
from stratal.context.wire import Sent, to_anthropic, to_openai, to_openai_responses
from stratal.testing.wire import anthropic_faults, openai_faults, responses_faults

Maker = Callable[[list[Turn]], Sent]
FORMS: dict[str, tuple[Maker, str, Callable[[Any], list[str]]]] = {
    "anthropic": (to_anthropic, "messages", anthropic_faults),
    "chat": (to_openai, "messages", openai_faults),
    "responses": (to_openai_responses, "input", responses_faults),
}


def turns(said: list[Message]) -> list[Turn]:
    """As the log gives them back: through their canonical JSON."""
    made, orphans = groups(stored(said))
    assert orphans == []
    return [turn for group in made for turn in group.turns]


def sent(form: str, said: list[Message]) -> tuple[list[Message], Sent]:
    make, key, faults = FORMS[form]
    made = make(turns(said))
    assert faults(made.arguments) == []
    return made.arguments[key], made


@settings(max_examples=150)
@given(anthropic())
def test_anthropic_comes_back_equal(said: list[Message]) -> None:
    """Every block of every message, in its order, unknown ones and their odd fields too."""
    back, made = sent("anthropic", said)
    assert json.dumps(back, sort_keys=True) == json.dumps(said, sort_keys=True)
    assert made.losses == ()


@settings(max_examples=150)
@given(chat())
def test_chat_comes_back_equal(said: list[Message]) -> None:
    """The text of arguments to the letter, names, refusals, parts, custom calls."""
    back, made = sent("chat", said)
    assert json.dumps(back, sort_keys=True) == json.dumps(said, sort_keys=True)
    assert made.losses == ()


@settings(max_examples=150)
@given(responses())
def test_responses_come_back_equal(said: list[Message]) -> None:
    """Reasoning, compaction, hosted tools, unknown items: each as it was, where it was."""
    back, made = sent("responses", said)
    assert json.dumps(back, sort_keys=True) == json.dumps(said, sort_keys=True)
    assert made.losses == ()


GIVEN = {"anthropic": anthropic(), "chat": chat(), "responses": responses()}


@pytest.mark.parametrize("source", GIVEN)
@pytest.mark.parametrize("target", FORMS)
@settings(max_examples=80)
@given(data=st.data())
def test_nothing_is_lost_in_silence(source: str, target: str, data: st.DataObject) -> None:
    """Each text, call, result and picture crosses over, and every other block is told."""
    said = data.draw(GIVEN[source])
    back, made = sent(target, said)
    there = json.dumps(back, ensure_ascii=False, sort_keys=True)
    told = {(loss.seq, loss.block) for loss in made.losses}
    for seq, message in enumerate(said, start=1):
        for block, text in pieces(message):
            assert text in there or (seq, block) in told, (seq, block, text, made.losses)


def pieces(message: Message) -> Iterator[tuple[str, str]]:
    """The blocks of a message by kind, each with the JSON that would stand for it.

    That of a block which other forms do not have is the whole block.
    """
    kind = str(message.get("type", ""))
    if "role" not in message:
        yield kind, dumped(message.get("call_id", message))
        return
    if "tool_call_id" in message:
        yield "result", dumped(message["tool_call_id"])
    for call in message.get("tool_calls", ()):
        yield "call", dumped(call["id"])
    for key in ("refusal", "audio"):
        if message.get(key):
            yield key, dumped({key: message[key]})[1:-1]
    if message.get("name"):
        yield "name", '"name": "ana"'
    content = message.get("content")
    for block in content if isinstance(content, list) else ():
        yield from block_pieces(block)


def block_pieces(block: Message) -> Iterator[tuple[str, str]]:
    kind = block["type"]
    if kind in ("text", "input_text", "output_text"):
        yield "text", dumped(block["text"])
        for mark in ("citations", "annotations"):
            if block.get(mark):
                yield mark, f'"{mark}": [{{'
    elif kind in ("tool_use", "tool_result"):
        yield kind, dumped(block.get("tool_use_id", block.get("id")))
        inner = block.get("content")
        for one in inner if isinstance(inner, list) else ():
            yield from block_pieces(one)
    elif kind in ("image", "image_url", "input_image"):
        address = block.get("image_url", block.get("source", {}).get("url"))
        named = address["url"] if isinstance(address, dict) else address
        data = block.get("source", {}).get("data")
        yield "image", str(named or data or block.get("file_id")).rpartition(",")[2]
        detail = address.get("detail") if isinstance(address, dict) else block.get("detail")
        if detail not in (None, "auto"):
            yield "detail", dumped({"detail": detail})[1:-1]
    elif kind == "refusal":
        yield "refusal", dumped({"refusal": block["refusal"]})[1:-1]
    else:
        yield kind, dumped(block)


def dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
