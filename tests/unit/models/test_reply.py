"""Replies as models write them: around, in front of, behind and instead of the JSON asked for."""

from __future__ import annotations

import json
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stratal.models.reply import LONGEST, Unreadable, read_reply


@dataclass(frozen=True, kw_only=True, slots=True)
class Fact:
    text: str
    message: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Facts:
    facts: tuple[Fact, ...]


def told(reply: str) -> list[str]:
    return [fact.text for fact in read_reply(reply, Facts)[0].facts]


@pytest.mark.parametrize(
    ("reply", "facts"),
    [
        pytest.param(
            'On {place} and {price}: {"facts":["Sails on 4 May","The limit is {high}"]} Bye {;)}',
            ["Sails on 4 May", "The limit is {high}"],
            id="in prose with braces of its own",
        ),
        pytest.param(
            '{"facts":["Called Chlo\\u00eb","The sign is \\ud83d"]}',
            ["Called Chloë", "The sign is \ufffd"],
            id="half a surrogate pair",
        ),
        pytest.param(
            r'{"facts":["Writes \x42 codes"]}', [r"Writes \x42 codes"], id="an unknown escape"
        ),
        pytest.param(
            '{"facts":["Plays the cello"]}\n{"facts":["Swims on Mondays"]}',
            ["Plays the cello", "Swims on Mondays"],
            id="two objects",
        ),
        pytest.param(
            '<think>{"facts":["no"]}</think>{"facts":["Yes"]}', ["Yes"], id="thinking in front"
        ),
        pytest.param('{"facts":"Bakes bread"}', ["Bakes bread"], id="a text instead of a list"),
        pytest.param('{"facts":[]}', [], id="nothing to say"),
        pytest.param('{"facts":null}', [], id="null for nothing"),
        pytest.param('```json\n{"facts":["Fenced"]}\n```', ["Fenced"], id="fenced"),
        pytest.param('{"facts":["One",],}', ["One"], id="commas at the end"),
        pytest.param('{"facts":["First\nsecond line"]}', ["First\nsecond line"], id="a line break"),
        pytest.param(
            'E.g. {"facts": [...]} so: {"facts":["喜欢围棋"]}',
            ["喜欢围棋"],
            id="a pattern before it",
        ),
        pytest.param(
            r'{"facts":["a \q"]} and {"facts":["b"]}', [r"a \q", "b"], id="more after a mended one"
        ),
    ],
)
def test_the_object_is_found(reply: str, facts: list[str]) -> None:
    """Whatever stands around the object, and however it is wrapped, what it says is read."""
    assert told(reply) == facts
    "\n".join(told(reply)).encode("utf-8")


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        ('{"facts":["Broke off in the mid', "no JSON object"),
        ('{"facts":["Whole","And then', "no JSON object"),
        ("There was nothing that I would keep.", "no JSON object"),
        ("", "empty"),
        (" \n", "empty"),
        ('<think>Let me see: {"facts":["thought"]}', "thinking alone"),
        ("{}", "no JSON object with facts"),
        ('{"memories":["Under another name"]}', "no JSON object with facts"),
        ('["a list alone"]', "no JSON object"),
        ("{" * 5_000, "no JSON object"),
        ("[" * 100_000, "no JSON object"),
        ("x" * (LONGEST + 1), "characters"),
    ],
)
def test_what_cannot_be_read_is_not_nothing(reply: str, problem: str) -> None:
    """Broken off, in prose, empty or of another form: a problem that is named, never no facts."""
    with pytest.raises(Unreadable, match=problem):
        read_reply(reply, Facts)


def test_items_of_other_forms_are_read_or_named() -> None:
    """An item may be a text or an object; null, numbers and empty texts are counted as ignored."""
    value, ignored = read_reply('{"facts":[{"text":"Owns a tent"},"Hums",null,7,""]}', Facts)
    assert [fact.text for fact in value.facts] == ["Owns a tent", "Hums"]
    assert len(ignored) == 3


def test_a_number_for_a_reference_is_a_reference() -> None:
    """A message may be named by a bare number."""
    value, _ = read_reply('{"facts":[{"text":"Rows","message":12}]}', Facts)
    assert value.facts == (Fact(text="Rows", message="12"),)


@settings(max_examples=60)
@given(facts=st.lists(st.text(min_size=1).filter(str.strip), max_size=4), at=st.integers(0, 400))
def test_half_a_reply_says_nothing(facts: list[str], at: int) -> None:
    """Wherever a reply is cut before its end, no part of it is taken for the whole."""
    reply = json.dumps({"facts": facts})
    with pytest.raises(Unreadable):
        read_reply(reply[: min(at, len(reply) - 1)], Facts)


@settings(max_examples=60)
@given(noise=st.text(max_size=60), facts=st.lists(st.sampled_from(["a", "茶", "{b}"]), max_size=3))
def test_noise_costs_no_fact(noise: str, facts: list[str]) -> None:
    """Prose before and after the object changes nothing of it."""
    quiet = noise.replace("<", "").replace("{", "")
    reply = f"{quiet} {json.dumps({'facts': facts})} {quiet}"
    assert told(reply) == facts
