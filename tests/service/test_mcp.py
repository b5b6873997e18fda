"""The MCP server, spoken to by the SDK's own client: in memory, and as a process over stdio."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, MCPError, StdioServerParameters

import stratal
from stratal import Memory, Principal
from stratal.serve.mcp import server

ANA = Principal(tenant="acme", user="ana")
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@pytest.fixture
def opened(tmp_path: Path) -> Any:
    with stratal.open(tmp_path / "a.db", embedder=None) as memory:
        yield memory


def talk(memory: Memory, mode: str, what: Callable[[Client], Awaitable[None]]) -> None:
    async def main() -> None:
        session = memory.session(ANA, id="mcp", scopes=["user:ana", "repo:trip"])
        async with Client(server(memory, session), mode=mode) as client:
            await what(client)

    asyncio.run(main())


def text_of(result: Any) -> str:
    return "\n".join(part.text for part in result.content)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_an_agent_remembers_and_recalls(opened: Memory, mode: str) -> None:
    """Over both revisions of the protocol: tools with hints, a write, a read, a wrong call."""

    async def conversation(client: Client) -> None:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert set(tools) == {"remember", "recall", "update_profile", "log_event", "forget"}
        assert tools["recall"].annotations is not None
        assert tools["recall"].annotations.read_only_hint is True
        assert all(one.annotations.open_world_hint is False for one in tools.values())  # type: ignore[union-attr]
        kept = await client.call_tool("remember", {"content": "The build needs Node 20."})
        assert not kept.is_error
        found = await client.call_tool("recall", {"question": "which Node does the build need"})
        assert "Node 20" in text_of(found)
        wrong = await client.call_tool("remember", {"text": "The build needs Node 20."})
        assert wrong.is_error
        assert "content" in text_of(wrong)

    talk(opened, mode, conversation)
    session = opened.session(ANA, id="x", scopes=["user:ana", "repo:trip"])
    [memory] = session.memories.entries()
    assert str(memory.scope) == "repo:trip"


def test_a_person_reads_what_is_kept(opened: Memory) -> None:
    """Profile, memories and what waits are resources; another address is told what there is."""

    async def conversation(client: Client) -> None:
        await client.call_tool("remember", {"content": "The build needs Node 20."})
        listed = (await client.list_resources()).resources
        assert {str(one.uri) for one in listed} == {
            "stratal://profile",
            "stratal://memories",
            "stratal://pending",
        }
        read = await client.read_resource("stratal://memories")
        assert "- The build needs Node 20. (repo:trip, fact)" in read.contents[0].text  # type: ignore[union-attr]
        with pytest.raises(MCPError, match="stratal://profile"):
            await client.read_resource("stratal://secrets")

    talk(opened, "auto", conversation)


def test_identity_comes_from_whoever_started_it(opened: Memory) -> None:
    """A call that names a tenant, a person or a scope is refused: there is no such argument."""

    async def conversation(client: Client) -> None:
        for name in ("tenant", "user", "scope"):
            answer = await client.call_tool("remember", {"content": "It is mine now.", name: "ben"})
            assert answer.is_error

    talk(opened, "auto", conversation)


def test_a_process_serves_over_standard_input_and_output(tmp_path: Path) -> None:
    """`stratal mcp`, started in a repository, writes to that repository's scope."""
    work = tmp_path / "trip-app"
    (work / ".git").mkdir(parents=True)
    environment = {name: value for name, value in os.environ.items() if name != "STRATAL_SCOPE"}
    parameters = StdioServerParameters(
        command=sys.executable,
        args=["-m", "stratal", "mcp", "--database", str(tmp_path / "a.db"), "--embedder", "none"],
        cwd=str(work),
        env=environment,
    )

    async def main() -> None:
        async with Client(parameters) as client:
            kept = await client.call_tool("remember", {"content": "The build needs Node 20."})
            assert not kept.is_error, text_of(kept)

    asyncio.run(main())
    with stratal.open(tmp_path / "a.db", embedder=None) as memory:
        principal = Principal.local()
        session = memory.session(
            principal, id="x", scopes=[f"user:{principal.user}", "repo:trip-app"]
        )
        assert [str(one.scope) for one in session.memories.entries()] == ["repo:trip-app"]
