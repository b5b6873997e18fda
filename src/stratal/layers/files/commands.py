"""The six commands that a model has over a store, which it sees as one folder.

What they answer, word for word, is what models have been trained on: the vendor's own tool over a
local folder gives the same texts. Whatever else happens is a sentence for the model as well, and
says nothing about the host. A line ends with ``\\n`` and with nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from stratal.core.file_paths import ROOT, resolved
from stratal.core.files import File
from stratal.core.outcomes import Done, Outcome
from stratal.errors import (
    BackendError,
    CommandRefused,
    Conflict,
    InvalidValue,
    NotFound,
    PathConflict,
    PathEscapes,
    StaleRevision,
    StratalError,
    shown,
)
from stratal.layers.files.store import MOST, StoreFiles
from stratal.storage import files

VIEW_LIMIT = 16_000
"""Characters that one view shows."""
LINE_LIMIT = 999_999
_NUMBER_WIDTH = len(str(LINE_LIMIT))
_FOLDER_SIZE = "4K"
_CUT_ROOM = 200
"""Characters that are left for saying that the rest is not shown."""
_LISTINGS = 32
"""Folders whose listings are remembered."""
_TRIES = 20
"""How often an edit is made again because somebody else edited the file in between."""
_LINES_OF = {
    "view": ("path",),
    "create": ("path", "file_text"),
    "str_replace": ("path", "old_str"),
    "insert": ("path", "insert_line", "insert_text"),
    "delete": ("path",),
    "rename": ("old_path", "new_path"),
}
_OPTIONAL = {"view": ("view_range",), "str_replace": ("new_str",)}


@dataclass(frozen=True, kw_only=True, slots=True)
class Commands:
    """The commands over one store. Every refusal is `CommandRefused`, with a text for the model."""

    files: StoreFiles
    root: str = "/memories"
    listings: dict[str, tuple[int, str]] = field(default_factory=dict, repr=False, compare=False)
    """Of folders that were viewed: the number of the store's last change then, and the text."""

    def run(self, command: Mapping[str, object]) -> str:
        """Do what a tool call asks, e.g. ``{"command": "view", "path": "/memories"}``.

        What is missing, unknown or of the wrong type is refused before anything happens.
        """
        given: object = command
        if not isinstance(given, Mapping):
            raise CommandRefused("The input must be an object with a command.")
        name = command.get("command")
        if not isinstance(name, str) or name not in _LINES_OF:
            raise CommandRefused(f"Unknown command: {shown(name)}. Use one of {_names()}.")
        values = {key: value for key, value in command.items() if key != "command"}
        for key in _LINES_OF[name]:
            if values.get(key) is None:
                raise CommandRefused(f"The command {name} needs `{key}`.")
        known = {*_LINES_OF[name], *_OPTIONAL.get(name, ())}
        for key in values.keys() - known:
            if values[key] is not None:
                raise CommandRefused(f"The command {name} takes no `{shown(key)}`.")
        do: Callable[..., str] = getattr(self, name)
        return do(**{key: value for key, value in values.items() if key in known})

    def view(self, path: str, view_range: list[int] | None = None) -> str:
        """A file with numbered lines, or a folder two levels deep with sizes."""
        span = _span(view_range)
        with _told(self.root, path):
            at = self._at("path", path)
            if at != ROOT:
                file = self._file(at)
                if file is not None:
                    return _numbered(self._name(at), file.content or "", span)
            return self._folder(at)

    def create(self, path: str, file_text: str) -> str:
        """A new file; one that is there is never overwritten."""
        _text("file_text", file_text)
        with _told(self.root, path):
            at = self._at("path", path)
            if at == ROOT:
                raise CommandRefused(f"File {self.root} already exists")
            try:
                self._done(self.files.create(at, file_text))
            except PathConflict as error:
                self._in_the_way(error, f"File {self._name(at)} already exists")
            return f"File created successfully at: {self._name(at)}"

    def str_replace(self, path: str, old_str: str, new_str: str | None = None) -> str:
        """Replace a text that stands in a file exactly once; without `new_str`, delete it."""
        _text("old_str", old_str)
        new = "" if new_str is None else _text("new_str", new_str)
        with _told(self.root, path):
            at = self._at("path", path)
            name = self._name(at)

            def edited(content: str) -> str:
                _stands_once(content, old_str, name)
                return content.replace(old_str, new, 1)

            before, after = self._edit(at, edited)
            line = before.count("\n", 0, before.find(old_str))
            lines = after.split("\n")[max(0, line - 2) : line + 3]
            return (
                "The memory file has been edited. Here is the snippet showing the change "
                "(with line numbers):\n" + "\n".join(_lines(lines, max(0, line - 2) + 1))
            )

    def insert(self, path: str, insert_line: int, insert_text: str) -> str:
        """Put a text after a line, 0 for the beginning of the file. It ends with a new line."""
        if isinstance(insert_line, bool) or not isinstance(insert_line, int):
            raise CommandRefused(f"`insert_line` must be a whole number, not {shown(insert_line)}.")
        _text("insert_text", insert_text)
        with _told(self.root, path):
            at = self._at("path", path)

            def edited(content: str) -> str:
                lines = content.split("\n")
                if lines[-1] == "":
                    lines.pop()
                if not 0 <= insert_line <= len(lines):
                    raise CommandRefused(
                        f"Invalid `insert_line` parameter: {shown(insert_line)}. "
                        f"It should be within the range [0, {len(lines)}]."
                    )
                lines.insert(insert_line, insert_text.rstrip("\n"))
                joined = "\n".join(lines)
                return joined if joined.endswith("\n") else joined + "\n"

            self._edit(at, edited)
            return f"The file {self._name(at)} has been edited."

    def delete(self, path: str) -> str:
        """Delete a file, or a folder with all that is in it."""
        with _told(self.root, path):
            at = self._at("path", path)
            if at == ROOT:
                raise CommandRefused(f"Cannot delete the {self.root} directory itself")
            try:
                self._done(*self.files.delete_at(at))
            except NotFound:
                raise CommandRefused(f"The path {self._name(at)} does not exist") from None
            return f"Successfully deleted {self._name(at)}"

    def rename(self, old_path: str, new_path: str) -> str:
        """Give a file or a folder another path; nothing is ever overwritten."""
        with _told(self.root, old_path):
            old = self._at("old_path", old_path)
        with _told(self.root, new_path):
            new = self._at("new_path", new_path)
            if old == ROOT:
                raise CommandRefused(f"Cannot rename the {self.root} directory itself")
            exists = f"The destination {self._name(new)} already exists"
            if new in (ROOT, old):
                raise CommandRefused(exists)
            if new.startswith(old + "/"):
                raise CommandRefused(
                    f"Cannot move {self._name(old)} into itself, to {self._name(new)}"
                )
            try:
                self._done(*self.files.move(old, new))
            except NotFound:
                raise CommandRefused(f"The path {self._name(old)} does not exist") from None
            except PathConflict as error:
                self._in_the_way(error, exists)
            return f"Successfully renamed {self._name(old)} to {self._name(new)}"

    def clear(self) -> str:
        """Delete every file of the store. For the host, not for a model."""
        with _told(self.root, self.root):
            while page := self.files.listing(limit=MOST):
                self._done(*(self.files.delete(file.id) for file in page if isinstance(file, File)))
            return "All memory cleared"

    # What the commands share.

    def _at(self, field: str, path: str) -> str:
        return resolved(field, path, self.root)

    def _name(self, path: str) -> str:
        """How the model calls a path of the store."""
        return self.root if path == ROOT else self.root + path

    def _file(self, path: str) -> File | None:
        try:
            return self.files.read(path)
        except NotFound as error:
            if error.kind != "file":
                raise
            return None

    def _edit(self, path: str, edited: Callable[[str], str]) -> tuple[str, str]:
        """Text before and after an edit, which is made on what is there when it is stored."""
        for _ in range(_TRIES):
            file = None if path == ROOT else self._file(path)
            if file is None:
                if path == ROOT or self._names(path):
                    raise CommandRefused(f"The path {self._name(path)} is not a file.")
                raise CommandRefused(
                    f"The path {self._name(path)} does not exist. Please provide a valid path."
                )
            before = file.content or ""
            after = edited(before)
            try:
                self._done(self.files.update(file.id, content=after, expect=file.digest))
            except StaleRevision:
                continue
            except NotFound:
                raise CommandRefused(
                    f"The file {self._name(path)} no longer exists (may have been deleted or "
                    "renamed concurrently)."
                ) from None
            return before, after
        raise CommandRefused(
            f"The file {self._name(path)} is being changed by others all the time: view it and "
            "try again."
        )

    def _names(self, path: str) -> list[tuple[str, int]]:
        """Paths below a folder, and sizes."""
        with self.files.reading() as (tx, store):
            return files.names(tx, store.id, path if path == ROOT else path + "/")

    def _folder(self, path: str) -> str:
        """A folder as a model sees it; remembered for as long as no file of the store changes."""
        with self.files.reading() as (tx, store):
            seq, text = self.listings.get(path, (-1, ""))
            if seq == store.seq:
                return text
            below = path if path == ROOT else path + "/"
            names = files.names(tx, store.id, below)
        if not names and path != ROOT:
            raise CommandRefused(
                f"The path {self._name(path)} does not exist. Please provide a valid path."
            )
        text = _listed(self._name(path), len(below), names)
        if len(self.listings) >= _LISTINGS:
            self.listings.clear()
        self.listings[path] = (store.seq, text)
        return text

    def _done(self, *outcomes: Outcome) -> None:
        for one in outcomes:
            if one.done in (Done.REJECTED, Done.FAILED, Done.PENDING):
                raise CommandRefused(f"Nothing was written. {one.message}")

    def _in_the_way(self, error: PathConflict, exists: str) -> None:
        """Raises what a model is told of a file in the way."""
        if error.path == error.other or error.other.startswith(error.path + "/"):
            raise CommandRefused(exists) from None
        raise CommandRefused(
            f"The path {self._name(error.path)} cannot be used: {self._name(error.other)} is a file"
        ) from None


