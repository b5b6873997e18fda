"""Claims about `stratal.text.counting`.

The expected numbers were counted once with the o200k_base vocabulary (bpe-openai 0.1.4) and stand
here frozen, so that no vocabulary is needed to run the tests.
"""

from __future__ import annotations

import hashlib
import json
import time
from base64 import b64encode

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stratal.text.counting import IMAGE_TOKENS, estimate_tokens

_DIGESTS = [hashlib.sha256(bytes([n])).digest() for n in range(12)]
_INVOICES = [
    {
        "id": 1000 + n * 37,
        "customer": ["Harbour Books", "Mill Bakery", "North Cycles"][n % 3],
        "total": round(19.9 * n + 4.5, 2),
        "paid": n % 2 == 0,
        "issued_at": f"2026-0{n + 1}-1{n}T08:3{n}:00Z",
        "tags": ["export", "priority"] if n % 2 else [],
    }
    for n in range(6)
]

COUNTED: dict[str, tuple[int, str]] = {
    "English prose": (
        101,
        (
            "The ferry leaves at a quarter past six, long before the market opens, and by the "
            "time the first stalls are set up the island has shrunk to a grey line. My "
            "grandmother used to say that nobody who has crossed that water in winter ever "
            "complains about rain again. We carried two baskets, a folded umbrella and the "
            "letter that nobody wanted to open. When the harbour came into sight, she finally "
            "read it aloud, slowly, as if every sentence had to be weighed before it could be "
            "believed."
        ),
    ),
    "English chat": (
        99,
        (
            "Ana: Did you manage to fix the heating? Ben: Not yet, the plumber says he'll come "
            "on Thursday, maybe Friday. I'm wearing three sweaters and it's still freezing in "
            "here! Ana: Oh no, that's awful. You could stay with us, we've got a spare room and "
            "the kids would love it. Ben: Thanks, that's really kind. I might take you up on "
            "that if it isn't working by the weekend. By the way, did you get the tickets for "
            "the concert?"
        ),
    ),
    "Chinese prose": (
        168,
        (
            "渡船六点一刻开，那时集市还没有开门，等第一批摊子支起来的时候，小岛已经缩成一条灰线了"
            "。外婆常说，冬天渡过这片海的人，再也不会抱怨下雨。我们带了两个篮子、一把折好的伞，还"
            "有那封谁也不愿意拆开的信。港口出现在眼前的时候，她终于慢慢地把信念了出来，好像每一句"
            "话都要先掂量一下才能相信。后来我们在码头旁边的小饭馆坐了很久，谁也没有说话，只听见外"
            "面的风吹着旗子。老板端来两碗热汤面，说今天风大，晚上的船恐怕要停了。"
        ),
    ),
    "code in Python": (
        215,
        (
            "def merge_intervals(intervals: list[tuple[int, int]]) -> list[tuple[int, int]]:\n"
            '    """Join intervals that overlap or touch, in order of their start."""\n'
            "    merged: list[tuple[int, int]] = []\n"
            "    for start, end in sorted(intervals):\n"
            "        if merged and start <= merged[-1][1]:\n"
            "            last_start, last_end = merged.pop()\n"
            "            merged.append((last_start, max(last_end, end)))\n"
            "        else:\n"
            "            merged.append((start, end))\n"
            "    return merged\n"
            "\n"
            "\n"
            "class RateLimiter:\n"
            "    def __init__(self, per_second: float, clock=time.monotonic) -> None:\n"
            "        self.interval = 1.0 / per_second\n"
            "        self._clock = clock\n"
            "        self._next_allowed = clock()\n"
            "\n"
            "    def wait_time(self) -> float:\n"
            "        now = self._clock()\n"
            "        delay = max(0.0, self._next_allowed - now)\n"
            "        self._next_allowed = max(now, self._next_allowed) + self.interval\n"
            "        return delay\n"
        ),
    ),
    "code in TypeScript": (
        136,
        (
            "export async function loadInvoices(customerId: string, page = 1): "
            "Promise<Invoice[]> {\n"
            "  const response = await fetch(`/api/customers/${customerId}/invoices?page=${page}`)"
            ";\n"
            "  if (!response.ok) {\n"
            '    throw new HttpError(response.status, "could not load invoices");\n'
            "  }\n"
            "  const { items, nextPage } = await response.json();\n"
            "  const invoices = items.map((item) => ({ ...item, issuedAt: new "
            "Date(item.issued_at) }));\n"
            "  if (nextPage !== null && invoices.length > 0) {\n"
            "    return invoices.concat(await loadInvoices(customerId, nextPage));\n"
            "  }\n"
            "  return invoices;\n"
            "}\n"
        ),
    ),
    "emoji": (
        434,
        "😀🎉👍❤️🚀🔥✨😂🙏🥰💯🎂🌟👀😭🤔✅📝🐛🏠" * 14,
    ),
    "base64": (
        350,
        b64encode(b"".join(_DIGESTS)).decode(),
    ),
    "hexadecimal": (
        217,
        "".join(digest.hex() for digest in _DIGESTS[:6]),
    ),
    "JSON": (
        396,
        json.dumps(_INVOICES, indent=2),
    ),
    "mixed": (
        130,
        (
            "今天把 order_service 从 v2.10.3 升级到 v2.11.0 了，deploy 的时候遇到 timeout，改成 "
            "`--max-wait 90` 就好了 👍\n"
            "\n"
            "```bash\n"
            "kubectl rollout status deployment/order-service --timeout=120s\n"
            "curl -s http://localhost:8080/healthz | jq .status\n"
            "```\n"
            "\n"
            "Note for Monday: the retry budget is still too small, ask 小林 whether we can raise "
            "it to 5. 另外 README 里的步骤过期了，记得更新。Please don't touch the production "
            "config before the review is done."
        ),
    ),
    "Markdown": (
        88,
        (
            "# Release checklist\n"
            "\n"
            "1. Run the **full** test suite on both databases.\n"
            "2. Update `CHANGELOG.md` and the version in `pyproject.toml`.\n"
            "3. Ask somebody else to read the [upgrade notes](docs/upgrade.md).\n"
            "\n"
            "| step | owner | done |\n"
            "| --- | --- | --- |\n"
            "| freeze | Ana | yes |\n"
            "| notes | Ben | no |\n"
            "\n"
            "> Never tag on a Friday afternoon.\n"
        ),
    ),
    "Japanese": (
        184,
        (
            "船は六時十五分に出るので、市場が開くころには島はもう灰色の線になっていました。祖母は"
            "よく、冬にこの海を渡った人は二度と雨に文句を言わないと話していました。私たちはかごを"
            "二つと、たたんだ傘と、だれも開けたがらない手紙を持っていました。港が見えてくると、祖"
            "母はようやくその手紙をゆっくりと声に出して読みました。それから私たちは岸壁のそばの小"
            "さな食堂で、長いあいだ黙って座っていました。店の人は温かいうどんを二つ運んできて、今"
            "夜の船は止まるかもしれないと言いました。"
        ),
    ),
    "Korean": (
        139,
        (
            "배는 여섯 시 십오 분에 떠나기 때문에 시장이 문을 열 무렵이면 섬은 이미 회색 선이 "
            "되어 있었다. 할머니는 겨울에 이 바다를 건너 본 사람은 다시는 비를 불평하지 않는다고 "
            "말씀하시곤 했다. 우리는 바구니 두 개와 접은 우산, 그리고 아무도 열고 싶어 하지 않는 "
            "편지를 들고 있었다. 항구가 보이자 할머니는 마침내 그 편지를 천천히 소리 내어 "
            "읽으셨다. 그 뒤로 우리는 부두 옆 작은 식당에 오랫동안 말없이 앉아 있었다."
        ),
    ),
    "Russian": (
        87,
        (
            "Паром уходит в четверть седьмого, задолго до открытия рынка, и к тому времени, "
            "когда ставят первые прилавки, остров превращается в серую линию. Бабушка говорила, "
            "что тот, кто переплыл это море зимой, никогда больше не жалуется на дождь. Мы несли "
            "две корзины, сложенный зонт и письмо, которое никто не хотел открывать."
        ),
    ),
    "German": (
        86,
        (
            "Die Fähre legt um Viertel nach sechs ab, lange bevor der Markt öffnet, und wenn die "
            "ersten Stände aufgebaut sind, ist die Insel nur noch ein grauer Strich. Meine "
            "Großmutter sagte gern, wer dieses Wasser im Winter überquert habe, beschwere sich "
            "nie wieder über Regen. Wir trugen zwei Körbe, einen zusammengefalteten Schirm und "
            "den Brief, den niemand öffnen wollte."
        ),
    ),
}


