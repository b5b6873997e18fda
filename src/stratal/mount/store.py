"""The calls of a file system over one store."""

from __future__ import annotations

import errno
import os
import re
import stat
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime

from stratal.core.file_paths import (
    ROOT,
    SEGMENT_BYTES,
    ancestors,
    checked_path,
    device_name,
    too_long,
)
from stratal.core.files import CONTENT_BYTES, FILES_IN_STORE, File
from stratal.core.outcomes import Done, Outcome
from stratal.errors import (
    BackendError,
    BadInput,
    Busy,
    Conflict,
    InvalidValue,
    NotFound,
    PathConflict,
    StratalError,
)
from stratal.layers.files.store import MOST, StoreFiles
from stratal.text.secrets import find_secrets

SCRATCH_BYTES = 1_048_576
"""Of one file of an editor's own."""
SCRATCH_FILES = 64
_BLOCK = 512
# vim's swap file, its try whether it may write here, backups, and what GNU sed writes to.
_SCRATCH = re.compile(r"\..*\.sw[a-z]|4913|.*~|sed[A-Za-z0-9]{6}")
_ERRNO_OF_CODE = {
    "archived": errno.EROFS,
    "automatic_index": errno.EACCES,
    "personal_data": errno.EACCES,
    "read_only": errno.EROFS,
    "secret": errno.EACCES,
    "store_full": errno.ENOSPC,
}
# The first class that fits decides: a subclass stands above its branch.
_ERRNO_OF_CLASS: tuple[tuple[type[StratalError], int], ...] = (
    (BadInput, errno.EINVAL),
    (NotFound, errno.ENOENT),
    (Conflict, errno.EAGAIN),
    (Busy, errno.EAGAIN),
    (BackendError, errno.EIO),
)


@dataclass(kw_only=True, slots=True)
class _Opened:
    """A file that a program has open, with a copy of its own."""

    path: str
    data: bytearray
    writable: bool
    appends: bool = False
    fresh: bool = False
    """Made or emptied by being opened, and not stored since."""
    written: bool = False
    """Since it was last stored."""
    lost: bool = False
    """Removed, or refused: nothing of it is stored."""

    @property
    def pending(self) -> bool:
        return (self.fresh or self.written) and not self.lost


@dataclass(frozen=True, kw_only=True, slots=True)
class _Tree:
    """What the store holds."""

    seq: int = -1
    files: dict[str, File] = field(default_factory=dict)
    folders: frozenset[str] = frozenset()


