"""Of a page what a browser would show comes out, with its structure."""

from __future__ import annotations

import io
import random

from stratal.converters.html import declared_encoding, read_html
from stratal.text.chunks import BLOCK_LIMIT, Block, Shape


def read(page: str) -> list[Block]:
    return list(read_html(io.BytesIO(page.encode()), "utf-8"))


def shown(page: str) -> str:
    return "".join(block.text for block in read(page))


def test_structure() -> None:
    """Headings, paragraphs, lists, code and rows, though hardly a tag is closed."""
    page = """<html><head><title>Pier &amp; sea</title><body>
      <h1>Pier</h1><p>One <b>bold</b>
         line<br>and another<p>Two
      <ul><li>first<li>second</ul>
      <pre>x = 1\n\n  y</pre><h2>Rows</h2>
      <table><tr><th>a<th>b|c<tr><td><p>1</p><p>2</p><td></table>"""
    assert [(b.shape, b.text) for b in read(page)] == [
        (Shape.HEADING, "Pier & sea\n\n"),
        (Shape.HEADING, "Pier\n\n"),
        (Shape.TEXT, "One bold line\nand another\n\n"),
        (Shape.TEXT, "Two\n\n"),
        (Shape.TEXT, "- first\n\n"),
        (Shape.TEXT, "- second\n\n"),
        (Shape.CODE, "x = 1\n\n  y\n\n"),
        (Shape.HEADING, "Rows\n\n"),
        (Shape.TABLE, "| a | b\\|c |\n"),
        (Shape.TABLE, "| 1 2 |\n"),
    ]
    assert [b.level for b in read(page) if b.shape is Shape.HEADING] == [1, 2, 3]


def test_what_is_not_shown_is_left_out() -> None:
    """Scripts, styles, templates and hidden elements; what stands after them is there."""
    page = (
        "<script>if (a < b) { '<p>no' }</script><style>p{}</style><template><p>no</template>"
        '<div hidden>no<div>no</div></div><p style="display: none">no</p><!-- no -->yes'
    )
    assert shown(page) == "yes\n\n"


def test_markup_in_text_is_text() -> None:
    """An escaped tag is not one, and a Markdown sign makes no heading."""
    [block] = read("<p># not a heading &lt;script&gt;</p>")
    assert block == Block(shape=Shape.TEXT, text="# not a heading <script>\n\n")


def test_encodings() -> None:
    """The page's own word counts; what calls itself GB2312 may hold more."""
    assert declared_encoding(b'<meta charset="GB2312">') == "gb18030"
    assert declared_encoding(b"<meta http-equiv=x content='text/html; charset=big5'>") == "big5"
    assert declared_encoding(b"<meta charset=none-such>") is None
    assert declared_encoding(b"<p>") is None


def test_any_page_is_read() -> None:
    """Tags in any order, unclosed and nested a thousand deep, end in blocks of a bounded size."""
    dice = random.Random(5)
    tags = "p div table tr td pre h1 li ul br title script b".split()
    for _ in range(200):
        page = "".join(
            dice.choice([f"<{dice.choice(tags)}>", f"</{dice.choice(tags)}>", "word ", "&lt;"])
            for _ in range(60)
        )
        read(page)
    assert shown("<div>" * 5_000 + "deep").strip() == "deep"
    assert all(len(block.text) <= BLOCK_LIMIT for block in read("<p>" + "a b " * 100_000))
