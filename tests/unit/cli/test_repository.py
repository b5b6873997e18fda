"""Which repository somebody stands in."""

from __future__ import annotations

from pathlib import Path

from stratal.cli.repository import repository_scope
from stratal.core.identity import Scope


def test_the_root_above_names_the_scope(tmp_path: Path) -> None:
    """From any folder of a repository, and from none outside of one."""
    (tmp_path / "trip-app" / ".git").mkdir(parents=True)
    inside = tmp_path / "trip-app" / "src" / "deep"
    inside.mkdir(parents=True)
    assert repository_scope(inside) == Scope.parse("repo:trip-app")
    assert repository_scope(tmp_path / "trip-app") == Scope.parse("repo:trip-app")
    assert repository_scope(tmp_path) is None


def test_a_worktree_belongs_to_its_repository(tmp_path: Path) -> None:
    """What is remembered in one worktree is known in the others; a submodule is its own."""
    (tmp_path / "trip-app" / ".git" / "worktrees" / "fix").mkdir(parents=True)
    for name, pointer in {
        "fix": f"gitdir: {tmp_path}/trip-app/.git/worktrees/fix\n",
        "plugin": "gitdir: ../trip-app/.git/modules/plugin\n",
        "odd": "\udcff".encode("utf-8", "surrogateescape").decode("latin-1"),
    }.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / ".git").write_text(pointer, encoding="utf-8")
    assert repository_scope(tmp_path / "fix") == Scope.parse("repo:trip-app")
    assert repository_scope(tmp_path / "plugin") == Scope.parse("repo:plugin")
    assert repository_scope(tmp_path / "odd") == Scope.parse("repo:odd")


def test_a_name_that_no_scope_can_have_is_none(tmp_path: Path) -> None:
    """A folder may be named in ways that a scope may not."""
    root = tmp_path / ("x" * 250)
    (root / ".git").mkdir(parents=True)
    assert repository_scope(root) is None
