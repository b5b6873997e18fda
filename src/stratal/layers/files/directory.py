"""A plain folder as the place of a store's files, e.g. one that another program keeps notes in.

No path is ever followed through a symbolic link: every folder on the way is opened by its name in
the one above it, and links are refused there, so that nobody can put one in between. The folder
itself may be reached through links. Hidden names are not the store's.
"""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from os import PathLike, fspath
from pathlib import Path

from stratal.core.checks import encodable
from stratal.core.file_paths import SEGMENTS, checked_path
from stratal.core.files import CONTENT_BYTES
from stratal.errors import (
    DatabaseUnusable,
    InvalidValue,
    NotFound,
    PathConflict,
    PathEscapes,
    StaleRevision,
)
from stratal.layers.files.backend import Entry

_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0)
_FILE = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_NEW = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_NOFOLLOW", 0)
_PRIVATE_FOLDER = 0o700
_PRIVATE_FILE = 0o600


class DirectoryBackend:
    """The files of a folder; it is made, for its owner alone, where there is none."""

    def __init__(self, folder: str | PathLike[str]) -> None:
        path = encodable("directory", fspath(folder))
        if not path:
            raise InvalidValue("directory", path, "must name a folder")
        if os.open not in os.supports_dir_fd or not hasattr(os, "O_NOFOLLOW"):
            raise InvalidValue(
                "directory", path, "needs a system that opens files by their folder, as Linux does"
            )
        self.folder = Path(path).absolute()
        with self._told(""):
            self.folder.mkdir(mode=_PRIVATE_FOLDER, parents=True, exist_ok=True)

    @property
    def address(self) -> str:
        return f"directory:{self.folder}"

    def entries(self) -> Mapping[str, Entry]:
        found: dict[str, Entry] = {}
        with self._told(""), self._root() as root:
            self._walk(root, "", 1, found)
        return found

    def read(self, path: str) -> tuple[bytes, str]:
        with self._told(path), self._parent(path) as (folder, name):
            try:
                return self._bytes(folder, name)
            except IsADirectoryError:
                raise NotFound("file", path) from None

    def write(self, path: str, data: bytes, *, expect: str | None) -> str:
        with self._told(path), self._parent(path, make=True) as (folder, name):
            self._compare(folder, name, path, expect)
            hidden = f".stratal-{os.getpid()}-{os.urandom(6).hex()}"
            file = os.open(hidden, _NEW, _PRIVATE_FILE, dir_fd=folder)
            try:
                with os.fdopen(file, "wb") as out:
                    out.write(data)
                    out.flush()
                    os.fsync(out.fileno())
                if expect is None:
                    # Not a rename, which would replace what somebody has put there meanwhile.
                    os.link(hidden, name, src_dir_fd=folder, dst_dir_fd=folder)
                else:
                    os.replace(hidden, name, src_dir_fd=folder, dst_dir_fd=folder)
            finally:
                with suppress(FileNotFoundError):
                    os.unlink(hidden, dir_fd=folder)
            os.fsync(folder)
            return _stamp(os.stat(name, dir_fd=folder, follow_symlinks=False))

    def move(self, old: str, new: str) -> str:
        with ExitStack() as stack:
            stack.enter_context(self._told(new))
            source, name = stack.enter_context(self._parent(old))
            target, other = stack.enter_context(self._parent(new, make=True))
            self._bytes(source, name)
            os.link(name, other, src_dir_fd=source, dst_dir_fd=target, follow_symlinks=False)
            os.unlink(name, dir_fd=source)
            os.fsync(source)
            os.fsync(target)
            stamp = _stamp(os.stat(other, dir_fd=target, follow_symlinks=False))
        self._clear(old)
        return stamp

    def remove(self, path: str, *, expect: str) -> None:
        with self._told(path), self._parent(path) as (folder, name):
            self._compare(folder, name, path, expect)
            os.unlink(name, dir_fd=folder)
            os.fsync(folder)
        self._clear(path)

    def _compare(self, folder: int, name: str, path: str, expect: str | None) -> None:
        try:
            found = hashlib.sha256(self._bytes(folder, name)[0]).hexdigest()
        except FileNotFoundError:
            if expect is not None:
                raise NotFound("file", path) from None
            return
        if expect is None:
            raise PathConflict(path, other=path, file="")
        if found != expect:
            raise StaleRevision("file", path, expected=expect, current=found)

    def _bytes(self, folder: int, name: str) -> tuple[bytes, str]:
        file = os.open(name, _FILE, dir_fd=folder)
        with os.fdopen(file, "rb") as opened:
            found = os.fstat(opened.fileno())
            if not stat.S_ISREG(found.st_mode):
                raise IsADirectoryError(errno.EISDIR, "not a plain file")
            return opened.read(CONTENT_BYTES + 1), _stamp(found)

    def _walk(self, folder: int, path: str, depth: int, found: dict[str, Entry]) -> None:
        with os.scandir(folder) as listed:
            names = sorted(entry.name for entry in listed if not entry.name.startswith("."))
        for name in names:
            below = f"{path}/{name}"
            if not _is_ours(below):
                continue
            with suppress(FileNotFoundError):
                each = os.stat(name, dir_fd=folder, follow_symlinks=False)
                if stat.S_ISREG(each.st_mode):
                    found[below] = Entry(path=below, stamp=_stamp(each), size=each.st_size)
                elif stat.S_ISDIR(each.st_mode) and depth < SEGMENTS:
                    try:
                        inner = os.open(name, _FOLDER, dir_fd=folder)
                    except OSError:  # it has become a link, or is not ours to read
                        continue
                    try:
                        self._walk(inner, below, depth + 1, found)
                    finally:
                        os.close(inner)

    @contextmanager
    def _root(self) -> Iterator[int]:
        root = os.open(self.folder, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
        try:
            yield root
        finally:
            os.close(root)

    @contextmanager
    def _parent(self, path: str, *, make: bool = False) -> Iterator[tuple[int, str]]:
        """The folder of a file, opened step by step, and the file's name in it."""
        *above, name = checked_path("path", path)[1:].split("/")
        with self._root() as root, ExitStack() as opened:
            folder = root
            for segment in above:
                if make:
                    with suppress(FileExistsError):
                        os.mkdir(segment, _PRIVATE_FOLDER, dir_fd=folder)
                try:
                    folder = os.open(segment, _FOLDER, dir_fd=folder)
                except NotADirectoryError:
                    _raise_for(os.stat(segment, dir_fd=folder, follow_symlinks=False), path)
                opened.callback(os.close, folder)
            yield folder, name

    def _clear(self, path: str) -> None:
        """Remove the folders above a file that are empty now."""
        segments = path[1:].split("/")[:-1]
        while segments:
            with suppress(OSError, NotFound, PathEscapes):  # not empty, or somebody was faster
                with self._parent("/" + "/".join(segments)) as (folder, name):
                    os.rmdir(name, dir_fd=folder)
                segments.pop()
                continue
            return

    @contextmanager
    def _told(self, path: str) -> Iterator[None]:
        """The system's errors as ours; what it says of the host stays in the cause."""
        try:
            yield
        except FileNotFoundError:
            raise NotFound("file", path) from None
        except FileExistsError:
            raise PathConflict(path, other=path, file="") from None
        except IsADirectoryError:
            raise PathConflict(path, other=path + "/", file="") from None
        except OSError as error:
            if error.errno == errno.ELOOP:
                raise PathEscapes("path", path, "leads through a link") from None
            raise DatabaseUnusable(
                self.address, f"cannot be used ({error.strerror})", "see to the folder"
            ) from error


def _raise_for(found: os.stat_result, path: str) -> None:
    """Raises what is told of a part of a path that is no folder."""
    if stat.S_ISLNK(found.st_mode):
        raise PathEscapes("path", path, "leads through a link")
    raise NotFound("file", path)


def _stamp(found: os.stat_result) -> str:
    return f"{found.st_ino}-{found.st_size}-{found.st_mtime_ns}-{found.st_ctime_ns}"


def _is_ours(path: str) -> bool:
    try:
        return checked_path("path", path) == path
    except InvalidValue:
        return False
