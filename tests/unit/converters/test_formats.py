"""What a file is: by its type, its name, its bytes; and in which encoding."""

from __future__ import annotations

import hashlib
import io

import pytest

from stratal import InvalidValue
from stratal.converters.formats import (
    DOCX,
    Form,
    Look,
    blocks_of,
    encoding_of,
    form_of,
    media_type_of,
    type_by_name,
)
from stratal.errors import UnreadableFile

CHINESE = "渡船每天早上六点从码头出发，中午到达。" * 4


def look(data: bytes) -> Look:
    return Look.at(io.BytesIO(data))


def read(name: str, data: bytes, given: str | None = None) -> str:
    seen = look(data)
    kind = media_type_of(name, seen, given)
    return "".join(block.text for block in blocks_of(io.BytesIO(data), kind, seen))


def test_a_look_reads_all_of_a_file() -> None:
    """Digest and size are of all bytes, and a wrong byte far behind is seen."""
    data = b"a" * 3_000_000
    assert look(data).digest == hashlib.sha256(data).hexdigest()
    assert look(data).size == len(data)
    assert look(data).utf8
    assert not look(data + b"\xff").utf8
    assert not look(data + "渡".encode()[:2]).utf8


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("a.md", Form.MARKDOWN),
        ("A.TXT", Form.TEXT),
        ("b/c.HTML", Form.HTML),
        ("c.pdf", Form.PDF),
        ("d.docx", Form.DOCX),
        ("e.csv", Form.TABLE),
        ("f.py", Form.CODE),
        ("g.rs", Form.CODE),
        ("Makefile", Form.CODE),
    ],
)
def test_names(name: str, form: Form) -> None:
    """The end of a name says how it is read, in any case."""
    media = type_by_name(name)
    assert media is not None
    assert form_of(media) is form


def test_bytes_tell_where_a_name_does_not() -> None:
    """PDF, DOCX, HTML and text are known by their beginning; what is none of them is refused."""
    assert media_type_of("x", look(b"%PDF-1.7 ..."), None) == "application/pdf"
    assert media_type_of("x", look(b"PK\x03\x04....word/document.xml"), None) == DOCX
    assert media_type_of("x", look(b" <!DOCTYPE html><p>"), None) == "text/html"
    assert media_type_of("LICENSE", look(b"You may use it."), None) == "text/plain"
    with pytest.raises(UnreadableFile, match="neither PDF"):
        media_type_of("x.png", look(b"\x89PNG\x00\x00"), None)


def test_a_given_type_is_taken() -> None:
    """With its parameters; one that nothing reads is refused by name."""
    assert media_type_of("x", look(b"# a"), "text/markdown; charset=utf-8") == "text/markdown"
    with pytest.raises(InvalidValue, match="media_type"):
        media_type_of("x", look(b""), "video/mp4")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_chinese_in_any_usual_encoding(encoding: str) -> None:
    """The same text comes out, without the mark of the encoding."""
    assert read("a.txt", CHINESE.encode(encoding)) == CHINESE


def test_western_text() -> None:
    """What is neither UTF-8 nor Chinese is read as Windows wrote it."""
    said = "Le café déjà payé, “à Noël” l’été."
    assert read("a.txt", said.encode("cp1252")) == said


def test_damaged_text_is_refused_not_guessed() -> None:
    """UTF-8 with a wrong byte in it is not read as something else, and NUL bytes are no text."""
    with pytest.raises(UnreadableFile, match="damaged"):
        encoding_of(look(CHINESE.encode() + b"\xff" + CHINESE.encode()))
    with pytest.raises(UnreadableFile, match="NUL"):
        encoding_of(look(b"abc\x00def"))
