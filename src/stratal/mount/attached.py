"""The calls of a file system over the stores of a conversation, each a folder of its root.

The root itself stays as it is: a folder more is a store more, and that is attached, not made. From
one store into another a file is copied, as between two file systems.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable

from stratal.core.file_paths import ROOT
from stratal.errors import NotFound
from stratal.layers.files import Files
from stratal.mount.store import MountedStore, refusal


class MountedStores:
    """As `MountedStore`, for the stores that are attached when it is made."""

    use_ns = True
    """Times are nanoseconds, as mfusepy asks."""

    def __init__(
        self, files: Files, *, read_only: bool = False, tell: Callable[[str], None], name: str = ""
    ) -> None:
        """Raises `NotFound` where nothing is attached."""
        self._stores = {
            one.slug: MountedStore(store, read_only=read_only, tell=tell, name=f"{name}/{one.slug}")
            for one, store in files.open_attached()
        }
        if not self._stores:
            raise NotFound("attached store", files.access.conversation)
        self.read_only = all(store.read_only for store in self._stores.values())
        self.mounted = False
        self._opened: dict[int, tuple[MountedStore, int]] = {}
        self._handles = 0

    # The whole.

    def init(self, path: str) -> None:
        self.mounted = True
        for store in self._stores.values():
            store.init(path)

    def destroy(self, path: str) -> None:
        for store in self._stores.values():
            store.destroy(path)

    def statfs(self, path: str) -> dict[str, int]:
        if path != ROOT:
            store, below = self._below(path)
            return store.statfs(below)
        each = [store.statfs(ROOT) for store in self._stores.values()]
        counts = ("f_blocks", "f_bfree", "f_bavail", "f_files", "f_ffree")
        return {**each[0], **{count: sum(one[count] for one in each) for count in counts}}

    # Looking.

    def getattr(self, path: str, fh: int | None = None) -> dict[str, int]:
        if path == ROOT:
            first = next(iter(self._stores.values())).getattr(ROOT)
            return {**first, "st_mode": stat.S_IFDIR | 0o555}
        store, below = self._below(path)
        return store.getattr(below, None if fh is None else self._opened.get(fh, (store, None))[1])

    def readdir(self, path: str, fh: int) -> list[str]:
        if path == ROOT:
            return [".", "..", *sorted(self._stores)]
        store, below = self._below(path)
        return store.readdir(below, fh)

    # Reading and writing.

    def open(self, path: str, flags: int) -> int:
        store, below = self._inside(path)
        return self._handle(store, store.open(below, flags))

    def create(self, path: str, mode: int, flags: int = os.O_WRONLY) -> int:
        store, below = self._inside(path)
        return self._handle(store, store.create(below, mode, flags))

    def read(self, path: str | None, size: int, offset: int, fh: int) -> bytes:
        store, handle = self._opened[fh]
        return store.read(path, size, offset, handle)

    def write(self, path: str | None, data: bytes, offset: int, fh: int) -> int:
        store, handle = self._opened[fh]
        return store.write(path, data, offset, handle)

    def truncate(self, path: str, length: int, fh: int | None = None) -> int:
        store, below = self._inside(path)
        return store.truncate(below, length)

    def flush(self, path: str | None, fh: int) -> int:
        store, handle = self._opened[fh]
        return store.flush(path, handle)

    def fsync(self, path: str | None, datasync: int, fh: int) -> int:
        return self.flush(path, fh)

    def release(self, path: str | None, fh: int) -> int:
        store, handle = self._opened.pop(fh)
        return store.release(path, handle)

    # Names.

    def unlink(self, path: str) -> int:
        store, below = self._inside(path)
        return store.unlink(below)

    def mkdir(self, path: str, mode: int) -> int:
        store, below = self._inside(path)
        return store.mkdir(below, mode)

    def rmdir(self, path: str) -> int:
        store, below = self._inside(path)
        return store.rmdir(below)

    def rename(self, old: str, new: str) -> int:
        store, source = self._inside(old)
        other, target = self._inside(new)
        if store is not other:
            # Programs that move files copy them then.
            raise refusal(errno.EXDEV)
        return store.rename(source, target)

    def symlink(self, target: str, source: str) -> int:
        raise refusal(errno.EPERM)

    def link(self, target: str, source: str) -> int:
        raise refusal(errno.EPERM)

    def chmod(self, path: str, mode: int) -> int:
        store, below = self._inside(path)
        return store.chmod(below, mode)

    def chown(self, path: str, uid: int, gid: int) -> int:
        store, below = self._inside(path)
        return store.chown(below, uid, gid)

    def utimens(self, path: str, times: tuple[int, int] | None = None) -> int:
        store, below = self._inside(path)
        return store.utimens(below, times)

    def _below(self, path: str) -> tuple[MountedStore, str]:
        """The store of a path, and the path in it."""
        slug, _, below = path[1:].partition("/")
        store = self._stores.get(slug)
        if store is None:
            raise refusal(errno.ENOENT)
        return store, ROOT + below

    def _inside(self, path: str) -> tuple[MountedStore, str]:
        """The same, where the root and the folders of the stores stay as they are."""
        if path.count("/") < 2:
            raise refusal(errno.EACCES)
        return self._below(path)

    def _handle(self, store: MountedStore, handle: int) -> int:
        self._handles += 1
        self._opened[self._handles] = (store, handle)
        return self._handles