class MountedStore:
    """The calls of a file system over one store, as libfuse makes them, one at a time.

    Each raises `OSError` with the number that a program understands.
    """

    use_ns = True
    """Times are nanoseconds, as mfusepy asks."""

    def __init__(
        self,
        files: StoreFiles,
        *,
        read_only: bool = False,
        tell: Callable[[str], None],
        name: str = "",
    ) -> None:
        self.files = files
        self.read_only = read_only or not files.may_write()
        self.mounted = False
        self._tell = tell
        self._name = name
        self._since = datetime.now(UTC)
        self._tree = _Tree()
        self._opened: dict[int, _Opened] = {}
        self._handles = 0
        self._folders: set[str] = set()
        self._scratch: dict[str, bytes] = {}
        # Files of the store that an editor has moved to a name of its own, by their paths. They
        # stay in the store: either the editor writes them anew or it removes the copy.
        self._aside: dict[str, str] = {}

    # The whole.

    def init(self, path: str) -> None:
        self.mounted = True
        how = ", read-only" if self.read_only else ""
        self._tell(f"mounted {self.files.store().name} at {self._name}{how}")

    def destroy(self, path: str) -> None:
        """Nothing that was written is lost because nobody closed it."""
        for opened in self._opened.values():
            with suppress(OSError):
                self._keep(opened)
        self._opened.clear()

    def statfs(self, path: str) -> dict[str, int]:
        with self._told(path):
            there = len(self._now().files)
        blocks = CONTENT_BYTES // _BLOCK
        return {
            "f_bsize": _BLOCK,
            "f_frsize": _BLOCK,
            "f_blocks": FILES_IN_STORE * blocks,
            "f_bfree": (FILES_IN_STORE - there) * blocks,
            "f_bavail": (FILES_IN_STORE - there) * blocks,
            "f_files": FILES_IN_STORE,
            "f_ffree": FILES_IN_STORE - there,
            "f_namemax": SEGMENT_BYTES,
        }

    # Looking.

    def getattr(self, path: str, fh: int | None = None) -> dict[str, int]:
        if fh is not None and fh in self._opened:
            return self._of_file(len(self._opened[fh].data), self._since)
        at = self._there(path)
        pending = self._pending(at)
        if pending is not None:
            return self._of_file(len(pending.data), datetime.now(UTC))
        file = self._file(at)
        if file is not None:
            return self._of_file(file.size, file.updated_at)
        if at in self._scratch:
            return self._of_file(len(self._scratch[at]), self._since)
        if self._is_folder(at):
            return self._attributes(stat.S_IFDIR | (0o555 if self.read_only else 0o755), 0)
        raise refusal(errno.ENOENT)

    def readdir(self, path: str, fh: int) -> list[str]:
        return [".", "..", *sorted(self._names(self._there(path)))]

    # Reading and writing.

    def open(self, path: str, flags: int) -> int:
        writable = flags & os.O_ACCMODE != os.O_RDONLY
        if writable:
            self._writable()
        at = self._there(path)
        emptied = writable and bool(flags & os.O_TRUNC)
        content = self._content(at)
        return self._handle(
            _Opened(
                path=at,
                data=bytearray(b"" if emptied else content),
                writable=writable,
                appends=bool(flags & os.O_APPEND),
                fresh=emptied,
            )
        )

    def create(self, path: str, mode: int, flags: int = os.O_WRONLY) -> int:
        at = self._new(path)
        return self._handle(
            _Opened(
                path=at,
                data=bytearray(),
                writable=True,
                appends=bool(flags & os.O_APPEND),
                fresh=True,
            )
        )

    def read(self, path: str | None, size: int, offset: int, fh: int) -> bytes:
        return bytes(self._opened[fh].data[offset : offset + size])

    def write(self, path: str | None, data: bytes, offset: int, fh: int) -> int:
        opened = self._opened[fh]
        if not opened.writable:
            raise refusal(errno.EBADF)
        start = len(opened.data) if opened.appends else offset
        self._fits(opened, start + len(data))
        opened.data.extend(bytes(max(0, start - len(opened.data))))
        opened.data[start : start + len(data)] = data
        opened.written = True
        self._no_secret(opened, data)
        return len(data)

    def truncate(self, path: str, length: int, fh: int | None = None) -> int:
        """libfuse 3 does not say through which opening: it is the last one that can write."""
        self._writable()
        at = self._there(path)
        through = [one for one in self._opened.values() if one.path == at and one.writable]
        opened = (
            through[-1]
            if through
            else _Opened(path=at, data=bytearray(self._content(at)), writable=True)
        )
        self._fits(opened, length)
        opened.data.extend(bytes(max(0, length - len(opened.data))))
        del opened.data[length:]
        opened.written = True
        if not through:
            self._keep(opened)
        return 0

    def flush(self, path: str | None, fh: int) -> int:
        """One of the program's descriptors was closed, and it can still be told what is wrong.

        A shell closes one before it has written anything: that is no version.
        """
        opened = self._opened[fh]
        if opened.written:
            self._keep(opened)
        return 0

    def fsync(self, path: str | None, datasync: int, fh: int) -> int:
        return self.flush(path, fh)

    def release(self, path: str | None, fh: int) -> int:
        self._keep(self._opened.pop(fh))
        return 0

    # Names.

    def unlink(self, path: str) -> int:
        self._writable()
        at = self._there(path)
        file = self._file(at)
        if file is None and at not in self._scratch and self._pending(at) is None:
            raise refusal(errno.EISDIR if self._is_folder(at) else errno.ENOENT)
        if file is None and at in self._scratch:
            del self._scratch[at]
            first = self._origin(at)
            if first is not None:
                file = self._now().files.get(first)
                del self._aside[first]
        if file is not None:
            with self._told(at):
                self._done(self.files.delete(file.id))
        self._lose(at)
        self._folders.update(ancestors(at))
        return 0

    def mkdir(self, path: str, mode: int) -> int:
        at = self._new(path)
        if self._is_folder(at) or self._is_file(at):
            raise refusal(errno.EEXIST)
        self._folders.add(at)
        return 0

    def rmdir(self, path: str) -> int:
        self._writable()
        at = self._there(path)
        if not self._is_folder(at):
            raise refusal(errno.ENOTDIR if self._is_file(at) else errno.ENOENT)
        if self._names(at) or at in self._now().folders:
            raise refusal(errno.ENOTEMPTY)
        self._folders.discard(at)
        self._folders.update(ancestors(at))
        return 0

    def rename(self, old: str, new: str) -> int:
        self._writable()
        source, target = self._there(old), self._new(new)
        if source == target:
            return 0
        if self._is_folder(source):
            self._move_folder(source, target)
        elif self._is_folder(target):
            raise refusal(errno.EISDIR)
        else:
            self._move_file(source, target)
        self._folders.update(ancestors(source))
        return 0

    def symlink(self, target: str, source: str) -> int:
        raise refusal(errno.EPERM)

    def link(self, target: str, source: str) -> int:
        raise refusal(errno.EPERM)

    # A store keeps neither modes nor owners, and its times are those of its versions. Programs that
    # copy them onto what they have written are not stopped by that.

    def chmod(self, path: str, mode: int) -> int:
        self._writable()
        return 0

    def chown(self, path: str, uid: int, gid: int) -> int:
        self._writable()
        return 0

    def utimens(self, path: str, times: tuple[int, int] | None = None) -> int:
        self._writable()
        return 0

    # What is there.

    def _now(self) -> _Tree:
        seq = self.files.store().seq
        if seq != self._tree.seq:
            listed = self.files.listing(limit=MOST)
            found = {one.path: one for one in listed if isinstance(one, File)}
            folders = frozenset(folder for path in found for folder in ancestors(path))
            self._tree = _Tree(seq=seq, files=found, folders=folders)
        return self._tree

    def _file(self, at: str) -> File | None:
        with self._told(at):
            return None if at in self._aside else self._now().files.get(at)

    def _is_file(self, at: str) -> bool:
        return bool(self._file(at) or at in self._scratch or self._pending(at))

    def _is_folder(self, at: str) -> bool:
        with self._told(at):
            return at == ROOT or at in self._folders or at in self._now().folders

    def _names(self, at: str) -> set[str]:
        """What stands directly in a folder."""
        with self._told(at):
            stored = self._now().files.keys() - self._aside.keys()
        pending = {one.path for one in self._opened.values() if one.pending}
        prefix = at if at == ROOT else at + "/"
        return {
            path[len(prefix) :].partition("/")[0]
            for path in stored | self._scratch.keys() | self._folders | pending
            if path.startswith(prefix)
        }

    def _pending(self, at: str) -> _Opened | None:
        """The opening through which the file was last made or changed, if it is not closed yet."""
        found = [one for one in self._opened.values() if one.path == at and one.pending]
        return found[-1] if found else None

    def _content(self, at: str) -> bytes:
        pending = self._pending(at)
        if pending is not None:
            return bytes(pending.data)
        file = self._file(at)
        if file is not None:
            with self._told(at):
                return (self.files.get(file.id).content or "").encode("utf-8")
        if at in self._scratch:
            return self._scratch[at]
        raise refusal(errno.EISDIR if self._is_folder(at) else errno.ENOENT)

    def _origin(self, scratch: str) -> str | None:
        """The file of the store that an editor has moved to that name."""
        return next((path for path, aside in self._aside.items() if aside == scratch), None)

    def _is_scratch(self, at: str) -> bool:
        return bool(_SCRATCH.fullmatch(at.rpartition("/")[2])) and self._file(at) is None

    # Changing it.

    def _keep(self, opened: _Opened) -> None:
        """Make a version of what was written, if anything was. What is refused is let go of."""
        if not opened.pending:
            return
        opened.fresh = opened.written = False
        if self._is_scratch(opened.path):
            if opened.path not in self._scratch and len(self._scratch) >= SCRATCH_FILES:
                raise refusal(errno.ENOSPC)
            self._scratch[opened.path] = bytes(opened.data)
            return
        stored = self._store(opened.path, bytes(opened.data))
        if stored is not None:
            # Personal data may have been taken out.
            opened.data[:] = stored.encode("utf-8")

    def _store(self, at: str, data: bytes) -> str | None:
        """Give the file that text; it as it was kept, None if it said so already."""
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            self._tell(f"{at}: not written: a file is text in UTF-8")
            raise refusal(errno.EILSEQ) from None
        with self._told(at):
            outcome = self.files.write(at, text)
            self._done(outcome)
        self._aside.pop(at, None)
        return None if outcome.file is None else outcome.file.content

    def _move_file(self, source: str, target: str) -> None:
        pending = self._pending(source)
        if pending is not None:
            self._keep(pending)
        first = self._origin(source)
        if first is not None:
            # An editor's copy gets a name in earnest: it is the file of the store that moves.
            del self._aside[first], self._scratch[source]
            if first == target:
                return
            source = first
        file = self._file(source)
        if file is None:
            content = self._content(source)
            if self._is_scratch(target):
                self._scratch[target] = content
            else:
                self._store(target, content)
            del self._scratch[source]
        elif self._is_scratch(target):
            self._scratch[target] = self._content(source)
            self._aside[source] = target
        else:
            self._move_stored(file, target)
        self._lose(target)
        self._follow(source, target)

    def _move_stored(self, file: File, target: str) -> None:
        """Onto a file that is there, whose history goes on; both texts are in it."""
        with self._told(target):
            if target not in self._now().files:
                self._done(*self.files.move(file.path, target))
                return
        self._store(target, self._content(file.path))
        with self._told(target):
            self._done(self.files.delete(file.id))

    def _move_folder(self, source: str, target: str) -> None:
        if target.startswith(source + "/"):
            raise refusal(errno.EINVAL)
        if self._is_file(target):
            raise refusal(errno.ENOTDIR)
        if self._names(target):
            raise refusal(errno.ENOTEMPTY)
        with self._told(target):
            if source in self._now().folders:
                self._done(*self.files.move(source, target))

        def moved(path: str) -> str:
            below = path == source or path.startswith(source + "/")
            return target + path[len(source) :] if below else path

        self._folders = {moved(path) for path in self._folders} | {target}
        self._scratch = {moved(path): data for path, data in self._scratch.items()}
        self._aside = {moved(path): moved(aside) for path, aside in self._aside.items()}
        for opened in self._opened.values():
            opened.path = moved(opened.path)

    def _lose(self, at: str) -> None:
        for opened in self._opened.values():
            if opened.path == at:
                opened.lost = True

    def _follow(self, source: str, target: str) -> None:
        for opened in self._opened.values():
            if opened.path == source and not opened.lost:
                opened.path = target

    # Rules, and how they are told.

    def _there(self, path: str) -> str:
        """The path of something that may be there."""
        try:
            return path if path == ROOT else checked_path("path", path)
        except InvalidValue:
            raise refusal(errno.ENOENT) from None

    def _new(self, path: str) -> str:
        """The path of something that is to be made."""
        self._writable()
        if too_long(unicodedata.normalize("NFC", path)):
            raise refusal(errno.ENAMETOOLONG)
        with self._told(path):
            at = checked_path("path", path)
            if device_name(at) is not None:
                raise InvalidValue("path", path, "has a name that Windows cannot keep")
        return at

    def _writable(self) -> None:
        if self.read_only:
            raise refusal(errno.EROFS)

    def _fits(self, opened: _Opened, size: int) -> None:
        if opened.lost:
            raise refusal(errno.EACCES)
        most = SCRATCH_BYTES if self._is_scratch(opened.path) else CONTENT_BYTES
        if size > most:
            opened.lost = True
            self._tell(f"{opened.path}: not written: a file has {most:,} bytes at most")
            raise refusal(errno.EFBIG)

    def _no_secret(self, opened: _Opened, data: bytes) -> None:
        """Refuse at once what would be refused at the end: shells do not look at a close."""
        if self._is_scratch(opened.path) or not find_secrets(data.decode("utf-8", "replace")):
            return
        hits = find_secrets(opened.data.decode("utf-8", "replace"))
        if hits:
            opened.lost = True
            self._tell(f"{opened.path}: not written: line {hits[0].line} holds a {hits[0].kind}")
            raise refusal(errno.EACCES)

    def _handle(self, opened: _Opened) -> int:
        self._handles += 1
        self._opened[self._handles] = opened
        return self._handles

    def _done(self, *outcomes: Outcome) -> None:
        for one in outcomes:
            if one.done in (Done.REJECTED, Done.FAILED, Done.PENDING):
                self._tell(f"not written: {one.message}")
                raise refusal(_ERRNO_OF_CODE.get(one.code, errno.EACCES))

    @contextmanager
    def _told(self, path: str) -> Iterator[None]:
        """Whatever the store raises, as a number for the program and a sentence for the host."""
        try:
            yield
        except StratalError as error:
            self._tell(f"{path}: {error}")
            raise refusal(errno_of(error)) from error

    def _of_file(self, size: int, changed: datetime) -> dict[str, int]:
        mode = stat.S_IFREG | (0o444 if self.read_only else 0o644)
        return self._attributes(mode, size, changed)

    def _attributes(self, mode: int, size: int, changed: datetime | None = None) -> dict[str, int]:
        moment = int((changed or self._since).timestamp() * 1_000_000_000)
        return {
            "st_mode": mode,
            "st_nlink": 2 if stat.S_ISDIR(mode) else 1,
            "st_size": size,
            "st_blocks": -(-size // _BLOCK),
            "st_uid": os.getuid(),
            "st_gid": os.getgid(),
            "st_atime": moment,
            "st_mtime": moment,
            "st_ctime": moment,
        }


def errno_of(error: StratalError) -> int:
    """The number for this error."""
    if isinstance(error, PathConflict):
        if error.path == error.other:
            return errno.EEXIST
        return errno.ENOTDIR if error.path.startswith(error.other + "/") else errno.EISDIR
    return next((number for kind, number in _ERRNO_OF_CLASS if isinstance(error, kind)), errno.EIO)


def refusal(number: int) -> OSError:
    """What a program is told."""
    return OSError(number, os.strerror(number))
