"""DOCX: headings, paragraphs, lists and tables in their order."""

from __future__ import annotations

import io
import zipfile

import pytest

docx = pytest.importorskip("docx")

from stratal.converters import docx as converter  # noqa: E402
from stratal.converters.docx import read_docx  # noqa: E402
from stratal.errors import UnreadableFile  # noqa: E402
from stratal.text.chunks import Block, Shape  # noqa: E402


def written() -> bytes:
    document = docx.Document()
    document.add_heading("Harbour", 0)
    document.add_heading("Boats", 1)
    document.add_paragraph("渡船六点出发。")
    document.add_paragraph("blue", style="List Bullet")
    table = document.add_table(rows=2, cols=2)
    table.cell(0, 0).merge(table.cell(0, 1)).text = "wide"
    table.cell(1, 0).text = "a|b"
    table.cell(1, 1).text = "c"
    document.add_paragraph("last")
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def read(data: bytes) -> list[Block]:
    return list(read_docx(io.BytesIO(data)))


def test_structure() -> None:
    """All of it in order; a cell over two columns is there once."""
    assert [(b.shape, b.level, b.text) for b in read(written())] == [
        (Shape.HEADING, 1, "Harbour\n\n"),
        (Shape.HEADING, 2, "Boats\n\n"),
        (Shape.TEXT, 0, "渡船六点出发。\n\n"),
        (Shape.TEXT, 0, "- blue\n\n"),
        (Shape.TABLE, 0, "| wide |\n"),
        (Shape.TABLE, 0, "| a\\|b | c |\n"),
        (Shape.TEXT, 0, "last\n\n"),
    ]


def test_what_is_none() -> None:
    """Not an archive, an archive of something else, cut off, empty: refused with the reason."""
    other = io.BytesIO()
    with zipfile.ZipFile(other, "w") as archive:
        archive.writestr("a.txt", "b")
    empty = io.BytesIO()
    docx.Document().save(empty)
    for data in (b"PK nonsense", other.getvalue(), written()[:-2_000]):
        with pytest.raises(UnreadableFile, match="no DOCX"):
            read(data)
    with pytest.raises(UnreadableFile, match="no text"):
        read(empty.getvalue())


def test_a_small_archive_may_not_unpack_to_anything() -> None:
    """More XML than the limit is refused before it is unpacked."""
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b" " * (converter.UNPACKED_LIMIT + 1))
    assert len(bomb.getvalue()) < 1_000_000
    with pytest.raises(UnreadableFile, match="unpacks to"):
        read(bomb.getvalue())
