"""Claims about `stratal.text.counter`: the counters agree, kind by kind of text."""

from __future__ import annotations

import json
import random
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stratal import InvalidValue
from stratal.core.canonical import Json
from stratal.text.counter import ESTIMATE, TokenCounter, bpe_counter
from stratal.text.counting import DOCUMENT_TOKENS, IMAGE_TOKENS, estimate_tokens

HOUSE = Path(__file__).parents[3] / "src" / "stratal"
SOURCES = [
    path.read_text(encoding="utf-8")
    for room in ("layers", "storage", "context", "flows", "upkeep")
    for path in sorted((HOUSE / room).rglob("*.py"))
    if path.stat().st_size > 3_000
]
CHINESE = [
    "风太大了，今晚的船恐怕开不了，我们先去码头旁边的旅馆住一夜。",
    "这个项目的依赖都固定在锁文件里，升级之前请先跑一遍测试。",
    "她把旧照片按年份排好，又在每一页下面写了一行小字。",
    "会议改到周四下午三点，地点不变，请大家提前看一下附件。",
    "别再用那个脚本了，上次它把生产库的索引删掉了一半。",
    "山路很窄，对面来车的时候只能停下来等，等了快二十分钟。",
    "如果接口超时，就重试三次，每次间隔两秒，还不行再报警。",
    "外婆做的汤里放了香菜和一点点胡椒，喝完身上就暖和了。",
    "请把报告的结论放在第一页，细节和数据放到后面的附录里。",
    "新来的同事问得很细，说明她把整个流程都认真走了一遍。",
]
ENGLISH = [
    "The last ferry was cancelled because of the wind, so we stayed near the pier.",
    "Please keep the conclusions on the first page and move the figures to an appendix.",
    "She sorted the old photographs by year and wrote a short line under each of them.",
    "If the service does not answer, retry three times and then wake somebody up.",
    "I don't think we should upgrade before the weekend; nobody will be here to watch it.",
    "The road is narrow, and whoever meets a truck has to reverse to the last bend.",
    "Our new colleague asked careful questions, which means she tried every step herself.",
    "Could you send me the minutes of Thursday's meeting and the list of open points?",
    "He plays the violin badly but with so much joy that no neighbour has ever complained.",
    "The tests pass on my machine, yet the build fails whenever the cache is cold.",
]
EMOJI = "😀😂🥰🤔🙄😭😡🥶👍🙏💪🔥✨🎉🎁🏆⚽🚀🚗🏠📝📎💻📷🐶🦊🐼🦁🍎🍌🥝☕🌙⭐❤️☁️👩🏽‍💻🇩🇪"
WORDS = ["harbour", "total", "opened_at", "is_paid", "customer", "tags", "depth", "note"]


def emoji(source: random.Random) -> str:
    glue = source.choice(["", " "])
    return glue.join(source.choices(EMOJI, k=source.randint(200, 400)))


def numbers(source: random.Random) -> str:
    rows = [
        ", ".join(
            str(round(source.uniform(-900, 900), source.randint(0, 4)))
            for _ in range(source.randint(4, 9))
        )
        for _ in range(20)
    ]
    days = [f"2026-{source.randint(1, 12):02}-{n + 1:02} 08:{n + 10} {n}.50 €" for n in range(20)]
    return "\n".join(source.choice([rows, days]))


def structured(source: random.Random) -> str:
    def value(depth: int) -> object:
        kind = source.randrange(6 if depth < 2 else 4)
        if kind == 0:
            return source.randint(0, 100_000)
        if kind == 1:
            return source.choice([True, False, None])
        if kind in (2, 3):
            return source.choice(["open", "old pier", "2026-03-02T09:00:00Z", "ana@example.org"])
        if kind == 4:
            return [value(depth + 1) for _ in range(source.randint(1, 4))]
        return {word: value(depth + 1) for word in source.sample(WORDS, 4)}

    rows = [{word: value(0) for word in source.sample(WORDS, 5)} for _ in range(8)]
    return json.dumps(rows, indent=source.choice([None, 2, 4]))


def code(source: random.Random) -> str:
    lines = source.choice(SOURCES).splitlines(keepends=True)
    begin = source.randrange(max(1, len(lines) - 60))
    return "".join(lines[begin : begin + 60])


KINDS: dict[str, Callable[[random.Random], str]] = {
    "Chinese": lambda source: "".join(source.sample(CHINESE, source.randint(9, 10))),
    "English": lambda source: " ".join(source.sample(ENGLISH, source.randint(4, 10))),
    "emoji": emoji,
    "base64": lambda source: b64encode(source.randbytes(source.randint(150, 3_000))).decode(),
    "code": code,
    "JSON": structured,
    "numbers": numbers,
}