@contextmanager
def _told(root: str, path: object) -> Iterator[None]:
    """What the layers raise, as a sentence for the model that named `path`."""
    try:
        yield
    except CommandRefused:
        raise
    except StratalError as error:
        raise CommandRefused(_sentence(error, root, path)) from None


def _sentence(error: StratalError, root: str, path: object) -> str:
    match error:
        case PathEscapes() if error.mend.startswith("must start"):
            return f"Path must start with {root}, got: {_short(path)}"
        case PathEscapes():
            return f"Path {_short(path)} would escape {root} directory"
        case InvalidValue() if error.field == "content":
            return f"Nothing was written: the text {error.mend}."
        case InvalidValue():
            return f"Invalid path {shown(path)}: it {error.mend}."
        case NotFound():
            return "This memory does not exist any more."
        case Conflict():
            return "Somebody else changed this at the same time: view it and try again."
        case BackendError():
            return (
                "The memory cannot be reached at the moment. Nothing was changed: try again later."
            )
        case _:
            return "This cannot be done."


def _short(path: object) -> str:
    """A path in a message, as it was given if it can be shown."""
    if isinstance(path, str) and path.isprintable() and len(path) <= 200:
        return path
    return shown(path)


def _names() -> str:
    return ", ".join(_LINES_OF)


