"""Of Markdown the headings, fences and tables are seen, and every character is kept."""

from __future__ import annotations

import io

from hypothesis import given, settings
from hypothesis import strategies as st

from stratal.converters.markdown import read_markdown
from stratal.text.chunks import BLOCK_LIMIT, Block, Shape


def read(text: str) -> list[Block]:
    return list(read_markdown(io.BytesIO(text.encode()), "utf-8"))


def headings(text: str) -> list[tuple[int, str]]:
    return [(one.level, one.title) for one in read(text) if one.shape is Shape.HEADING]


@settings(max_examples=100)
@given(
    st.lists(
        st.sampled_from("# A|## B|a|---|===|```|~~~|  ```py|> q|- x|\\| a \\| b \\||".split("|"))
    )
)
def test_nothing_is_lost(lines: list[str]) -> None:
    """The blocks of any text, put together, are that text."""
    text = "\n".join(lines)
    assert "".join(block.text for block in read(text)) == text


def test_headings() -> None:
    """Marked or underlined; a rule, a list or a comment in code is none."""
    text = (
        "# One #\n\nTwo\n---\n\n### 三\ntext\n\n- item\n---\n\n"
        "```sh\n# no heading\n```\n\n#none\n\nOver\ntwo lines\n===\n"
    )
    assert headings(text) == [(1, "One"), (2, "Two"), (3, "三")]


def test_a_fence_is_one_block() -> None:
    """With blank lines and shorter fences in it; one that is never closed goes to the end."""
    fence = "````md\n\n```\n# a\n```\n\n````\n"
    assert [b.text for b in read(f"x\n{fence}y\n") if b.shape is Shape.CODE] == [fence]
    assert read("a\n\n```\nb\n\nc")[-1] == Block(shape=Shape.CODE, text="```\nb\n\nc")


def test_tables_and_front_matter() -> None:
    """Rows stand apart from the paragraph before; what is between --- at the top is no heading."""
    blocks = read("---\ntitle: x\n---\nsee\n| a | b |\n|---|---|\n| 1 | 2 |\nend\n")
    assert [block.shape for block in blocks] == [
        Shape.CODE,
        Shape.TEXT,
        Shape.TABLE,
        Shape.TEXT,
    ]


def test_no_block_is_endless() -> None:
    """Lines and fences of any length come in parts."""
    text = "```\n" + "y" * 200_000 + "\n" + "z\n" * 100_000
    blocks = read(text)
    assert all(len(block.text) <= BLOCK_LIMIT for block in blocks)
    assert "".join(block.text for block in blocks) == text
