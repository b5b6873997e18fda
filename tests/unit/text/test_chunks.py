"""Pieces are exactly the text, cut where it may be cut, under the headings they stand under."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from stratal.text.chunks import LEAST, MOST, WHOLE, Block, Piece, Shape, pieces

PARAGRAPH = "The ferry leaves the northern pier at six and reaches the island before noon. " * 5
TOKEN = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" * 2


def text(words: str) -> Block:
    return Block(shape=Shape.TEXT, text=words)


def heading(title: str, level: int) -> Block:
    return Block(shape=Shape.HEADING, text=f"{'#' * level} {title}\n\n", title=title, level=level)


def prose(seed: int, paragraphs: int) -> list[str]:
    """Paragraphs of five to nine different sentences."""
    dice = random.Random(seed)
    words = "ship rope tide crane cargo dock wave gull mast keel harbour lantern storm".split()
    return [
        " ".join(
            " ".join(dice.choices(words, k=9)).capitalize() + "." for _ in range(dice.randint(5, 9))
        )
        + "\n\n"
        for _ in range(paragraphs)
    ]


LINES = st.text(alphabet="ab .。，\n|é中文\u0301🙂x", max_size=400)
BLOCKS = st.builds(
    Block,
    shape=st.sampled_from(Shape),
    text=LINES,
    title=st.sampled_from(["", "One", "二"]),
    level=st.integers(min_value=0, max_value=4),
)


@settings(max_examples=60)
@given(st.lists(BLOCKS, max_size=30), st.integers(min_value=1, max_value=60))
def test_pieces_are_the_text(blocks: list[Block], times: int) -> None:
    """Put together they are it, without a gap; none is empty or longer than may be."""
    if blocks:
        grown = blocks[0]
        blocks[0] = Block(
            shape=grown.shape, text=grown.text * times, title=grown.title, level=grown.level
        )
    found = list(pieces(blocks))
    assert "".join(piece.text for piece in found) == "".join(block.text for block in blocks)
    at = 0
    for piece in found:
        assert piece.start == at
        assert piece.text
        at = piece.end
    assert all(piece.tokens <= LEAST + WHOLE + MOST for piece in found)


def test_long_prose_makes_pieces_of_the_usual_size() -> None:
    """Each has 300 to 500 tokens, the last ones of a section a little more or less."""
    found = list(pieces(text(one) for one in prose(3, 60)))
    assert len(found) > 10
    assert all(LEAST - 20 <= piece.tokens <= MOST + 20 for piece in found[:-2])
    assert all(piece.text.endswith(".\n\n") for piece in found)


def test_sections_are_not_mixed() -> None:
    """A piece lies under one heading and bears its path; a heading alone leads what follows."""
    found = list(
        pieces(
            [
                heading("Harbour", 1),
                text("\n"),
                heading("Boats", 2),
                text("They are blue.\n\n"),
                heading("Sails `new`", 3),
                text("Of [linen](x.md).\n\n"),
                heading("Nets", 2),
                text("They dry.\n\n"),
            ]
        )
    )
    assert [piece.heading for piece in found] == [
        "Harbour > Boats",
        "Harbour > Boats > Sails new",
        "Harbour > Nets",
    ]
    assert found[0].text == "# Harbour\n\n\n## Boats\n\nThey are blue.\n\n"


def test_a_fenced_block_is_left_whole() -> None:
    """Up to a thousand tokens it stays in one piece, with the little that leads to it."""
    fence = "```\n" + "".join(f"value_{n} = load({n})\n\n" for n in range(60)) + "```\n"
    code = Block(shape=Shape.CODE, text=fence)
    found = list(pieces([text("Run this:\n\n"), code, text(PARAGRAPH), text(PARAGRAPH)]))
    assert found[0].text.startswith("Run this:")
    assert sum(fence in piece.text for piece in found) == 1


def test_rows_are_not_cut() -> None:
    """A long table is cut between rows."""
    rows = [f"| boat {n} | the owner of boat {n} | pier {n % 7} |\n" for n in range(200)]
    found = list(pieces(Block(shape=Shape.TABLE, text="".join(rows)) for _ in [0]))
    assert len(found) > 3
    assert [row for piece in found for row in piece.text.splitlines(keepends=True)] == rows


def test_chinese_sentences_end() -> None:
    """A paragraph of Chinese without any white space is cut after 。"""
    sentence = "清晨的渡船从北面的码头出发，中午以前到达岛上的小镇。"
    found = list(pieces([text(sentence * 120)]))
    assert len(found) > 3
    assert all(piece.text.endswith("。") for piece in found)
    assert all(piece.tokens <= MOST + 20 for piece in found)


def test_a_text_without_a_place_to_cut_is_cut() -> None:
    """100 KB in one word, or in combining signs, make pieces; no sign is torn off its letter."""
    for endless in ("x1y" * 30_000, "e\u0301" * 3_000):
        found = list(pieces([text(endless)]))
        assert "".join(piece.text for piece in found) == endless
        assert all(piece.tokens <= MOST + LEAST for piece in found)
        assert not any(piece.text.startswith("\u0301") for piece in found)


def test_a_change_moves_few_cuts() -> None:
    """A paragraph put in front of a long text, or into it, leaves most pieces as they were."""
    before = prose(11, 120)
    known = {piece.text for piece in pieces(text(one) for one in before)}
    for place in (0, 60):
        changed = [*before[:place], "A new first paragraph about whales.\n\n", *before[place:]]
        after = list(pieces(text(one) for one in changed))
        fresh = [piece for piece in after if piece.text not in known]
        assert len(after) > 20
        assert len(fresh) <= 3


def marked(found: list[Piece]) -> str:
    return "".join(piece.text for piece in found if piece.secrets)


def test_secrets_mark_the_pieces_they_reach_into() -> None:
    """A private key over many pieces marks all of them, and their neighbours stay clean."""
    body = "\n".join("Mi" + f"{n:04d}" * 14 + "qQ" for n in range(90))
    key = f"-----BEGIN PRIVATE KEY-----\n{body}\n-----END PRIVATE KEY-----\n"
    found = list(
        pieces([*map(text, prose(1, 20)), text(key), *map(text, prose(2, 20)), text(TOKEN)])
    )
    assert sum(bool(piece.secrets) for piece in found) > 2
    assert body in marked(found)
    assert TOKEN in marked(found)
    assert any(not piece.secrets for piece in found)
    clean = "".join(piece.text for piece in found if not piece.secrets)
    assert "0042" not in clean


def test_a_secret_in_a_heading_is_in_no_path() -> None:
    """The headings of what stands below it do not repeat it."""
    found = list(
        pieces([heading(f"Key {TOKEN}", 1), text("One.\n\n"), heading("Two", 2), text("x")])
    )
    assert [piece.heading for piece in found] == ["[withheld]", "[withheld] > Two"]
    assert [bool(piece.secrets) for piece in found] == [True, False]


def test_parts_of_a_program() -> None:
    """Small functions share a piece, a large one has its own; each bears the names above it."""

    def part(name: str, level: int, lines: int) -> Block:
        body = "".join(f"{' ' * level}total_{n} = count({n})\n" for n in range(lines))
        return Block(
            shape=Shape.CODE,
            text=f"{' ' * (level - 1)}def {name}():\n{body}\n",
            title=name,
            level=level,
        )

    opening = Block(shape=Shape.CODE, text="class Ship:\n\n", title="Ship", level=1)
    found = list(
        pieces(
            [opening, part("load", 5, 30), part("sail", 5, 30), part("a", 1, 2), part("b", 1, 2)]
        )
    )
    assert [piece.heading for piece in found] == ["Ship", "Ship > sail", "a"]
    assert "def b" in found[2].text
