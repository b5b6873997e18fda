"""How files stand in the search index: in pieces, by the version they are of.

Search learns of a change when it is next asked, not when it is made: writing stays quick, and of
ten edits one is read. Until then the file is not found. What is taken away, by deleting a file or
emptying a version, is forgotten at once.
"""

from __future__ import annotations

from collections.abc import Iterable

from stratal.converters.formats import Look, blocks_of
from stratal.core.files import File, FilePassage, Store
from stratal.core.identity import Scope
from stratal.core.records import Layer
from stratal.errors import UnreadableFile
from stratal.layers.access import Access
from stratal.storage import file_search, file_stores, files, search
from stratal.storage.database import Transaction
from stratal.text.chunks import Piece, pieces
from stratal.text.tokens import terms

_MARK = "#"
AT_ONCE = 50
"""Files that one search reads anew; the others wait for the next."""


def item_of(file: str, seq: int, start: int) -> str:
    """The name of a piece in the index: of which version, and where it begins."""
    return f"{file}{_MARK}{seq}.{start}"


def parts_of(item: str) -> tuple[str, int, int]:
    """File, version and start of a piece, by its name in the index."""
    file, _, place = item.partition(_MARK)
    seq, _, start = place.partition(".")
    return file, int(seq), int(start)


def pieces_of(path: str, content: str) -> list[Piece]:
    """The text in pieces that can be found and read alone; none hold a secret."""
    from io import BytesIO

    data = content.encode("utf-8")
    media = "text/markdown" if path.endswith((".md", ".markdown")) else "text/plain"
    if not content.strip():
        return []
    try:
        found = list(pieces(blocks_of(BytesIO(data), media, Look.at(BytesIO(data)))))
    except UnreadableFile:  # it is UTF-8, but no text that says anything
        return []
    return [piece for piece in found if not piece.secrets]


def entries_of(file: File) -> list[search.Entry]:
    """How a file, whose text is there, stands in the index."""
    assert file.content is not None, "a listing has no texts"
    name = file.path.replace("/", " ")
    return [
        search.Entry(
            item=item_of(file.id, file.seq, piece.start),
            part=file.store,
            spoken_by_person=False,
            at=file.updated_at,
            terms=tuple(terms(f"{name}\n{file.hook}\n{piece.heading}\n{piece.text}")),
        )
        for piece in pieces_of(file.path, file.content)
    ]


def put(tx: Transaction, scope: Scope, file: File) -> None:
    """Make the file findable as it is, and as it was no longer."""
    space = search.open_space(tx, Layer.FILES, str(scope))
    _drop(tx, space, file.id)
    search.extend(tx, space, entries_of(file))
    file_search.indexed(tx, file.store, file.id, file.seq)


def catch_up(access: Access, *, wait: float | None = None, limit: int = AT_ONCE) -> int:
    """Make files of the session's scopes findable as they are; how many were left for later.

    Raises `Busy` if others write all the time.
    """
    with access.database.read(access.tenant) as tx:
        waiting = file_search.unindexed(tx, access.scopes, limit + 1)
    if not waiting:
        return 0
    done = 0
    with access.database.write(access.tenant, wait=wait) as tx:
        for store in dict.fromkeys(file.store for file in waiting[:limit]):
            taken = file_stores.take_store(tx, store)
            if taken is None:
                continue
            for file in file_search.unindexed_of(tx, store, limit - done):
                put(tx, taken[0].scope, file)
                done += 1
    with access.database.read(access.tenant) as tx:
        return file_search.count_unindexed(tx, access.scopes)


def drop(tx: Transaction, store: Store, head: files.Head) -> None:
    """Search knows nothing of the file any more."""
    if head.indexed:
        space = search.open_space(tx, Layer.FILES, str(store.scope))
        _drop(tx, space, head.file.id)
        file_search.indexed(tx, store.id, head.file.id, 0)


def drop_store(tx: Transaction, store: Store) -> None:
    """Search knows nothing of any file of the store any more."""
    space = search.find_space(tx, Layer.FILES, str(store.scope))
    if space is not None:
        space = search.open_space(tx, Layer.FILES, str(store.scope))
        for item in file_search.items_of_store(tx, space, store.id):
            search.drop(tx, space, item)


def wanted(tx: Transaction, items: Iterable[str]) -> set[str]:
    """Which of these items belong in the index: pieces of the versions that it knows."""
    asked = list(items)
    known = file_search.known_to_search(tx, {parts_of(item)[0] for item in asked})
    return {item for item in asked if known.get(parts_of(item)[0]) == parts_of(item)[1]}


def passages(tx: Transaction, items: Iterable[str]) -> dict[str, tuple[FilePassage, File]]:
    """What these items of the index say, where the file still is of that version."""
    found: dict[str, tuple[FilePassage, File]] = {}
    by_file: dict[str, list[str]] = {}
    for item in items:
        by_file.setdefault(parts_of(item)[0], []).append(item)
    for file, store in file_search.wholes(tx, by_file):
        assert file.content is not None
        wanted = {
            parts_of(item)[2]: item for item in by_file[file.id] if parts_of(item)[1] == file.seq
        }
        for piece in pieces_of(file.path, file.content):
            if piece.start in wanted:
                passage = FilePassage(
                    store=store.id,
                    store_name=store.name,
                    file=file.id,
                    path=file.path,
                    version=file.seq,
                    line=file.content.count("\n", 0, piece.start) + 1,
                    heading=piece.heading,
                    content=piece.text,
                )
                found[wanted[piece.start]] = (passage, file)
    return found


def _drop(tx: Transaction, space: int, file: str) -> None:
    for item in file_search.items_of_file(tx, space, f"{file}{_MARK}"):
        search.drop(tx, space, item)