@pytest.mark.parametrize("kind", list(KINDS))
@settings(max_examples=60)
@given(seed=st.integers(0, 10**9))
def test_the_estimate_agrees_with_a_vocabulary(kind: str, seed: int) -> None:
    """Within ten per cent on every text of 200 characters and more, whatever it says."""
    text = KINDS[kind](random.Random(seed))
    assert len(text) >= 200
    # A page of code may be nothing but names and signs: some more for a single one.
    allowed = 0.13 if kind == "code" else 0.1
    assert estimate_tokens(text) == pytest.approx(bpe_counter().text(text), rel=allowed)


@pytest.mark.parametrize("kind", list(KINDS))
def test_the_estimate_of_a_kind_agrees(kind: str) -> None:
    """Over many texts of a kind it is within six per cent."""
    texts = [KINDS[kind](random.Random(seed)) for seed in range(80)]
    counted = sum(map(bpe_counter().text, texts))
    assert sum(map(estimate_tokens, texts)) == pytest.approx(counted, rel=0.06)


COUNTERS = [ESTIMATE, bpe_counter(), bpe_counter("cl100k_base")]
PICTURE: Json = {"type": "image", "source": {"type": "base64", "data": "QUJD" * 10_000}}


@pytest.mark.parametrize("counter", COUNTERS, ids=lambda counter: counter.name)
class TestEveryCounter:
    """What holds of each."""

    def test_it_is_one(self, counter: TokenCounter) -> None:
        """The port has a name, and says it beside a figure."""
        assert isinstance(counter, TokenCounter)
        assert counter.request({"messages": []}).by == counter.name

    def test_a_request_is_the_sum_of_its_parts(self, counter: TokenCounter) -> None:
        """System text, tools with their schemas, and messages with calls and results."""
        tool: dict[str, Json] = {
            "name": "tide",
            "input_schema": {"type": "object", "properties": {}},
        }
        call: Json = {"type": "tool_use", "id": "c1", "name": "tide", "input": {"harbour": "old"}}
        result: Json = {"type": "tool_result", "tool_use_id": "c1", "content": "high at six"}
        said: list[dict[str, Json]] = [
            {"role": "user", "content": "When is high water?"},
            {"role": "assistant", "content": [call]},
            {"role": "user", "content": [result]},
        ]
        whole = counter.request({"system": "Be short.", "tools": [tool], "messages": said})
        parts = counter.text("Be short.") + counter.tools([tool]) + sum(map(counter.message, said))
        assert whole.tokens == parts
        assert counter.tools([tool]) > 10
        assert counter.message(said[1]) > counter.message({"role": "assistant", "content": "c1"})

    def test_pictures_and_files_are_flat(self, counter: TokenCounter) -> None:
        """Their encoded text is never counted, where they stand plays no part."""
        plain = counter.message({"role": "user", "content": []})
        inside: Json = {"type": "tool_result", "tool_use_id": "c", "content": [PICTURE]}
        pdf: Json = {"type": "document", "source": {"type": "base64", "data": "QUJD" * 10_000}}
        sent: Json = {"type": "document", "source": {"type": "text", "data": "High at six."}}
        address: Json = {"type": "image_url", "image_url": {"url": "data:image/png;base64,QUJD"}}
        assert counter.message({"role": "user", "content": [PICTURE]}) == plain + IMAGE_TOKENS
        assert counter.message({"role": "user", "content": [address]}) == plain + IMAGE_TOKENS
        assert counter.message({"role": "user", "content": [inside]}) < plain + IMAGE_TOKENS + 10
        assert counter.message({"role": "user", "content": [pdf]}) == plain + DOCUMENT_TOKENS
        assert counter.message({"role": "user", "content": [sent]}) < plain + 10

    def test_what_is_sealed_is_not_read(self, counter: TokenCounter) -> None:
        """A signature is not text; a result's own field of that name is."""
        thought: Json = {"type": "thinking", "thinking": "Six.", "signature": "QUJD" * 1_000}
        field: Json = {"type": "json", "signature": "one two three " * 100}
        assert counter.message({"role": "assistant", "content": [thought]}) < 60
        assert counter.message({"role": "user", "content": [field]}) > 250

    def test_half_a_character_costs(self, counter: TokenCounter) -> None:
        """A lone surrogate breaks no counter."""
        assert counter.text("half \ud83d") > 0
        assert counter.text("") == 0


def test_a_long_text_is_counted_by_a_vocabulary() -> None:
    """The encoder refuses a million characters; the counter does not."""
    assert bpe_counter().text("a plank " * 200_000) == pytest.approx(400_000, rel=0.01)


def test_an_unknown_vocabulary_is_refused() -> None:
    """With the names of those that are there."""
    with pytest.raises(InvalidValue, match="o200k_base"):
        bpe_counter("harbour_base")