@pytest.mark.parametrize("kind", list(COUNTED))
def test_the_estimate_is_within_ten_per_cent(kind: str) -> None:
    """For each kind of text of 200 characters and more, against what a model's encoder counts."""
    counted, text = COUNTED[kind]
    assert len(text) >= 200
    assert estimate_tokens(text) == pytest.approx(counted, rel=0.1)


@pytest.mark.parametrize("part", [1, 3, 8])
def test_kinds_may_be_mixed(part: int) -> None:
    """A text made of pieces of all kinds is within ten per cent as well."""
    counted = sum(tokens for tokens, _ in COUNTED.values()) * part
    text = "\n".join(text for _, text in COUNTED.values()) * part
    assert estimate_tokens(text) == pytest.approx(counted, rel=0.1)


@pytest.mark.parametrize(("text", "counted"), [("", 0), ("a", 1), ("湖", 1), ("\n", 1), ("🔥", 1)])
def test_the_smallest_texts(text: str, counted: int) -> None:
    """Nothing costs nothing, and whatever there is costs at least one."""
    assert estimate_tokens(text) == counted


def test_a_picture_is_one_flat_amount() -> None:
    """Between 1 and 10,000, and not that of its encoded text (F05)."""
    assert 1 <= IMAGE_TOKENS <= 10_000


def test_long_json_counts_like_its_text() -> None:
    """40,000 characters of serialised JSON are at least 8,000 tokens (F05)."""
    rows = [{"row": n, "name": f"part {n}", "stock": n % 7} for n in range(1_000)]
    assert estimate_tokens(json.dumps(rows)[:40_000]) >= 8_000


@pytest.mark.parametrize("piece", ["a", "aB", "-", " ", "1_", "湖", "😀", "word ", "+/", "\ud800"])
def test_a_long_text_is_counted_quickly(piece: str) -> None:
    """No form of text makes the estimate slow."""
    began = time.perf_counter()
    assert estimate_tokens(piece * (200_000 // len(piece))) > 0
    assert time.perf_counter() - began < 2


@settings(max_examples=150)
@given(st.text(), st.text())
def test_more_text_costs_more(first: str, second: str) -> None:
    """Never negative, the same each time, and roughly additive under concatenation."""
    one, other, both = (estimate_tokens(each) for each in (first, second, first + second))
    assert one >= 0
    assert both == estimate_tokens(first + second)
    assert both >= max(one, other) - 3
    assert both <= one + other + 3