def _text(field: str, value: str) -> str:
    given: object = value
    if not isinstance(given, str):
        raise CommandRefused(f"`{field}` must be a string, not {shown(value)}.")
    return value


def _span(view_range: object) -> tuple[int, int] | None:
    if view_range is None:
        return None
    if not isinstance(view_range, list | tuple) or not all(
        isinstance(one, int) and not isinstance(one, bool) for one in view_range
    ):
        raise CommandRefused("`view_range` must be two whole numbers, as [1, 20] or [21, -1].")
    return (view_range[0], view_range[1]) if len(view_range) == 2 else None


def _stands_once(content: str, old: str, name: str) -> None:
    """Raises `CommandRefused` unless a text stands in another exactly once."""
    if not old:
        raise CommandRefused(
            "No replacement was performed, old_str is empty: give the text to replace."
        )
    count = content.count(old)
    if count == 1:
        return
    if count == 0:
        raise CommandRefused(
            f"No replacement was performed, old_str `{old}` did not appear verbatim in {name}."
        )
    found, at = [], content.find(old)
    while at != -1:
        found.append(content.count("\n", 0, at) + 1)
        at = content.find(old, at + 1)
    raise CommandRefused(
        f"No replacement was performed. Multiple occurrences of old_str `{old}` in lines: "
        f"{', '.join(map(str, found))}. Please ensure it is unique"
    )


