"""`MEMORY.md`, the list of a store's files: a title, a link and a line on each."""

from __future__ import annotations

from collections.abc import Iterable

from stratal.core.files import CONTENT_BYTES, INDEX_BYTES, INDEX_LINES, File, Store
from stratal.text.frontmatter import prompt_text

_ROOM = CONTENT_BYTES - 200


def index_text(store: Store, files: Iterable[File]) -> str:
    """The list as the store itself keeps it, in the order of the paths."""
    lines = [f"# {_one_line(store.name)}", ""]
    size = sum(len(line.encode()) + 1 for line in lines)
    listed = sorted(files, key=lambda file: file.path)
    for number, file in enumerate(listed):
        line = index_line(file)
        size += len(line.encode()) + 1
        if size > _ROOM:
            lines.append(f"- and {len(listed) - number:,} more files")
            break
        lines.append(line)
    return "\n".join(lines) + "\n"


def index_line(file: File) -> str:
    """``- [Title](notes/file.md) — hook``."""
    link = file.path[1:]
    if set(link) & set(" ()<>"):
        link = f"<{link}>"
    title = _one_line(file.title).replace("[", "(").replace("]", ")")
    hook = _one_line(file.hook)
    return f"- [{title}]({link})" + (f" — {hook}" if hook else "")


def loaded(text: str) -> tuple[str, int]:
    """What of an index stands in a prompt, and how many of its lines do not.

    The first 200 lines or 25,000 bytes, whichever is less, of what is left without frontmatter and
    comments.
    """
    lines = prompt_text(text).split("\n")
    size, fits = 0, 0
    for line in lines[:INDEX_LINES]:
        size += len(line.encode()) + 1
        if size > INDEX_BYTES:
            break
        fits += 1
    return "\n".join(lines[:fits]), len(lines) - fits


def _one_line(text: str) -> str:
    return " ".join(text.split())
