"""`stratal mcp`: memory for a client of the Model Context Protocol."""

from __future__ import annotations

from stratal.cli.options import Here


def mcp(here: Here) -> None:
    """Serve memory to an agent over standard input and output (MCP).

    Clients start it themselves, in the folder of the project: its repository is the scope that is
    written to. For Claude Code: [bold]claude mcp add stratal -- stratal mcp[/bold]
    """
    import asyncio

    from stratal.serve.mcp import serve_stdio

    with here.settings.memory() as memory:
        asyncio.run(serve_stdio(memory, here.settings.session(memory, conversation="mcp")))
