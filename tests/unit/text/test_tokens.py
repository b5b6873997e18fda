"""Claims about `stratal.text.tokens`."""

from __future__ import annotations

import time
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stratal.text.tokens import TOKENIZER_VERSION, query_terms, terms, weak_terms


def _score(query: str, row: str, rows: list[str]) -> float:
    """Shared terms, each worth the more the fewer rows hold it."""
    held = [set(terms(each)) for each in rows]
    own = set(terms(row))
    return sum(1 / sum(term in each for each in held) for term in query_terms(query) if term in own)


def _ranking(query: str, rows: list[str]) -> list[str]:
    scored = [(_score(query, row, rows), row) for row in rows]
    return [row for score, row in sorted(scored, key=lambda pair: -pair[0]) if score > 0]


UNSPACED = [
    "前天傍晚全家在江边烧烤放风筝",
    "昨日は祖父と将棋を指しました",
    "어제는 박물관에서 통역봉사를 마쳤다",
    "这周之前要办好健康证年检",
    "プリンタを窓口へ持って行った",
    "The museum opens at nine",
    "后天去菜场买豆腐",
    "試合は木曜日に延期された",
]


@pytest.mark.parametrize(
    ("query", "row"),
    [
        ("烧烤", 0),
        ("风筝", 0),
        ("江", 0),
        ("将棋", 1),
        ("祖父", 1),
        ("통역봉사", 2),
        ("박물관", 2),
        ("健康证", 3),
        ("年检", 3),
        ("ﾌﾟﾘﾝﾀ", 4),
        ("museum", 5),
        ("延期", 7),
    ],
)
def test_words_inside_unspaced_text_are_found(query: str, row: int) -> None:
    """Chinese, Japanese and Korean words find their sentence first, half-width kana too (F17)."""
    assert _ranking(query, UNSPACED)[0] == UNSPACED[row]


@pytest.mark.parametrize("query", ["机场", "边境", "证书", "放学", "日记"])
def test_a_word_that_is_nowhere_finds_nothing(query: str) -> None:
    """Sharing one character with a text is no hit (F17)."""
    assert _ranking(query, UNSPACED) == []


GLUED = [
    "用Redis缓存预热任务放在k8s里",
    "拿Golang做的工资条PDF程序",
    "VPN证书每180天续期一回",
    "缓存保留一星期",
    "假日去划船",
]


def test_latin_words_glued_to_chinese_are_words() -> None:
    """Script changes end a word; what is not in a row costs nothing; case does not count (F18)."""
    assert _ranking("Redis缓存预热超时", GLUED)[0] == GLUED[0]
    assert _ranking("工资条PDF", GLUED)[0] == GLUED[1]
    assert _ranking("pdf", GLUED) == [GLUED[1]]
    assert _ranking("VPN证书哪天续期", GLUED)[0] == GLUED[2]
    assert _ranking("180天", GLUED)[0] == GLUED[2]
    assert set(_ranking("缓存", GLUED)) == {GLUED[0], GLUED[3]}
    queries = ("Redis缓存预热超时", "工资条PDF", "pdf", "VPN证书哪天续期", "180天", "缓存")
    assert all(GLUED[4] not in _ranking(query, GLUED) for query in queries)


CODE = [
    "findOrderByCode fails for empty carts",
    "renderXMLDocument takes long on Tuesdays",
    "weekly_backup_task stops every Friday",
    "The order list has a code column",
    "GITLAB_DEPLOY_TOKEN was replaced",
    "The engine is C++",
    "The add-on is C#",
    "Please avoid git reset --hard here",
    "Look at lib/core/money.rs line 12",
    "Move to v3.10.4",
    "v3.1.4 has the bug",
    "Class C is enough",
    "Start the worker with --no-color",
    "Error E2077 means a full disk",
    "Group stage3-load runs at night",
    "Set queue:ttl to ten",
    "Call geo::extent for the box",
    "Send an e-mail to the office",
]


