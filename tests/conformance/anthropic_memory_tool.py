"""The SDK's own tests of its memory tool over a local folder, run on ours.

Twice: over a store whose files lie in a plain folder, and over one in the database. The tests are
those of the release; in place of the SDK's tool their fixtures give ours. What is left out is named
with its reason.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from tests.conformance.released import sources

VERSION = "2.14.0"

# By a part of the test's name.
OF_THE_SDK: Mapping[str, str] = {
    "too_many_lines": "needs a file of a million lines; ours end at 102,400 bytes",
    "mkdir_parents_not_world_writable": "makes the SDK's own tool and looks at its folders",
    "symlink_created_after_validation": "replaces a private method of the SDK's tool",
    "file_replaced_with_symlink_before_open": "waits for the SDK's own call of os.open",
    "validate_path_returns_resolved_path": "calls a private method of the SDK's tool",
    "view_lists_symlinks_only_when": "lists links that stay inside; we follow no link at all",
}
OF_THE_DISK: Mapping[str, str] = {
    **OF_THE_SDK,
    "symlink": "the database has no links",
    "crlf": "puts the file on the disk by itself",
    **dict.fromkeys(
        (
            "test_create]", "test_create_nested_directories", "test_str_replace]", "test_insert]",
            "test_insert_at_beginning", "test_insert_at_end", "test_delete]",
            "test_delete_directory", "test_rename]", "test_rename_to_nested",
        ),
        "compares what then lies on the disk",
    ),
}  # fmt: skip

CONFTEST = """
import asyncio
import inspect
from pathlib import Path


def pytest_collection_modifyitems(config, items):
    # Not --deselect, which takes the beginning of a name for the name.
    chosen = Path("left_out.txt")
    names = chosen.read_text().splitlines() if chosen.exists() else []
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid in names])
    items[:] = [item for item in items if item.nodeid not in names]


def pytest_pyfunc_call(pyfuncitem):
    if inspect.iscoroutinefunction(pyfuncitem.obj):
        names = pyfuncitem._fixtureinfo.argnames
        asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names}))
        return True
"""
_TESTS = """
from pathlib import Path

import pytest
from anyio import Path as AsyncPath
from released_tests import *

import stratal
from stratal.adapters.anthropic import AsyncMemoryTool, MemoryTool
from stratal.layers.files.directory import DirectoryBackend

IN_A_FOLDER = {in_a_folder}


@pytest.fixture
def opened(temp_directory, tmp_path):
    with stratal.open(tmp_path / "stratal.db", embedder=None) as memory:
        session = memory.session(stratal.Principal.local(), id="conformance")
        root = Path(temp_directory) / "memories"
        backend = DirectoryBackend(root) if IN_A_FOLDER else None
        root.mkdir(exist_ok=True)
        store = session.files.create("conformance", backend=backend).id
        yield memory, session.files.open(store), Path(temp_directory)


@pytest.fixture
def sync_local_filesystem_tool(opened):
    _, files, base = opened
    tool = MemoryTool(files)
    tool.base_path, tool.memory_root = base, base / "memories"
    return tool


@pytest.fixture
def async_local_filesystem_tool(opened):
    memory, files, base = opened
    tool = AsyncMemoryTool(memory, files)
    tool.base_path, tool.memory_root = AsyncPath(base), AsyncPath(base / "memories")
    return tool
"""


def run() -> int:
    """Run both; 0 if every test that was not left out passes."""
    released = sources("anthropic", VERSION) / "tests/lib/tools/memory_tools/test_filesystem.py"
    failed = 0
    for where, left_out in (("a plain folder", OF_THE_SDK), ("the database", OF_THE_DISK)):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(released, Path(folder, "released_tests.py"))
            Path(folder, "conftest.py").write_text(CONFTEST)
            tests = _TESTS.format(in_a_folder=where == "a plain folder")
            Path(folder, "test_ours.py").write_text(tests)
            failed |= _run(folder, where, left_out)
    return failed


def _run(folder: str, where: str, left_out: Mapping[str, str]) -> int:
    print(f"\n== anthropic {VERSION}, memory tool, files in {where}", flush=True)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    listed = subprocess.run(
        [*command, "--collect-only", "test_ours.py"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    skipped: dict[str, str] = {}
    for test in listed:
        name = test.partition("[")[0].rpartition("::")[2] + "]"
        for part, reason in left_out.items():
            if "::" in test and part in name:
                skipped.setdefault(test, reason)
    for test, reason in skipped.items():
        print(f"left out: {test.partition('::')[2]}: {reason}")
    Path(folder, "left_out.txt").write_text("\n".join(skipped))
    return subprocess.run([*command, "test_ours.py"], cwd=folder, check=False).returncode
