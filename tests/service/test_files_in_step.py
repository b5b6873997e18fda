"""One store in the folders of two machines: real processes, the vendor's sync, a server of ours."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("anthropic")

ROUNDS = 5
MACHINE = """
import asyncio
import json
import random
import sys
from pathlib import Path
from types import SimpleNamespace
from anthropic import AsyncAnthropic
from anthropic.lib.tools._memories import SessionMemoryStores

url, key, store, folder, name = sys.argv[1:]
resource = SimpleNamespace(
    type="memory_store", memory_store_id=store, mount_path=None, name="notes", access="read_write"
)
chosen = random.Random(name)


def texts(root):
    return {
        path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(root.rglob("*"))
        if path.is_file() and path.name != ".anthropic-memory-store"
    }


async def main():
    async with AsyncAnthropic(base_url=url, api_key=key, max_retries=2) as client:
        kept = SessionMemoryStores(client, workdir=folder, sync_interval=5)
        await kept.download(SimpleNamespace(resources=[resource]))
        [root] = kept.roots
        for line in sys.stdin:
            what = line.strip()
            if what.startswith("edit"):
                number = what.split()[1]
                (root / name).mkdir(exist_ok=True)
                (root / name / f"{number}.md").write_text(f"{name} learnt {number}\\n")
                (root / name / "own.md").write_text(f"{name} is at {number}\\n")
                shared = root / f"shared-{chosen.randrange(3)}.md"
                shared.write_text(f"{name} said {number}\\n", encoding="utf-8")
            if what == "end":
                await kept.finish()
            else:
                kept._last_sync = float("-inf")
                await kept.sync_if_due()
            print(json.dumps(texts(root)), flush=True)
            if what == "end":
                await kept.dispose()
                return


asyncio.run(main())
"""


class Machine:
    """A process that keeps a folder in step with the store."""

    def __init__(self, url: str, key: str, store: str, folder: Path, name: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", MACHINE, url, key, store, str(folder), name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, what: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(what + "\n")
        self.process.stdin.flush()

    def texts(self) -> dict[str, str]:
        """What its folder holds once it is done."""
        assert self.process.stdout is not None
        found: dict[str, str] = json.loads(self.process.stdout.readline())
        return found


@contextmanager
def served(database: str) -> Iterator[tuple[str, str]]:
    """Address and key of a server in a process of its own."""
    start = [sys.executable, "-m", "stratal"]
    here = ["--database", database, "--tenant", "acme", "--user", "ana", "--json"]
    made = subprocess.run(
        [*start, "keys", "create", *here], capture_output=True, text=True, check=True
    )
    serve = [*start, "serve", "--only", "memory-stores", "--port", "0", *here]
    with subprocess.Popen(serve, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            lines = [process.stdout.readline()]
            while lines[-1] != "}\n":
                lines.append(process.stdout.readline())
            yield json.loads("".join(lines))["address"], json.loads(made.stdout)["key"]
        finally:
            process.terminate()
            process.wait(timeout=20)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_two_processes_that_write_at_once_converge(
    tmp_path: Path, request: pytest.FixtureRequest, kind: str
) -> None:
    """Whoever loses a race takes the other's text; what only one wrote is in both folders; in the
    end both are the store, and every text that was replaced is a version of it."""
    from anthropic import Anthropic

    database = str(tmp_path / "a.db")
    if kind == "postgresql":
        database = request.getfixturevalue("emptied_database").runtime
    with served(database) as (url, key), Anthropic(base_url=url, api_key=key) as client:
        stores: Any = client.beta.memory_stores
        store = stores.create(name="notes").id
        for number in range(3):
            stores.memories.create(store, path=f"/shared-{number}.md", content="begun\n")
        machines = [Machine(url, key, store, tmp_path / name, name) for name in ("here", "there")]
        try:
            for number in range(ROUNDS):
                for each in machines:
                    each.ask(f"edit {number}")
                for each in machines:
                    each.texts()
            found: list[dict[str, str]] = []
            for what in ("sync", "sync", "end"):
                for each in machines:
                    each.ask(what)
                found = [each.texts() for each in machines]
        finally:
            for each in machines:
                each.process.communicate(timeout=60)
        assert [each.process.returncode for each in machines] == [0, 0]
        kept = {one.path[1:]: one.content for one in stores.memories.list(store, view="full")}
        assert found == [kept, kept]
        for name in ("here", "there"):
            assert kept[f"{name}/own.md"] == f"{name} is at {ROUNDS - 1}\n"
            assert all(kept[f"{name}/{n}.md"] == f"{name} learnt {n}\n" for n in range(ROUNDS))
        versions = list(stores.memory_versions.list(store, view="full"))
        own = [one.content for one in versions if one.path == "/here/own.md"]
        assert own == [f"here is at {n}\n" for n in reversed(range(ROUNDS))]
        assert {one.operation for one in versions} == {"created", "modified"}
