"""The SDK's own tests of how it keeps a folder in step with a memory store, run on our server.

The tests are those of the release. Their stand-in for the vendor's service keeps its log and its
hooks, but what it keeps lies in a store of ours, and what the sync asks goes over HTTP to our
server. What is left out is named with its reason.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from tests.conformance.anthropic_memory_tool import CONFTEST, VERSION
from tests.conformance.released import sources

# By a part of the test's name.
LEFT_OUT: Mapping[str, str] = {
    "test_paths_that_escape_the_store": "keeps a path with .. in the store; ours takes none",
    "test_a_flush_cut_off_part_way": "stops while a stand-in answers at once; ours is still asked",
}

_STAND_IN = """
import atexit
import socket
import tempfile
import threading
import time
from collections.abc import MutableMapping
from pathlib import Path

import uvicorn
from anthropic import AsyncAnthropic

import stratal
from stratal.serve.keys import Keys
from stratal.serve.memory_stores import app

from . import _released
from ._released import *
from ._released import _sha, _status_error

FOLDER = tempfile.TemporaryDirectory()
MEMORY = stratal.open(Path(FOLDER.name) / "stratal.db", embedder=None)
KEY = Keys(database=MEMORY.database, tenant="acme").create("ana").text
FILES = MEMORY.session(stratal.Principal(tenant="acme", user="ana"), id="tests").files
LISTENS = socket.create_server(("127.0.0.1", 0))
ADDRESS = "http://127.0.0.1:%d" % LISTENS.getsockname()[1]
SERVER = uvicorn.Server(
    uvicorn.Config(app(MEMORY), log_level="critical", access_log=False, ws="none")
)
THREAD = threading.Thread(target=SERVER.run, kwargs={"sockets": [LISTENS]}, daemon=True)
THREAD.start()
while not SERVER.started:
    time.sleep(0.01)


@atexit.register
def stop():
    SERVER.should_exit = True
    THREAD.join()
    MEMORY.close()
    FOLDER.cleanup()


class Kept(MutableMapping):
    \"\"\"Path to content, as a store of ours has it.\"\"\"

    def __init__(self, initial):
        self.store = FILES.create("notes").id
        self.files = FILES.open(self.store)
        self.update(initial)

    def __getitem__(self, path):
        try:
            return self.files.read("/" + path).content
        except stratal.NotFound:
            raise KeyError(path) from None

    def __setitem__(self, path, content):
        self.files.write("/" + path, content)

    def __delitem__(self, path):
        try:
            self.files.delete_at("/" + path)
        except stratal.NotFound:
            raise KeyError(path) from None

    def __iter__(self):
        return iter([one.path[1:] for one in self.files.listing(limit=2000)])

    def __len__(self):
        return len(list(iter(self)))

    def __eq__(self, other):
        return dict(self) == other

    def __repr__(self):
        return repr(dict(self))


class MemoryServer(_released.MemoryServer):
    def __init__(self, initial):
        super().__init__({})
        self.files = Kept(initial)


class _Resource(_released._Resource):
    def __init__(self, server, *, noise=False):
        super().__init__(server, noise=noise)
        self.paths = {}
        self.memories = AsyncAnthropic(
            base_url=ADDRESS, api_key=KEY, max_retries=0
        ).beta.memory_stores.memories
        self.store = "memstore_" + server.files.store

    def list(self, memory_store_id, *, view="basic", **more):
        if memory_store_id == "memstore_broken":
            return super().list(memory_store_id, view=view, **more)
        return self._listed(view)

    async def _listed(self, view):
        if self._noise:
            yield _released.SimpleNamespace(type="memory_prefix", path="/projects/")
        async for item in self.memories.list(self.store, view=view):
            self.paths[item.id] = item.path[1:]
            yield item

    async def retrieve(self, memory_id, *, memory_store_id, view="basic"):
        path = self.paths[memory_id]
        self._server.content_fetches.append(path)
        if self._server.fetch_hook is not None:
            self._server.fetch_hook(path)
        return await self.memories.retrieve(memory_id, memory_store_id=self.store, view=view)

    async def create(self, _memory_store_id, *, path, content):
        bare = path.lstrip("/")
        if self._server.upload_hook is not None:
            await self._server.upload_hook(bare)
        self._server.received.append(created(bare, content))
        self._check_size(content)
        return await self.memories.create(self.store, path=path, content=content)

    async def update(self, memory_id, *, memory_store_id, content, precondition):
        path = self.paths[memory_id]
        if self._server.upload_hook is not None:
            await self._server.upload_hook(path)
        self._server.received.append(("update", path, content, precondition["content_sha256"]))
        self._check_size(content)
        return await self.memories.update(
            memory_id, memory_store_id=self.store, content=content, precondition=precondition
        )

    async def delete(self, memory_id, *, memory_store_id, expected_content_sha256=None):
        self._server.received.append(("delete", self.paths[memory_id], expected_content_sha256))
        return await self.memories.delete(
            memory_id, memory_store_id=self.store, expected_content_sha256=expected_content_sha256
        )


def fake_anthropic(*arguments, **more):
    _released.MemoryServer, _released._Resource = MemoryServer, _Resource
    return _released.fake_anthropic(*arguments, **more)
"""


def run() -> int:
    """Run them; 0 if every test that was not left out passes."""
    released = sources("anthropic", VERSION) / "tests/lib/tools/memory_sync"
    with tempfile.TemporaryDirectory() as folder:
        tests = Path(folder, "memory_sync")
        shutil.copytree(released, tests)
        (tests / "_fake_anthropic.py").rename(tests / "_released.py")
        (tests / "_fake_anthropic.py").write_text(_STAND_IN)
        Path(folder, "conftest.py").write_text(CONFTEST)
        print(f"\n== anthropic {VERSION}, sync of memory stores, on our server", flush=True)
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "memory_sync"]
        command += ["-W", "ignore::pytest.PytestUnknownMarkWarning"]
        listed = subprocess.run(
            [*command, "--collect-only"], cwd=folder, capture_output=True, text=True, check=True
        ).stdout.split()
        skipped = {
            test: reason
            for test in listed
            for part, reason in LEFT_OUT.items()
            if "::" in test and part in test
        }
        for test, reason in skipped.items():
            print(f"left out: {test.partition('::')[2]}: {reason}")
        Path(folder, "left_out.txt").write_text("\n".join(skipped))
        return subprocess.run(command, cwd=folder, check=False).returncode
