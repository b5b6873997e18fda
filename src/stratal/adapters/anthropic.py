"""Anthropic's memory tool over a store of files: what the vendor calls memories are files here.

Give the tool to the SDK's tool runner, over one store, or over all that the conversation works
with (``files = session.files``), each as the folder ``/memories/<slug>``::

    files = session.files.open(store)
    client.beta.messages.tool_runner(..., tools=[MemoryTool(files)])

`AsyncMemoryTool` is the same for the asynchronous runner. Everything that goes wrong reaches the
model as a sentence, `ToolError`; of the host it says nothing.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, ParamSpec

from stratal.errors import CommandRefused, MissingExtra, StratalError
from stratal.layers.files import Files, StoreFiles
from stratal.layers.files.attached import AttachedCommands
from stratal.layers.files.commands import Commands

try:
    from anthropic.lib.tools import (
        BetaAbstractMemoryTool,
        BetaAsyncAbstractMemoryTool,
        ToolError,
    )
except ImportError as error:
    raise MissingExtra("Anthropic's memory tool", "anthropic") from error

if TYPE_CHECKING:
    from anthropic.types.beta import (
        BetaCacheControlEphemeralParam,
        BetaMemoryTool20250818CreateCommand,
        BetaMemoryTool20250818DeleteCommand,
        BetaMemoryTool20250818InsertCommand,
        BetaMemoryTool20250818RenameCommand,
        BetaMemoryTool20250818StrReplaceCommand,
        BetaMemoryTool20250818ViewCommand,
    )

    from stratal.memory import Memory

__all__ = ["AsyncMemoryTool", "MemoryTool"]

P = ParamSpec("P")

_log = logging.getLogger(__name__)
_FAILED = "The memory cannot be used at the moment. Nothing was changed: try again later."


class MemoryTool(BetaAbstractMemoryTool):
    """The memory tool over one store, or over all attached, for `client.beta.messages.tool_runner`.

    `root` is what the model calls the folder. Whether it may write is decided by how a store was
    opened or attached.
    """

    def __init__(
        self,
        files: StoreFiles | Files,
        *,
        root: str = "/memories",
        cache_control: BetaCacheControlEphemeralParam | None = None,
    ) -> None:
        super().__init__(cache_control=cache_control)
        self._commands = files.commands(root)

    def call(self, input: object) -> str:
        """Do what a tool call asks. The SDK checks no types; here they are checked first."""
        return _run(self._commands, input)

    def view(self, command: BetaMemoryTool20250818ViewCommand) -> str:
        return self.call(command.model_dump())

    def create(self, command: BetaMemoryTool20250818CreateCommand) -> str:
        return self.call(command.model_dump())

    def str_replace(self, command: BetaMemoryTool20250818StrReplaceCommand) -> str:
        return self.call(command.model_dump())

    def insert(self, command: BetaMemoryTool20250818InsertCommand) -> str:
        return self.call(command.model_dump())

    def delete(self, command: BetaMemoryTool20250818DeleteCommand) -> str:
        return self.call(command.model_dump())

    def rename(self, command: BetaMemoryTool20250818RenameCommand) -> str:
        return self.call(command.model_dump())

    def clear_all_memory(self) -> str:
        """Delete every file of the store; called by the host, never by the model."""
        return _told(self._commands.clear)


class AsyncMemoryTool(BetaAsyncAbstractMemoryTool):
    """The same for the asynchronous runner; the work is done in the threads of `memory`."""

    def __init__(
        self,
        memory: Memory,
        files: StoreFiles | Files,
        *,
        root: str = "/memories",
        cache_control: BetaCacheControlEphemeralParam | None = None,
    ) -> None:
        super().__init__(cache_control=cache_control)
        self._memory = memory
        self._commands = files.commands(root)

    async def call(self, input: object) -> str:
        """Do what a tool call asks. The SDK checks no types; here they are checked first."""
        return await self._bridged(_run, self._commands, input)

    async def view(self, command: BetaMemoryTool20250818ViewCommand) -> str:
        return await self.call(command.model_dump())

    async def create(self, command: BetaMemoryTool20250818CreateCommand) -> str:
        return await self.call(command.model_dump())

    async def str_replace(self, command: BetaMemoryTool20250818StrReplaceCommand) -> str:
        return await self.call(command.model_dump())

    async def insert(self, command: BetaMemoryTool20250818InsertCommand) -> str:
        return await self.call(command.model_dump())

    async def delete(self, command: BetaMemoryTool20250818DeleteCommand) -> str:
        return await self.call(command.model_dump())

    async def rename(self, command: BetaMemoryTool20250818RenameCommand) -> str:
        return await self.call(command.model_dump())

    async def clear_all_memory(self) -> str:
        """Delete every file of the store; called by the host, never by the model."""
        return await self._bridged(_told, self._commands.clear)

    async def _bridged(self, call: Callable[P, str], *args: P.args, **kwargs: P.kwargs) -> str:
        try:
            return await self._memory.run(call, *args, **kwargs)
        except StratalError:
            # The handle is closed: the call has not begun.
            raise ToolError(_FAILED) from None


def _run(commands: Commands | AttachedCommands, input: object) -> str:
    if not isinstance(input, Mapping):
        raise ToolError("The input must be an object with a command.")
    return _told(commands.run, input)


def _told(call: Callable[P, str], *args: P.args, **kwargs: P.kwargs) -> str:
    try:
        return call(*args, **kwargs)
    except CommandRefused as error:
        raise ToolError(str(error)) from None
    except Exception:
        # Whatever it is, the runner would show the model its text, and with it our internals.
        _log.exception("a memory command failed")
        raise ToolError(_FAILED) from None
