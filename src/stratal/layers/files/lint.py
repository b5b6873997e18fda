"""What is wrong with the notes in a store: nothing that a program must refuse, all that a reader
trips over.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from posixpath import dirname, join, normpath
from urllib.parse import unquote

from stratal.core.files import INDEX_BYTES, INDEX_LINES, INDEX_PATH, File
from stratal.layers.files.index import loaded
from stratal.layers.files.store import MOST, StoreFiles
from stratal.text.frontmatter import read_note, summary_line

LARGE = 25_000
"""Bytes from which a note says more than one thing."""
_LINK = re.compile(r"\[[^\]\n]*\]\((?:<([^>\n]+)>|([^)\s]+))\)")
_WIKI = re.compile(r"\[\[([^\]|#\n]+)(?:[|#][^\]\n]*)?\]\]")
_CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    """One thing that is wrong."""

    kind: str
    """`no_summary`, `duplicate`, `dead_link`, `too_large`, `not_listed` or `index_too_long`."""
    path: str
    message: str


def lint(store: StoreFiles) -> list[Finding]:
    """What is wrong, by path."""
    found = [one for one in store.listing(limit=MOST, content=True) if isinstance(one, File)]
    findings = [*_each(found), *_duplicates(found), *_links(found), *_index(found)]
    return sorted(findings, key=lambda one: (one.path, one.kind, one.message))


def _each(files: list[File]) -> Iterator[Finding]:
    for file in files:
        text = file.content or ""
        if not summary_line(text):
            yield Finding(
                kind="no_summary", path=file.path, message="no first line says what it is about"
            )
        if file.size > LARGE and file.path != INDEX_PATH:
            yield Finding(
                kind="too_large",
                path=file.path,
                message=f"{file.size:,} bytes: split it, one experience a file",
            )


def _duplicates(files: list[File]) -> Iterator[Finding]:
    by_text, by_title = defaultdict(list), defaultdict(list)
    for file in files:
        if file.path != INDEX_PATH and file.size:
            by_text[file.digest].append(file.path)
            by_title[file.title.casefold()].append(file.path)
    for same in by_text.values():
        for path in same[1:]:
            yield Finding(kind="duplicate", path=path, message=f"says the same as {same[0]}")
    told = {tuple(same) for same in by_text.values()}
    for same in by_title.values():
        if tuple(same) not in told:
            for path in same[1:]:
                yield Finding(
                    kind="duplicate", path=path, message=f"has the same title as {same[0]}"
                )


def _links(files: list[File]) -> Iterator[Finding]:
    paths = {file.path for file in files}
    names = {file.path.rpartition("/")[2].removesuffix(".md") for file in files}
    names |= {read_note(file.content or "").name for file in files}
    for file in files:
        text = _CODE.sub("", file.content or "")
        for target in _targets(text):
            path = normpath(join(dirname(file.path), unquote(target)))
            if path not in paths and not any(one.startswith(path + "/") for one in paths):
                yield Finding(
                    kind="dead_link",
                    path=file.path,
                    message=f"links to {target}, which is not there",
                )
        for name in dict.fromkeys(one.strip() for one in _WIKI.findall(text)):
            if name not in names and f"/{name}" not in paths:
                yield Finding(
                    kind="dead_link",
                    path=file.path,
                    message=f"links to [[{name}]], which is not there",
                )


def _targets(text: str) -> Iterator[str]:
    for match in _LINK.finditer(text):
        target = (match[1] or match[2]).partition("#")[0]
        if target and not re.match(r"[A-Za-z][A-Za-z0-9+.-]*:|//", target):
            yield target


def _index(files: list[File]) -> Iterator[Finding]:
    index = next((file for file in files if file.path == INDEX_PATH), None)
    if index is None:
        return
    text = index.content or ""
    _, more = loaded(text)
    if more:
        yield Finding(
            kind="index_too_long",
            path=INDEX_PATH,
            message=f"its last {more} lines are not shown: {INDEX_LINES} lines or "
            f"{INDEX_BYTES:,} bytes are",
        )
    listed = {normpath(join("/", unquote(target))) for target in _targets(text)}
    for file in files:
        if file is not index and file.path not in listed and "/." not in file.path:
            yield Finding(kind="not_listed", path=file.path, message="MEMORY.md does not list it")
