"""A store of files as a folder of the operating system, for editors and shells (FUSE).

A version is made when a file is closed after something was written to it, not before: each opening
works on a copy of its own, and of two writers the one that closes last says what the file says;
what the other wrote is the version before. A text that a rule refuses is not written at all, not
even in part, and the program is told by an error number; the sentence goes to whoever mounted it.

A store has no folders, only paths. A folder made here lives in the mount until a file is in it.
So do an editor's own files (backups, swap files, the copy that `sed -i` writes) until they are
renamed to what they are for: a save is one version, of the same file.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from stratal.errors import BackendError, InvalidValue, MissingExtra
from stratal.layers.files import Files, StoreFiles
from stratal.mount.attached import MountedStores
from stratal.mount.store import MountedStore, errno_of

__all__ = ["MountedStore", "MountedStores", "errno_of", "mount"]


def mount(
    files: StoreFiles | Files,
    folder: Path,
    *,
    read_only: bool = False,
    tell: Callable[[str], None],
) -> None:
    """Show `files` as `folder` until it is unmounted, or SIGTERM, SIGINT or SIGHUP comes.

    One store; or all that the conversation works with by now, each as a folder by its slug.

    `tell` is given a sentence when it is mounted, and one for each write that is refused. Raises
    `InvalidValue` for what is no empty folder, `MissingExtra`, and `BackendError` where the system
    mounts nothing.
    """
    if not folder.is_dir() or any(folder.iterdir()):
        raise InvalidValue("DIR", str(folder), "must be an empty folder that is there")
    try:
        import mfusepy
    except ImportError:
        raise MissingExtra("stratal mount", "mount") from None
    except OSError:
        raise BackendError("libfuse is not installed: install the system's package fuse3") from None
    shown: MountedStore | MountedStores
    if isinstance(files, StoreFiles):
        shown = MountedStore(files, read_only=read_only, tell=tell, name=str(folder))
    else:
        shown = MountedStores(files, read_only=read_only, tell=tell, name=str(folder))
    try:
        mfusepy.FUSE(
            shown,
            str(folder.resolve()),
            fsname="stratal",
            foreground=True,
            # A handle of SQLite belongs to one thread.
            nothreads=True,
            ro=shown.read_only,
            # What others change in the store is seen at once.
            attr_timeout=0,
            entry_timeout=0,
            negative_timeout=0,
            # A file that is removed while it is open is not kept under a hidden name.
            hard_remove=True,
        )
    except RuntimeError:
        # libfuse answers a signal with a status as well, after it has unmounted.
        if not shown.mounted:
            raise BackendError(
                f"cannot mount at {folder}: /dev/fuse must be there and open to you"
            ) from None