@pytest.mark.parametrize(
    ("query", "row"),
    [
        ("findOrderByCode", 0),
        ("findorderbycode", 0),
        ("find_order_by_code", 0),
        ("XML document", 1),
        ("weekly backup", 2),
        ("WeeklyBackupTask", 2),
        ("gitlab-deploy-token", 4),
        ("C++", 5),
        ("c#", 6),
        ("--hard", 7),
        ("git reset", 7),
        ("lib/core/money.rs", 8),
        ("money.rs", 8),
        ("v3.10.4", 9),
        ("3.1.4", 10),
        ('"--no-color"', 12),
        ("e2077", 13),
        ("stage3-load AND runs", 14),
        ("queue:ttl", 15),
        ("geo::extent", 16),
        ("email", 17),
    ],
)
def test_identifiers_find_their_row_first(query: str, row: int) -> None:
    """Names, flags, paths, versions and two-letter tokens find their own row first (F16, F19)."""
    assert _ranking(query, CODE)[0] == CODE[row]


def test_a_whole_identifier_counts_more_than_its_parts() -> None:
    """The row with the name stands before the row with its words, which is still found."""
    found = _ranking("findOrderByCode", CODE)
    assert found.index(CODE[0]) < found.index(CODE[3])


def test_versions_that_look_alike_share_nothing() -> None:
    """v2.10.3 and v2.1.3 have no term in common; 2.10 finds 2.10.3."""
    assert not set(terms("v2.10.3")) & set(terms("v2.1.3"))
    assert set(query_terms("2.10")) <= set(terms("node-v2.10.3"))
    assert set(query_terms("V2.10.3")) == set(query_terms("2.10.3"))


def test_c_plus_plus_is_not_c() -> None:
    """The signs of C++ and C# belong to the word."""
    assert terms("C++") == ["c++"]
    assert terms("C#.") == ["c#"]
    assert terms("Grade C") == ["grade", "c"]


@pytest.mark.parametrize(
    "text", ["don't", "do not", "does not", "can't", "cannot", "won't", "isnt"]
)
def test_negation_is_a_term(text: str) -> None:
    """However it is written, an English negation is kept."""
    assert "not" in terms(f"She {text} eat meat")


@pytest.mark.parametrize("character", list("不没别未无"))
def test_chinese_negation_is_a_term(character: str) -> None:
    """Chinese negations are indexed, and asked for when they stand alone."""
    assert character in terms(f"他{character}吃辣")
    assert query_terms(character) == [character]


def test_words_meet_in_their_stem() -> None:
    """Forms, case, width and Latin accents do not keep a word from its other spellings."""
    assert terms("Deployments DEPLOYING ｄｅｐｌｏｙｅｄ") == ["deploy"] * 3
    assert terms("Café Zoë") == terms("cafe zoe")
    assert terms("STRASSE") == terms("straße")


def test_stop_words_are_left_out_unless_alone() -> None:
    """They are neither indexed nor asked for, but a text of nothing else can be found."""
    assert terms("the ship is in the harbour") == ["ship", "harbour"]
    assert terms("The Who") == ["the", "who"]
    assert query_terms("the who") == ["the", "who"]
    assert query_terms("the ship") == ["ship"]
    assert query_terms("我的") == ["我的"]


def test_emoji_are_terms() -> None:
    """Pictures are found whatever their skin; a flag is one."""
    assert terms("done 👍🏽 🇨🇳👩‍💻") == ["done", "👍", "🇨🇳", "👩", "💻"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n\t",
        "\x00",
        "\ud800",
        '"',
        "NEAR(",
        "*",
        "-",
        "--",
        ":",
        "^",
        "]",
        "'; DROP TABLE x;--",
    ],
)
def test_text_is_data(text: str) -> None:
    """Nothing that an engine would read as syntax is an error or reaches it as syntax."""
    assert all(term.split() == [term] for term in (*terms(text), *query_terms(text)))


