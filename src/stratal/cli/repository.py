"""The repository that somebody works in, by the folder they stand in."""

from __future__ import annotations

from pathlib import Path

from stratal.core.identity import Scope
from stratal.errors import InvalidValue

_POINTER = "gitdir:"
_POINTER_LIMIT = 4_096


def repository_scope(folder: Path) -> Scope | None:
    """``repo:<name>`` of the git repository that holds `folder`; None outside of one.

    The name is that of the repository's own folder, for all its worktrees. Only names of files are
    looked at, and the pointer that a worktree has; git is not run.
    """
    root = _root(folder)
    if root is None or not root.name:
        return None
    try:
        return Scope(kind="repo", name=root.name)
    except InvalidValue:
        # A name that no scope can have: as if there were no repository.
        return None


def _root(folder: Path) -> Path | None:
    for place in (folder, *folder.parents):
        marker = place / ".git"
        if marker.is_dir():
            return place
        if marker.is_file():
            return _pointed_at(marker) or place
    return None


def _pointed_at(marker: Path) -> Path | None:
    """The folder of the repository that a worktree's marker points to."""
    try:
        with marker.open(encoding="utf-8") as file:
            text = file.read(_POINTER_LIMIT)
    except (OSError, UnicodeDecodeError):
        return None
    pointer = text.strip().removeprefix(_POINTER).strip()
    inside = Path(pointer)
    # <repository>/.git/worktrees/<name>; a submodule's points into .git/modules, and is its own.
    if inside.parent.name == "worktrees" and inside.parent.parent.name == ".git":
        return inside.parent.parent.parent
    return None
