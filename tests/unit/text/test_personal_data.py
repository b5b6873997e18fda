"""Personal data in notes, measured on a labelled set. Every number is an example, nobody's own."""

from __future__ import annotations

import hashlib
import random
import string
import time
import uuid
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stratal.text.personal_data import find_personal_data, without_personal_data
from stratal.text.secrets import find_secrets

NUMBERS = [
    ("card_number", "4242 4242 4242 4242"),
    ("card_number", "4242424242424242"),
    ("card_number", "5555-5555-5555-4444"),
    ("card_number", "378282246310005"),
    ("card_number", "6011111111111117"),
    ("card_number", "3530111333300000"),
    ("iban", "DE89 3704 0044 0532 0130 00"),
    ("iban", "GB82WEST12345698765432"),
    ("iban", "FR14 2004 1010 0505 0001 3M02 606"),
    ("chinese_id", "11010519491231002X"),
    ("chinese_id", "440524188001010014"),
    ("us_social_security_number", "219-09-9999"),
    ("spanish_id", "12345678Z"),
    ("spanish_id", "X1234567L"),
    ("italian_tax_code", "RSSMRA85T10A562S"),
    ("brazilian_cpf", "529.982.247-25"),
    ("french_social_security_number", "2 55 08 14 168 025 38"),
    ("aadhaar", "2341 2341 2346"),
    ("hong_kong_id", "G123456(A)"),
    ("taiwan_id", "A123456789"),
]
NAMED = [
    ("nhs_number", "NHS number: 943 476 5919"),
    ("german_tax_id", "Steuer-ID 86 095 742 719"),
    ("passport_number", "passport no. C01X00T47".replace("X", "5").replace("T", "6")),
    ("passport_number", "护照号码：E12345678"),
]
AROUND = ["{}", "note: {}.", "他的号码是{}，别忘了", "| name | {} |", "first\n- second ({})\n"]

CLEAN = [
    "Order 4242 4242 4242 4241 was shipped.",
    "Version 3.14.159, build 20261130.",
    "Call +43 1 234567 or 010-8231 4567 tomorrow.",
    "11010519491231002Y is no number of anybody.",
    "Card numbers begin with 4 and have 16 digits.",
    "The range 192.168.10.100-192.168.10.200 is ours.",
    "12345678A is not a valid DNI letter.",
    "见提交 378282246310006 与工单 A123456780。",
    "sha 4242424242424242" + "4242424242424242",
    "0.4242424242424242 of them",
    "id=4242424242424242x",
]


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize(("kind", "text"), [*NUMBERS, *NAMED])
def test_a_number_is_found_by_kind(kind: str, text: str, around: str) -> None:
    """Alone, in a sentence of either language, in a table, in a list."""
    assert [hit.kind for hit in find_personal_data(around.format(text))] == [kind]


