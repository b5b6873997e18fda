"""Which converter reads a file: by its media type, its name, or its first bytes."""

from __future__ import annotations

import hashlib
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE, getincrementaldecoder
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import PurePosixPath
from typing import BinaryIO

from stratal.core.checks import encodable
from stratal.errors import InvalidValue, UnreadableFile
from stratal.text.chunks import Block

DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"

_READ = 1 << 20
_HEAD = 1 << 16


class Form(Enum):
    """What kind of file it is, as far as reading it goes."""

    TEXT = "text"
    MARKDOWN = "markdown"
    CODE = "code"
    TABLE = "table"
    HTML = "html"
    PDF = "pdf"
    DOCX = "docx"


_BY_TYPE = {
    "text/plain": Form.TEXT,
    "text/x-rst": Form.TEXT,
    "text/markdown": Form.MARKDOWN,
    "text/csv": Form.TABLE,
    "text/tab-separated-values": Form.TABLE,
    "text/html": Form.HTML,
    "application/xhtml+xml": Form.HTML,
    "application/pdf": Form.PDF,
    DOCX: Form.DOCX,
    "application/json": Form.CODE,
    "application/yaml": Form.CODE,
    "application/toml": Form.CODE,
    "application/xml": Form.CODE,
    "text/xml": Form.CODE,
    "text/css": Form.CODE,
    "text/javascript": Form.CODE,
}
_BY_SUFFIX = {
    **dict.fromkeys(("txt", "text", "log"), "text/plain"),
    **dict.fromkeys(("rst",), "text/x-rst"),
    **dict.fromkeys(("md", "markdown", "mdx"), "text/markdown"),
    "csv": "text/csv",
    "tsv": "text/tab-separated-values",
    **dict.fromkeys(("html", "htm"), "text/html"),
    "xhtml": "application/xhtml+xml",
    "pdf": "application/pdf",
    "docx": DOCX,
    **dict.fromkeys(("json", "jsonl", "ndjson"), "application/json"),
    **dict.fromkeys(("yaml", "yml"), "application/yaml"),
    "toml": "application/toml",
    "xml": "application/xml",
    "css": "text/css",
    **dict.fromkeys(("js", "mjs", "cjs", "jsx"), "text/javascript"),
    **{
        suffix: f"text/x-{language}"
        for language, suffixes in {
            "python": "py pyi",
            "typescript": "ts tsx mts",
            "java": "java",
            "kotlin": "kt kts",
            "scala": "scala",
            "c": "c h",
            "c++": "cc cpp cxx hpp hh",
            "csharp": "cs",
            "go": "go",
            "rust": "rs",
            "ruby": "rb",
            "php": "php",
            "swift": "swift",
            "dart": "dart",
            "lua": "lua",
            "perl": "pl pm",
            "r": "r",
            "julia": "jl",
            "haskell": "hs",
            "elixir": "ex exs",
            "erlang": "erl",
            "clojure": "clj",
            "vue": "vue",
            "svelte": "svelte",
            "sh": "sh bash zsh fish",
            "powershell": "ps1",
            "sql": "sql",
            "protobuf": "proto",
            "graphql": "graphql gql",
            "terraform": "tf hcl",
            "ini": "ini cfg conf properties env",
        }.items()
        for suffix in suffixes.split()
    },
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Look:
    """What one reading of a file from end to end tells about it."""

    digest: str
    """SHA-256 of its bytes."""
    size: int
    head: bytes
    utf8: bool

    @classmethod
    def at(cls, file: BinaryIO) -> Look:
        """Reads the whole file, a megabyte at a time."""
        digest = hashlib.sha256()
        decoder = getincrementaldecoder("utf-8")()
        size, head, utf8 = 0, b"", True
        while piece := file.read(_READ):
            digest.update(piece)
            size += len(piece)
            head = head or piece[:_HEAD]
            if utf8:
                try:
                    decoder.decode(piece)
                except UnicodeDecodeError:
                    utf8 = False
        if utf8:
            try:
                decoder.decode(b"", final=True)
            except UnicodeDecodeError:
                utf8 = False
        return cls(digest=digest.hexdigest(), size=size, head=head, utf8=utf8)


def type_by_name(name: str) -> str | None:
    """The media type that a file's name stands for, if it is one that can be read."""
    path = PurePosixPath(name)
    suffix = path.suffix.removeprefix(".").casefold()
    if path.name.casefold() in ("dockerfile", "makefile"):
        return f"text/x-{path.name.casefold()}"
    return _BY_SUFFIX.get(suffix)


def media_type_of(name: str, look: Look, given: str | None) -> str:
    """The media type: what was given, what the name says, or what the first bytes look like.

    Raises `InvalidValue` for a given type that nothing reads, `UnreadableFile` for a file that
    tells nothing.
    """
    if given is not None:
        plain = encodable("media_type", given).partition(";")[0].strip().casefold()
        if plain not in _BY_TYPE and not plain.startswith("text/x-"):
            raise InvalidValue("media_type", given, f"must be one of {', '.join(_BY_TYPE)}")
        return plain
    named = type_by_name(name)
    if named is not None:
        return named
    start = look.head[:1024].lstrip().lower()
    if look.head.startswith(b"%PDF-"):
        return "application/pdf"
    if look.head.startswith(b"PK\x03\x04") and b"word/" in look.head:
        return DOCX
    if start.startswith((b"<!doctype html", b"<html")):
        return "text/html"
    if b"\x00" in look.head and not look.head.startswith((BOM_UTF16_BE, BOM_UTF16_LE)):
        raise UnreadableFile("is no text, and neither PDF, DOCX nor HTML")
    return "text/plain"


def form_of(media_type: str) -> Form:
    """How a file of that type is read."""
    return _BY_TYPE.get(media_type, Form.CODE)


def blocks_of(file: BinaryIO, media_type: str, look: Look) -> Iterator[Block]:
    """The blocks of a file's text, in order. `file` stands at its beginning.

    Raises `UnreadableFile`, also late, and `MissingExtra`.
    """
    form = form_of(media_type)
    if form is Form.PDF:
        from stratal.converters.pdf import read_pdf

        return read_pdf(file)
    if form is Form.DOCX:
        from stratal.converters.docx import read_docx

        return read_docx(file)
    encoding = encoding_of(look)
    if form is Form.HTML:
        from stratal.converters.html import declared_encoding, read_html

        if not look.utf8 and not look.head.startswith((BOM_UTF16_BE, BOM_UTF16_LE)):
            encoding = declared_encoding(look.head) or encoding
        return read_html(file, encoding)
    if form is Form.MARKDOWN:
        from stratal.converters.markdown import read_markdown

        return read_markdown(file, encoding)
    from stratal.converters.plain import read_code, read_plain, read_table

    readers = {Form.TEXT: read_plain, Form.CODE: read_code, Form.TABLE: read_table}
    return readers[form](file, encoding)


def encoding_of(look: Look) -> str:
    """The encoding of a text: its mark, UTF-8, or the old Chinese or Western one it looks like.

    Raises `UnreadableFile` for damaged UTF-8 and for what is no text: a guess would store garbage.
    """
    if look.head.startswith((BOM_UTF16_BE, BOM_UTF16_LE)):
        return "utf-16"
    if b"\x00" in look.head:
        raise UnreadableFile("is no text: it holds NUL bytes")
    if look.utf8:
        return "utf-8-sig" if look.head.startswith(BOM_UTF8) else "utf-8"
    sample = look.head.decode("utf-8", "replace")
    beyond = sum(not each.isascii() for each in sample)
    if beyond > 4 * sample.count("\ufffd") or not beyond:
        raise UnreadableFile("is damaged: most of it is UTF-8, and some bytes are not")
    # The last character of the head may be cut.
    chinese = look.head.decode("gb18030", "replace").rstrip("\ufffd")
    han = sum(
        "\u4e00" <= each <= "\u9fff" or each in "，。、：；？！（）“”《》" for each in chinese
    )
    if "\ufffd" not in chinese and han > 0.7 * sum(not each.isascii() for each in chinese):
        return "gb18030"
    return "cp1252"
