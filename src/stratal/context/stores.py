"""The stores of files that a conversation works with, as a block: what each is for, and its list.

Rendered in the order in which they were attached. Nothing in it changes while no file does. Where
there is no room, the lists go first, those of the last stores before those of the first.
"""

from __future__ import annotations

from collections.abc import Sequence

from stratal.context.blocks import FILES, Block, Filled, fenced
from stratal.context.manifest import Item, LeftOut, Why
from stratal.core.files import INDEX_PATH, Attachment, File, FileAccess
from stratal.core.records import Layer
from stratal.errors import NotFound
from stratal.layers.files import Files
from stratal.layers.files.index import loaded
from stratal.text.counting import estimate_tokens

_HOW_TO_WRITE = (
    "Before you start, look at what is there. Write one experience to a file, with a line on top "
    "that sums it up. Keep the why and the pitfalls, not what code or its history says. Update a "
    "file rather than add another one, delete what has turned out wrong, and never write a secret."
)


def attached(files: Files, ceiling: int | None, why: Why) -> Filled:
    """The block, within `ceiling` tokens."""
    found = [(one, _index(files, one)) for one in files.attachments()]
    if not found:
        return Filled(block=None)
    for lists in range(len(found), -1, -1):
        text = fenced(FILES, _text(found, lists))
        tokens = estimate_tokens(text)
        if ceiling is None or tokens <= ceiling:
            items = tuple(
                _item(one, index, listed) for listed, (one, index) in _shown(found, lists)
            )
            left = tuple(
                _left(one, index, why)
                for listed, (one, index) in _shown(found, lists)
                if index is not None and not listed
            )
            block = Block(
                name=FILES, text=text, tokens=tokens, reason="attached to it", items=items
            )
            return Filled(block=block, left_out=left)
    return Filled(block=None, left_out=tuple(_left(one, index, why) for one, index in found))


def _index(files: Files, one: Attachment) -> File | None:
    try:
        return files.open(one.store.id).read(INDEX_PATH)
    except NotFound:
        return None


def _shown(
    found: Sequence[tuple[Attachment, File | None]], lists: int
) -> list[tuple[bool, tuple[Attachment, File | None]]]:
    return [(number < lists, one) for number, one in enumerate(found)]


def _text(found: Sequence[tuple[Attachment, File | None]], lists: int) -> str:
    parts = []
    if any(one.access is FileAccess.READ_WRITE for one, _ in found):
        parts.append(_HOW_TO_WRITE)
    for listed, (one, index) in _shown(found, lists):
        said = [f"## {_line(one.name)} ({one.slug}, {one.access.replace('_', '-')})"]
        said += [_line(text) for text in (one.description, one.instructions) if text.strip()]
        if one.store.archived_at is not None:
            said.append("It is archived: nothing can be written to it.")
        if index is not None and listed:
            shown, more = loaded(index.content or "")
            said.append(f"From {INDEX_PATH[1:]}:\n{shown}")
            if more:
                said.append(
                    f"({more} more lines of it are not shown: view the file, and shorten it.)"
                )
        elif index is None:
            said.append(f"{one.store.files} files, without a list of them.")
        parts.append("\n".join(said))
    return "\n\n".join(parts)


def _item(one: Attachment, index: File | None, listed: bool) -> Item:
    seq = index.seq if index is not None and listed else None
    said = "attached, with its list" if seq is not None else "attached"
    return Item(id=one.store.id, layer=Layer.FILES, revision=seq, reason=said, tokens=0)


def _left(one: Attachment, index: File | None, why: Why) -> LeftOut:
    seq = None if index is None else index.seq
    return LeftOut(block=FILES, id=one.store.id, layer=Layer.FILES, revision=seq, why=why)


def _line(text: str) -> str:
    return " ".join(text.split())
