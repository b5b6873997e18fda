"""The six commands that a model has over a store, which it sees as one folder.

What they answer, word for word, is what models have been trained on: the vendor's own tool over a
local folder gives the same texts. Whatever else happens is a sentence for the model as well, and
says nothing about the host. A line ends with ``\\n`` and with nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Protocol

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
from stratal.layers.files.view import listed, numbered, numbered_lines, two_levels
from stratal.storage import files

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
        return run(self, command)

    def view(self, path: str, view_range: list[int] | None = None) -> str:
        """A file with numbered lines, or a folder two levels deep with sizes."""
        span = _span(view_range)
        with told(self.root, path):
            at = self._at("path", path)
            if at != ROOT:
                file = self._file(at)
                if file is not None:
                    return numbered(self._name(at), file.content or "", span)
            return self._folder(at)

    def create(self, path: str, file_text: str) -> str:
        """A new file; one that is there is never overwritten."""
        _text("file_text", file_text)
        with told(self.root, path):
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
        with told(self.root, path):
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
                "(with line numbers):\n" + "\n".join(numbered_lines(lines, max(0, line - 2) + 1))
            )

    def insert(self, path: str, insert_line: int, insert_text: str) -> str:
        """Put a text after a line, 0 for the beginning of the file. It ends with a new line."""
        if isinstance(insert_line, bool) or not isinstance(insert_line, int):
            raise CommandRefused(f"`insert_line` must be a whole number, not {shown(insert_line)}.")
        _text("insert_text", insert_text)
        with told(self.root, path):
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
        with told(self.root, path):
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
        with told(self.root, old_path):
            old = self._at("old_path", old_path)
        with told(self.root, new_path):
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
        with told(self.root, self.root):
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
        text = listed(self._name(path), two_levels(len(below), names))
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


class SixCommands(Protocol):
    """Who does what the six commands say."""

    def view(self, path: str, view_range: list[int] | None = None) -> str: ...
    def create(self, path: str, file_text: str) -> str: ...
    def str_replace(self, path: str, old_str: str, new_str: str | None = None) -> str: ...
    def insert(self, path: str, insert_line: int, insert_text: str) -> str: ...
    def delete(self, path: str) -> str: ...
    def rename(self, old_path: str, new_path: str) -> str: ...


def run(commands: SixCommands, command: Mapping[str, object]) -> str:
    """Do what a tool call asks; what is wrong with the call is refused before anything happens."""
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
    do: Callable[..., str] = getattr(commands, name)
    return do(**{key: value for key, value in values.items() if key in known})


@contextmanager
def told(root: str, path: object) -> Iterator[None]:
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
