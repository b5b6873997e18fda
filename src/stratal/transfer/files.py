"""Files of a store out into a folder, and in from one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from os import PathLike

from stratal.core.files import CONTENT_BYTES, INDEX_PATH, File, IndexBy
from stratal.core.outcomes import Done, Outcome
from stratal.core.records import Layer
from stratal.errors import BadInput, NotFound, PathConflict
from stratal.layers.erased import file_refusal
from stratal.layers.files import StoreFiles
from stratal.layers.files.directory import DirectoryBackend
from stratal.layers.files.store import MOST


@dataclass(frozen=True, kw_only=True, slots=True)
class Moved:
    """What became of one file on its way."""

    path: str
    outcome: Outcome


def bring_out(store: StoreFiles, folder: str | PathLike[str]) -> Iterator[Moved]:
    """Write every file below a folder, which is made if it is not there; no file is overwritten."""
    place = DirectoryBackend(folder)
    for file in store.listing(limit=MOST, content=True):
        if not isinstance(file, File):
            continue
        data = (file.content or "").encode("utf-8")
        try:
            place.write(file.path, data, expect=None)
        except PathConflict:
            if _there(place, file.path) == data:
                yield Moved(path=file.path, outcome=_outcome(Done.UNCHANGED, "same", file.path))
                continue
            said = f"{file.path} is there with another text: it is left alone."
            yield Moved(path=file.path, outcome=_outcome(Done.REJECTED, "taken", said))
            continue
        yield Moved(path=file.path, outcome=_outcome(Done.STORED, "written", file.path))


def bring_in(
    store: StoreFiles, folder: str | PathLike[str], *, reason: str = ""
) -> Iterator[Moved]:
    """Give the store every file below a folder: new ones, and new versions where texts differ.

    Links and hidden files are passed over; what is no text, or too large, is `failed`.
    """
    place = DirectoryBackend(folder)
    automatic = store.store().index_by is IndexBy.AUTOMATIC
    for path, entry in place.entries().items():
        if automatic and path == INDEX_PATH:
            continue
        yield Moved(path=path, outcome=_taken(store, place, path, entry.size, reason))


def _taken(
    store: StoreFiles, place: DirectoryBackend, path: str, size: int, reason: str
) -> Outcome:
    if size > CONTENT_BYTES:
        return _outcome(Done.FAILED, "too_large", f"{path} has {size:,} bytes.")
    try:
        data = place.read(path)[0]
        refused = file_refusal(store.access, store.store().scope, path, data)
        return refused or store.write(path, data.decode("utf-8"), reason=reason)
    except UnicodeDecodeError:
        return _outcome(Done.FAILED, "not_text", f"{path} is no text in UTF-8.")
    except (BadInput, NotFound, PathConflict) as error:
        return _outcome(Done.FAILED, "unfit", f"{path}: {error}.")


def _there(place: DirectoryBackend, path: str) -> bytes | None:
    try:
        return place.read(path)[0]
    except NotFound:
        return None


def _outcome(done: Done, code: str, message: str) -> Outcome:
    return Outcome(done=done, layer=Layer.FILES, code=code, message=message)