@pytest.mark.parametrize(("kind", "text"), NUMBERS)
def test_one_wrong_digit_is_no_number(kind: str, text: str) -> None:
    """A checksum that does not hold is no hit, where there is one."""
    if kind == "us_social_security_number":
        pytest.skip("it has no checksum")
    place = next(at for at in range(len(text) // 2, len(text)) if text[at].isdigit())
    digit = str((int(text[place]) + 1) % 10)
    assert find_personal_data(text[:place] + digit + text[place + 1 :]) == ()


@pytest.mark.parametrize("text", CLEAN)
def test_what_only_looks_like_it_is_clean(text: str) -> None:
    """Versions, telephone numbers, hashes, parts of longer numbers."""
    assert find_personal_data(text) == ()


def test_a_hit_says_where_and_not_what() -> None:
    """Kind, line and place; the number is in no representation of it."""
    [hit] = find_personal_data("one\ntwo\npay with 4242 4242 4242 4242")
    assert (hit.kind, hit.line, hit.start, hit.end) == ("card_number", 3, 17, 36)
    assert "4242" not in repr(hit)


def test_what_is_taken_out_is_named() -> None:
    """All of them, and nothing else is changed."""
    text = "pay 4242 4242 4242 4242 or DE89 3704 0044 0532 0130 00, ok?"
    assert without_personal_data(text) == "pay [card number removed] or [iban removed], ok?"
    assert without_personal_data("nothing here") == "nothing here"


def notes() -> list[str]:
    """A thousand ordinary notes with what notes have in them: hashes, ids, dates, numbers."""
    dice = random.Random(7)
    start = datetime(2026, 1, 1, tzinfo=UTC)

    def any_of(count: int) -> int:
        return dice.randrange(count)

    found = []
    for number in range(1_000):
        digest = hashlib.sha256(str(number).encode()).hexdigest()
        moment = start + timedelta(minutes=dice.randrange(500_000))
        trace = uuid.UUID(int=dice.getrandbits(128))
        letters = "".join(dice.choices(string.ascii_letters, k=32))
        found += [
            dice.choice(
                [
                    f"Fixed in commit {digest[:40]}; the image is sha256:{digest}.",
                    f"Trace {trace} took {dice.random() * 900:.3f} ms.",
                    f"On {moment:%Y-%m-%d %H:%M} the import of {any_of(10**7):,} rows ended.",
                    f"Ticket SHOP-{any_of(99_999)} and PR #{any_of(9_999)} go together.",
                    f"The password policy asks for {any_of(20) + 8} characters and a token.",
                    f"部署时间 {moment:%Y年%m月%d日}，版本 v{any_of(9)}.{any_of(99)}.0，已完成。",
                    f"Message id {10**17 + any_of(10**17)} was sent twice at {any_of(10**9)}.",
                    f"curl -s https://host{any_of(9)}.example.com/api/items?id={any_of(10**8)}",
                    f"Ask +49 30 {any_of(10**7)} before 10.{any_of(255)}.{any_of(255)}.0/24 moves.",
                    f'etag W/"{digest[:16]}", base64 {letters}==',
                    f"The key of the table is (tenant, id); the secret is to sort. Row {number}.",
                    f"Invoice 2026-{any_of(10**5):05} over {any_of(10**6) / 100:,.2f} EUR is paid.",
                ]
            )
        ]
    return found


def keys() -> list[str]:
    """Keys of providers as they are made, each within a note; none is real."""
    dice = random.Random(11)
    letters, hexes = string.ascii_letters + string.digits, "0123456789abcdef"

    def of(alphabet: str, count: int) -> str:
        return "".join(dice.choices(alphabet, k=count - 1)) + "7"

    made = []
    for _ in range(20):
        made += [
            "sk-" + "proj-" + of(letters, 60), "sk-" + "ant-api03-" + of(letters + "-_", 93),
            "ghp" + "_" + of(letters, 36),
            "github" + "_pat_" + of(letters + "_", 70),
            "glpat" + "-" + of(letters, 20), "AKIA" + of(string.ascii_uppercase, 15) + "Q",
            "AIza" + of(letters + "_-", 35),
            "xoxb-" + of(string.digits, 12) + "-" + of(letters, 24),
            "sk_" + "live_" + of(letters, 24), "SG." + of(letters, 22) + "." + of(letters, 43),
            "npm" + "_" + of(letters, 36), "hf" + "_" + of(letters, 34),
            "gsk" + "_" + of(letters, 52),
            "xai" + "-" + of(letters, 80), "r8" + "_" + of(letters, 37), "dop_v1_" + of(hexes, 64),
            "pplx-" + of(letters, 48), "lin_api_" + of(letters, 40), "dapi" + of(hexes, 32),
            "LTAI" + of(letters, 20), "sk-or-v1-" + of(hexes, 64), "hvs." + of(letters, 90),
        ]  # fmt: skip
    around = ["The key is {} for now.", "export TOKEN={}", "用 {} 登录", '{{"key": "{}"}}', "{}"]
    return [dice.choice(around).format(key) for key in made]


def test_provider_keys_are_found() -> None:
    """Recall on generated keys of 22 providers is at least 0.95."""
    found = [bool(find_secrets(note)) for note in keys()]
    assert sum(found) / len(found) >= 0.95


def test_ordinary_notes_are_clean() -> None:
    """At most one false alarm in 200 notes, of either scanner, hashes and UUIDs among them."""
    alarms = [note for note in notes() if find_secrets(note) or find_personal_data(note)]
    assert len(alarms) / len(notes()) <= 1 / 200, alarms[:5]


@pytest.mark.parametrize(
    "piece", ["4242 ", "1" * 50, "A1", "DE89 3704 ", "passport no ", "1-", "\n"]
)
def test_a_long_text_is_searched_quickly(piece: str) -> None:
    """The largest file there can be takes less than a second of processor time."""
    text = piece * (102_400 // len(piece))
    started = time.process_time()
    find_personal_data(text)
    assert time.process_time() - started < 1


@given(st.text(max_size=300))
def test_no_text_is_too_strange(text: str) -> None:
    """Places lie within the text, in order and apart."""
    hits = find_personal_data(text)
    ends = [0, *(place for hit in hits for place in (hit.start, hit.end)), len(text)]
    assert ends == sorted(ends)
    assert without_personal_data(text) == text or hits
