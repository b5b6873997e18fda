"""The handle: closing, forking, threads, coroutines."""

from __future__ import annotations

import asyncio
import os
import threading
import time
import warnings
from pathlib import Path

import pytest
from tests.behaviour.conftest import Sessions

import stratal
from stratal import HandleUnusable, InvalidValue, Memory, Principal, Scope

ANA = Principal(tenant="acme", user="ana")


def test_use_after_close_is_an_error_and_closing_twice_is_none(
    memory: Memory, sessions: Sessions
) -> None:
    """After close every call says that the handle is closed; a second close does nothing."""
    session = sessions()
    session.conversation.append({"role": "user", "content": "hello"})
    memory.close()
    memory.close()
    with pytest.raises(HandleUnusable, match="closed"):
        session.conversation.last(1)
    with pytest.raises(HandleUnusable, match="closed"):
        session.conversation.append({"role": "user", "content": "hello"})
    with pytest.raises(HandleUnusable, match="closed"):
        sessions(id="another")
    with pytest.raises(HandleUnusable, match="closed"):
        asyncio.run(memory.run(session.conversation.last, 1))


def test_an_unclosed_handle_warns(tmp_path: Path) -> None:
    """Forgetting to close is told when the handle is collected."""
    opened = stratal.open(tmp_path / "a.db", embedder=None)
    database = opened.database
    with pytest.warns(ResourceWarning, match="never closed"):
        del opened
    database.close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork on this system")
def test_a_forked_child_cannot_use_the_handle(tmp_path: Path) -> None:
    """A handle carried over a fork raises in the child and goes on working in the parent."""
    with stratal.open(tmp_path / "a.db", embedder=None) as opened:
        session = opened.session(ANA, id="s")
        session.conversation.append({"role": "user", "content": "before"})
        with warnings.catch_warnings():
            # Python warns of forking with threads; this child ends without touching any.
            warnings.simplefilter("ignore", DeprecationWarning)
            child = os.fork()
        if child == 0:
            code = 1
            try:
                session.conversation.last(1)
            except HandleUnusable:
                code = 0
            finally:
                os._exit(code)
        _, status = os.waitpid(child, 0)
        assert os.waitstatus_to_exitcode(status) == 0
        session.conversation.append({"role": "user", "content": "after"})
        assert len(session.conversation.last(5)) == 2


def test_threads_share_a_session(sessions: Sessions) -> None:
    """Many threads reading and writing through one session see each other's whole writes."""
    session = sessions()
    errors: list[BaseException] = []

    def work(name: int) -> None:
        try:
            for number in range(10):
                session.conversation.append({"role": "user", "content": f"{name} {number}"})
                assert session.conversation.last(1)
        except BaseException as error:  # handed to the test's own thread
            errors.append(error)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert len(list(session.conversation)) == 80


def test_coroutines_use_the_same_code(memory: Memory, sessions: Sessions) -> None:
    """Awaited calls give what the plain ones give, many at a time."""
    session = sessions()

    async def work() -> int:
        await asyncio.gather(
            *(
                memory.run(session.conversation.append, {"role": "user", "content": f"n {n}"})
                for n in range(20)
            )
        )
        return len(await memory.run(session.conversation.last, 100))

    assert asyncio.run(work()) == 20


def test_a_cancelled_await_leaves_a_whole_transaction(memory: Memory, sessions: Sessions) -> None:
    """Cancelling the await while the call runs: the batch is there whole, and the handle works."""
    session = sessions()
    batch = [{"role": "user", "content": f"line {n}"} for n in range(2000)]

    async def work() -> None:
        waiting = asyncio.create_task(memory.run(session.conversation.extend, batch))
        await asyncio.sleep(0.05)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting

    asyncio.run(work())
    count = 0
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        count = len(session.conversation.last(5000))
        if count:
            break
        time.sleep(0.01)
    assert count in (0, 2000)
    session.conversation.append({"role": "user", "content": "still alive"})
    assert len(session.conversation.last(5000)) in (1, 2001)


def test_scopes_are_checked_when_the_session_is_made(memory: Memory) -> None:
    """Another person's scope, a malformed one, or writing outside the grant is refused."""
    with pytest.raises(InvalidValue, match="another person"):
        memory.session(ANA, id="s", scopes=["user:ben"])
    with pytest.raises(InvalidValue):
        memory.session(ANA, id="s", scopes=["REPO:x"])
    with pytest.raises(InvalidValue):
        memory.session(ANA, id="s", scopes=["repo:"])
    with pytest.raises(InvalidValue, match="not among"):
        memory.session(ANA, id="s", scopes=["repo:x"], write="repo:y")
    with pytest.raises(InvalidValue, match="IANA"):
        memory.session(ANA, id="s", time_zone="Mars/Olympus")
    with pytest.raises(InvalidValue):
        memory.session(ANA, id="a\nb")
    session = memory.session(ANA, id="s")
    assert session.scopes == (Scope.of_user("ana"),)
    assert session.write_scope == Scope.of_user("ana")


def test_a_memory_database_in_ram_is_refused(tmp_path: Path) -> None:
    """SQLite in RAM has one connection; a path is asked for, and settings are checked."""
    with pytest.raises(InvalidValue, match="path"):
        stratal.open(":memory:")
    with pytest.raises(InvalidValue, match="full or process"):
        stratal.open(tmp_path / "a.db", durability="maybe")
    with pytest.raises(InvalidValue, match="builtin"):
        stratal.open(tmp_path / "a.db", embedder="magic")
