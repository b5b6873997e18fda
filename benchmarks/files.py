"""What the six commands cost over a store, beside the SDK's own tool over a local folder.

    python -m benchmarks.files --save benchmarks/results
    python -m benchmarks.files --quick

The same commands with the same texts for each, of one process with one thread: creating, replacing
and viewing files in 50 folders, and viewing the root of stores of 10, 1,000 and 2,000 files, after
a change and again. Ours syncs each commit to the disk, as the folder syncs each file. Rates are of
wall time; a folder keeps one text a file, ours all versions, and searches each text for secrets.
Then 8 processes edit one file by compare-and-swap, and every edit must be there.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from anthropic.tools import BetaAbstractMemoryTool, BetaLocalFilesystemMemoryTool

import stratal
from benchmarks.command import finish, parser
from benchmarks.databases import databases
from benchmarks.machine import described
from benchmarks.rows import Row, table
from stratal import Principal
from stratal.adapters.anthropic import MemoryTool

ANA = Principal(tenant="acme", user="ana")
PEER = "anthropic local folder"
ROUNDS = 3
EDITOR = """
import sys
import stratal
path, store, name, count = sys.argv[1:5]
conflicts = 0
with stratal.open(path, embedder=None) as memory:
    session = memory.session(stratal.Principal(tenant="acme", user="ana"), id=name)
    files = session.files.open(store)
    for number in range(int(count)):
        while True:
            seen = files.read("/shared.md")
            lines = seen.content.split(chr(10))
            counts = dict(line.split(" ") for line in lines if line)
            counts[name] = str(number + 1)
            text = "".join(f"{key} {value}" + chr(10) for key, value in sorted(counts.items()))
            try:
                files.update(seen.id, content=text, expect=seen.digest)
                break
            except stratal.StaleRevision:
                conflicts += 1
print(conflicts)
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Sizes:
    """How much is done."""

    files: int
    edits: int
    roots: tuple[int, ...]
    processes: int
    edits_each: int


