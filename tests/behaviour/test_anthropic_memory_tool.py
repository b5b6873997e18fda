"""Anthropic's memory tool over a store: a scripted model through the SDK's own tool runners."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from anthropic import AsyncAnthropic
from anthropic.lib.tools import ToolError

import stratal
from stratal import Principal
from stratal.adapters.anthropic import AsyncMemoryTool, MemoryTool
from stratal.layers.files import StoreFiles
from stratal.testing import LoopbackProvider, ToolCall
from stratal.testing.provider.script import Reply

ANA = Principal(tenant="acme", user="ana")
SESSION = """
import sys
import stratal
from anthropic import Anthropic
from stratal.adapters.anthropic import MemoryTool

database, store, url, conversation, said = sys.argv[1:]
with stratal.open(database, embedder=None) as memory:
    session = memory.session(stratal.Principal(tenant="acme", user="ana"), id=conversation)
    session.files.attach(store)
    tool = MemoryTool(session.files.open(store))
    with Anthropic(base_url=url, api_key="none") as client:
        last = client.beta.messages.tool_runner(
            model="claude-sonnet-5-5", max_tokens=500, tools=[tool],
            messages=[{"role": "user", "content": said}]).until_done()
    print(last.content[0].text)
"""


def use(command: str, **values: Any) -> ToolCall:
    return ToolCall(name="memory", input={"command": command, **values})


def results(provider: LoopbackProvider) -> list[tuple[str, bool]]:
    """What the model was given for each of its calls, and whether as an error."""
    found = []
    for request in provider.requests:
        last = request.body["messages"][-1]["content"]
        if isinstance(last, list):
            found += [
                (_words(block["content"]), bool(block.get("is_error")))
                for block in last
                if block["type"] == "tool_result"
            ]
    return found


def act(
    script: list[Reply], folder: Path, store: str, conversation: str, said: str
) -> tuple[str, list[tuple[str, bool]]]:
    """A session in a process of its own: what it printed, and what the model was given."""
    with LoopbackProvider(script) as provider:
        words = [str(folder / "a.db"), store, provider.url, conversation, said]
        done = subprocess.run(
            [sys.executable, "-c", SESSION, *words], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        asked = provider.requests[0].body
        assert asked["tools"] == [{"type": "memory_20250818", "name": "memory"}]
        return done.stdout, results(provider)


def _words(content: Any) -> str:
    return content if isinstance(content, str) else "".join(block["text"] for block in content)


@pytest.fixture
def store(tmp_path: Path) -> str:
    with stratal.open(tmp_path / "a.db", embedder=None) as memory:
        made = memory.session(ANA, id="host").files.create("notes")
    assert made.id is not None
    return made.id


def test_the_first_session_learns_and_the_second_uses(tmp_path: Path, store: str) -> None:
    """Two processes, one after the other; the second sees what the first wrote, and corrects it."""
    path = "/memories/deploy.md"
    learning: list[Reply] = [
        use("view", path="/memories"),
        use("create", path=path, file_text="# Deploying\nThe VPN first.\n"),
        use("create", path=path, file_text="again"),
        "Kept.",
    ]
    using: list[Reply] = [
        use("view", path="/memories"),
        use("view", path=path),
        use("str_replace", path=path, old_str="The VPN first.", new_str="The VPN, then staging."),
        use("view", path="/memories/../etc/passwd"),
        "VPN, then staging.",
    ]
    first, told = act(learning, tmp_path, store, "day-0", "Staging needs the VPN.")
    assert first == "Kept.\n"
    assert told[1:] == [
        (f"File created successfully at: {path}", False),
        (f"File {path} already exists", True),
    ]
    second, told = act(using, tmp_path, store, "day-1", "How do we deploy?")
    assert second == "VPN, then staging.\n"
    assert path in told[0][0]
    assert "     2\tThe VPN first." in told[1][0]
    assert told[3] == ("Path /memories/../etc/passwd would escape /memories directory", True)
    with stratal.open(tmp_path / "a.db", embedder=None) as memory:
        files = memory.session(ANA, id="host").files.open(store)
        assert files.read("/deploy.md").content == "# Deploying\nThe VPN, then staging.\n"
        versions = files.history.versions()
    assert [(one.conversation, one.actor) for one in versions] == [
        ("day-1", "ana"), ("day-0", "ana"),
    ]  # fmt: skip


def test_the_asynchronous_runner(tmp_path: Path, store: str) -> None:
    """The same tool for coroutines, over the same store."""

    async def talk(memory: stratal.Memory, files: StoreFiles, url: str) -> None:
        async with AsyncAnthropic(base_url=url, api_key="none") as client:
            runner = client.beta.messages.tool_runner(
                model="claude-sonnet-5-5",
                max_tokens=500,
                tools=[AsyncMemoryTool(memory, files)],
                messages=[{"role": "user", "content": "Keep it."}],
            )
            await runner.until_done()

    script: list[Reply] = [
        use("create", path="/memories/a.md", file_text="one\n"),
        use("insert", path="/memories/a.md", insert_line=1, insert_text="two"),
        use("rename", old_path="/memories/a.md", new_path="/memories/b.md"),
        use("delete", path="/memories/c.md"),
        "Kept.",
    ]
    with (
        stratal.open(tmp_path / "a.db", embedder=None) as memory,
        LoopbackProvider(script) as provider,
    ):
        files = memory.session(ANA, id="host").files.open(store)
        asyncio.run(talk(memory, files, provider.url))
        assert files.read("/b.md").content == "one\ntwo\n"
        assert results(provider)[-1] == ("The path /memories/c.md does not exist", True)


@pytest.mark.parametrize(
    "input", [None, "view", [], {}, {"command": "run"}, {"command": "view", "path": {"a": 1}},
              {"command": "insert", "path": "/memories/a", "insert_line": "1", "insert_text": ""}],
)  # fmt: skip
def test_no_input_of_a_model_shows_our_internals(tmp_path: Path, store: str, input: object) -> None:
    """Whatever the model sends, both tools raise `ToolError` with a sentence."""
    with stratal.open(tmp_path / "a.db", embedder=None) as memory:
        files = memory.session(ANA, id="host").files.open(store)
        calls: list[Callable[[], str]] = [
            lambda: MemoryTool(files).call(input),
            lambda: asyncio.run(AsyncMemoryTool(memory, files).call(input)),
        ]
        for call in calls:
            with pytest.raises(ToolError) as caught:
                call()
            said = str(caught.value)
            assert said.endswith(".")
            assert not {"Traceback", "stratal.", str(tmp_path)} & set(said.split())


def test_a_closed_memory_is_a_sentence(tmp_path: Path, store: str) -> None:
    """Machinery that fails is told as such, and nothing of it."""
    memory = stratal.open(tmp_path / "a.db", embedder=None)
    files = memory.session(ANA, id="host").files.open(store)
    memory.close()
    command = {"command": "view", "path": "/memories"}
    calls: list[Callable[[], str]] = [
        lambda: MemoryTool(files).call(command),
        lambda: asyncio.run(AsyncMemoryTool(memory, files).call(command)),
    ]
    for call in calls:
        with pytest.raises(ToolError) as caught:
            call()
        assert str(tmp_path) not in str(caught.value)


def test_the_tool_is_defined_as_the_vendor_does(tmp_path: Path, store: str) -> None:
    """Type and name, and a cache mark where one is asked for."""
    with stratal.open(tmp_path / "a.db", embedder=None) as memory:
        files = memory.session(ANA, id="host").files.open(store)
        tool = MemoryTool(files, cache_control={"type": "ephemeral"})
        assert json.loads(json.dumps(tool.to_dict())) == {
            "type": "memory_20250818",
            "name": "memory",
            "cache_control": {"type": "ephemeral"},
        }
        files.create("/a.md", "")
        assert tool.clear_all_memory() == "All memory cleared"
        assert files.listing() == []