def test_single_characters_rank_but_do_not_find() -> None:
    """`weak_terms` holds what `query_terms` left out, and nothing twice."""
    assert weak_terms("机场大巴") == ["机", "场", "大", "巴"]
    assert not set(weak_terms("我的猫呢")) & set(query_terms("我的猫呢"))
    assert "猫" in query_terms("我的猫呢")
    assert weak_terms("airport bus") == []


def test_a_query_is_unique_and_limited() -> None:
    """At most `limit` terms, each once, in order; a long query costs little."""
    assert query_terms("red red blue red") == ["red", "blue"]
    began = time.perf_counter()
    assert len(query_terms(" ".join(f"word{n}" for n in range(15_000)))) == 256
    assert len(query_terms("昨晚我们去看了话剧" * 3_700, limit=5)) == 5
    assert time.perf_counter() - began < 1.5


def test_threads_get_the_same_terms() -> None:
    """Stemmer and dictionary may be used by many threads at once."""
    words = [f"running{suffix} 他们跑步" for suffix in ("s", "ly", "er", "ness")] * 50
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(query_terms, words)) == [query_terms(word) for word in words]


FROZEN = (
    "The quick brown foxes weren't running; they've jumped over Müller's naïve café in 2026.",
    "Don't use npm, it cannot handle OrderService, order_service or order-service: E1042, v2.3.1!",
    "src/util/date.ts C:\\\\Temp\\\\a.txt ana@example.org",
    "https://example.org/a?b=c#d --no-cache -x",
    "C++ C# .NET 1,234.5 10.2.1-rc.1 ~/.bashrc a::b x=y+1 50% 3/4 192.168.0.1 2026-11-30T12:00",
    "火车下周二从杭州开往成都，别忘了带身份证；他们去看话剧。ＡＢＣ１２３ ﬁne",
    "先週は父と陶芸を習った カタカナ 한국어 문장 ภาษาไทย",
    "👍🏽 🇨🇳 ☕ a\u0301 \u0301 \u0301\u0302 не надо हिन्दी שלום",
    "the of and",
    "x" * 150,
)
FROZEN_DIGEST = "c31bf8c5b1c3c5dda6c7e536cb7bfc2c6404b3ff40e97a58d186539c0b605bc2"


def test_the_stream_of_version_2_is_frozen() -> None:
    """Changing these terms needs a new `TOKENIZER_VERSION`, or indexes go stale unnoticed.

    A digest over every kind of term notices what the examples do not show.
    """
    assert TOKENIZER_VERSION == 2
    stream = "\n".join(" ".join(terms(text)) for text in FROZEN)
    assert sha256(stream.encode()).hexdigest() == FROZEN_DIGEST, (
        "raise TOKENIZER_VERSION, then write this digest down"
    )
    assert terms("用pnpm, not npm: see docs/setup.md (v10.2.1)") == [
        *("用", "pnpm", "not", "npm", "see", "docs/setup.md", "doc", "setup.md", "setup", "md"),
        *("10.2.1", "10.2"),
    ]
    assert terms("下周二") == ["下周", "周二", "下", "周", "二"]


@settings(max_examples=150)
@given(st.text())
def test_every_text_has_terms_without_white_space(text: str) -> None:
    """No text is an error, and no term is empty, long, blank or unstorable."""
    for term in (*terms(text), *query_terms(text), *weak_terms(text)):
        assert term.split() == [term]
        assert len(term) <= 100
        term.encode()


@settings(max_examples=100)
@given(st.text())
def test_equal_after_normalisation_is_equal(text: str) -> None:
    """Texts that Unicode holds for equal have equal terms."""
    assert terms(text) == terms(unicodedata.normalize("NFKC", text))


@settings(max_examples=100)
@given(st.text(alphabet="abcXYZ012_-./:é火车湖不カメラ자원", min_size=1, max_size=12))
def test_a_word_finds_itself(word: str) -> None:
    """Whatever is asked for a single word stands in the index of that word."""
    assert set(query_terms(word)) <= set(terms(word))
    assert bool(query_terms(word)) == bool(terms(word))