WHOLE = Sizes(files=1_000, edits=500, roots=(10, 1_000, 2_000), processes=8, edits_each=500)
QUICK = Sizes(files=40, edits=20, roots=(10, 40), processes=2, edits_each=10)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, print tables, write what was asked for."""
    options = parser(__doc__).parse_args(arguments)
    sizes = QUICK if options.quick else WHOLE
    rows = [*measured(sizes)]
    by_set = {name: [row for row in rows if row.set == name] for name in ("commands", "roots")}
    tables = {
        "Commands": table(
            by_set["commands"], down=lambda row: row.metric, across=_system, corner="a second"
        ),
        "View of the root": table(
            by_set["roots"], down=lambda row: row.metric, across=_system, corner="milliseconds"
        ),
        "Edits of one file": table(
            [row for row in rows if row.set == "edits"],
            down=lambda row: row.metric,
            across=_system,
        ),
    }
    finish(options, rows, tables=tables, machine=described(), plots={})
    return 0


def measured(sizes: Sizes) -> Iterator[Row]:
    """All rows; raises if an edit was lost."""
    with tempfile.TemporaryDirectory() as folder:
        peer = BetaLocalFilesystemMemoryTool(base_path=f"{folder}/commands")
        yield from _commands(PEER, "folder", peer, sizes)
        for count in sizes.roots:
            peer = BetaLocalFilesystemMemoryTool(base_path=f"{folder}/{count}")
            yield from _root(PEER, "folder", peer, count)
    with databases() as made:
        for kind in made.kinds:
            with stratal.open(made.new(kind).address, embedder=None) as memory:
                session = memory.session(ANA, id="bench")

                def tool() -> MemoryTool:
                    store = session.files.create("bench").id  # noqa: B023 - called within the loop
                    assert store is not None
                    return MemoryTool(session.files.open(store))  # noqa: B023

                yield from _commands("stratal", kind, tool(), sizes)
                for count in sizes.roots:
                    yield from _root("stratal", kind, tool(), count)
            yield from _edits(kind, made.new(kind).address, sizes)


def _commands(system: str, kind: str, tool: BetaAbstractMemoryTool, sizes: Sizes) -> Iterator[Row]:
    paths = [f"/memories/{number % 50:02}/note-{number:04}.md" for number in range(sizes.files)]
    calls: dict[str, list[dict[str, object]]] = {
        "create": [
            {"command": "create", "path": path, "file_text": _text(number)}
            for number, path in enumerate(paths)
        ],
        "str_replace": [
            {"command": "str_replace", "path": path, "old_str": "line 7 ", "new_str": "line seven "}
            for path in paths[: sizes.edits]
        ],
        "view": [{"command": "view", "path": path} for path in paths],
    }
    for name, inputs in calls.items():
        started = time.perf_counter()
        for one in inputs:
            tool.call(one)
        rate = len(inputs) / (time.perf_counter() - started)
        yield _row("commands", kind, system, name, rate, "1/s")


def _root(system: str, kind: str, tool: BetaAbstractMemoryTool, count: int) -> Iterator[Row]:
    for number in range(count):
        tool.call(
            {"command": "create", "path": f"/memories/{number:04}.md", "file_text": "# One\n"}
        )
    changed, again = [], []
    for number in range(10 * ROUNDS):
        old, new = ("One", "Two") if number % 2 == 0 else ("Two", "One")
        tool.call(
            {
                "command": "str_replace",
                "path": "/memories/0000.md",
                "old_str": old,
                "new_str": new,
            }
        )
        changed.append(_timed(lambda: tool.call({"command": "view", "path": "/memories"})))
        again.append(_timed(lambda: tool.call({"command": "view", "path": "/memories"})))
    yield _row("roots", kind, system, f"{count:,} files", min(changed) * 1_000, "ms")
    yield _row("roots", kind, system, f"{count:,} files, again", min(again) * 1_000, "ms")


def _edits(kind: str, address: str, sizes: Sizes) -> Iterator[Row]:
    with stratal.open(address, embedder=None) as memory:
        session = memory.session(ANA, id="bench")
        store = session.files.create("edits").id
        assert store is not None
        session.files.open(store).create("/shared.md", "")
        started = time.perf_counter()
        editors = [
            subprocess.Popen(
                [sys.executable, "-c", EDITOR, address, store, f"w{number}", str(sizes.edits_each)],
                stdout=subprocess.PIPE,
                text=True,
            )
            for number in range(sizes.processes)
        ]
        conflicts = sum(int(editor.communicate()[0]) for editor in editors)
        taken = time.perf_counter() - started
        if any(editor.returncode for editor in editors):
            raise SystemExit("an editor failed")
        files = session.files.open(store)
        there = dict(line.split() for line in (files.read("/shared.md").content or "").splitlines())
        wanted = {f"w{number}": str(sizes.edits_each) for number in range(sizes.processes)}
        edits = sizes.processes * sizes.edits_each
        if there != wanted or files.store().seq != edits + 1:
            raise SystemExit("an edit was lost")
    yield _row("edits", kind, "stratal", "edits", edits, "")
    yield _row("edits", kind, "stratal", "lost", 0, "")
    yield _row("edits", kind, "stratal", "told to read again", conflicts, "")
    yield _row("edits", kind, "stratal", "edits a second", edits / taken, "1/s")


def _text(number: int) -> str:
    return f"# Note {number}\n" + "".join(
        f"line {line} of what was learnt about part {number}.\n" for line in range(20)
    )


def _timed(call: Callable[[], object]) -> float:
    started = time.perf_counter()
    call()
    return time.perf_counter() - started


def _system(row: Row) -> str:
    return row.system if row.system == PEER else f"{row.system}, {row.split}"


def _row(what: str, kind: str, system: str, metric: str, value: float, unit: str) -> Row:
    return Row(
        benchmark="files",
        set=what,
        split=kind,
        system=system,
        metric=metric,
        value=value,
        unit=unit,
    )


if __name__ == "__main__":
    raise SystemExit(main())