def _lines(lines: list[str], first: int) -> list[str]:
    return [f"{no:>{_NUMBER_WIDTH}}\t{line}" for no, line in enumerate(lines, start=first)]


def _numbered(name: str, content: str, span: tuple[int, int] | None) -> str:
    """A file as a model sees it, cut where it would be too long, with how to go on."""
    lines = content.split("\n")
    if len(lines) > LINE_LIMIT:
        raise CommandRefused(f"File {name} exceeds maximum line limit of 999,999 lines.")
    first, last = 1, len(lines)
    if span is not None:
        first = max(1, span[0])
        last = len(lines) if span[1] == -1 else min(span[1], len(lines))
    head = f"Here's the content of {name} with line numbers:\n"
    numbered = _lines(lines[first - 1 : max(0, last)], first)
    room = VIEW_LIMIT - len(head) - _CUT_ROOM
    text = "\n".join(numbered)
    if len(head) + len(text) <= VIEW_LIMIT:
        return head + text
    fits, size = 0, 0
    for line in numbered:
        size += len(line) + 1
        if size > room:
            break
        fits += 1
    if not fits:
        rest = (
            f" View the lines after it with view_range [{first + 1}, -1]." if first < last else ""
        )
        return (
            f"{head}{numbered[0][:room]}\n[Line {first} is cut after "
            f"{room - _NUMBER_WIDTH - 1:,} of its {len(lines[first - 1]):,} characters.{rest}]"
        )
    following = first + fits
    return (
        head
        + "\n".join(numbered[:fits])
        + f"\n[Cut at {VIEW_LIMIT:,} characters: lines {first} to {following - 1} of {len(lines)} "
        f"are shown. View the next ones with view_range [{following}, {last}].]"
    )


def _listed(name: str, start: int, names: list[tuple[str, int]]) -> str:
    """What is at most two levels below a folder; the names in it begin at `start` of each path."""
    said = f"Here're the files and directories up to 2 levels deep in {name}, "
    lines = [said + "excluding hidden items:", f"{_FOLDER_SIZE}\t{name}"]
    entries = _two_levels(start, names)
    # By the names of the folders that lead there, so that each stands before what it holds.
    ordered = sorted(entries, key=lambda entry: entry.replace("/", "\0"))
    length = sum(map(len, lines)) + 1
    fits = 0
    for entry in ordered:
        size = entries[entry]
        lines.append(f"{_FOLDER_SIZE if size is None else _size(size)}\t{name}/{entry}")
        length += len(lines[-1]) + 1
        if length < VIEW_LIMIT - _CUT_ROOM:
            fits += 1
        elif length > VIEW_LIMIT:
            break
    else:
        return "\n".join(lines)
    said = f"[Cut at {VIEW_LIMIT:,} characters: {len(ordered) - fits:,} more are not shown. "
    return "\n".join([*lines[: fits + 2], said + "View a folder below to see what it holds.]"])


def _two_levels(start: int, names: list[tuple[str, int]]) -> dict[str, int | None]:
    """Files at most two levels deep with their sizes, and folders, which end in ``/``, with none.

    What is hidden, and what is in a hidden folder, is left out.
    """
    found: dict[str, int | None] = {}
    for path, size in names:
        parts = path[start:].split("/", 2)
        if parts[0][0] == ".":
            continue
        if len(parts) == 1:
            found[parts[0]] = size
            continue
        found[f"{parts[0]}/"] = None
        if parts[1][0] == ".":
            continue
        if len(parts) == 2:
            found[f"{parts[0]}/{parts[1]}"] = size
        else:
            found[f"{parts[0]}/{parts[1]}/"] = None
    return found


def _size(count: int) -> str:
    """Bytes as a listing shows them: ``512B``, ``1.5K``."""
    size, units = float(count), ["B", "K", "M", "G"]
    while size >= 1024 and len(units) > 1:
        size /= 1024
        units.pop(0)
    return f"{int(size)}{units[0]}" if size == int(size) else f"{size:.1f}{units[0]}"
