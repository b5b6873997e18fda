"""Memory stores over HTTP, spoken to by the vendor's own SDK on the loopback address."""

from __future__ import annotations

import asyncio
import hashlib
import json
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import anthropic
import httpx2
import pytest
import uvicorn
from anthropic import Anthropic, AsyncAnthropic
from anthropic.lib.tools._memories import SessionMemoryStores
from fastapi import FastAPI

import stratal
from stratal import Memory, Principal
from stratal.errors import InvalidValue
from stratal.serve.alone import address, listening
from stratal.serve.keys import Keys
from stratal.serve.memory_stores import app, router
from stratal.testing.clock import ManualClock

ABSENT = "0" * 8 + "-0000-7000-8000-" + "0" * 12
Clients = Callable[..., Anthropic]


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


@pytest.fixture
def url(memory: Memory) -> Iterator[str]:
    """Where a server over the memory answers."""
    with serving(app(memory)) as address:
        yield address


class serving:  # noqa: N801
    """An application behind a socket of the loopback address, in a thread."""

    def __init__(self, served: FastAPI) -> None:
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.server = uvicorn.Server(
            uvicorn.Config(served, log_level="critical", access_log=False, ws="none")
        )
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self.socket]})

    def __enter__(self) -> str:
        self.thread.start()
        while not self.server.started:
            time.sleep(0.005)
        return f"http://127.0.0.1:{self.socket.getsockname()[1]}"

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self.thread.join()
        self.socket.close()


@pytest.fixture
def clients(memory: Memory, url: str) -> Iterator[Clients]:
    """`clients("ben", tenant="globex")`: the SDK's client with a key of that person's own."""
    made: list[Anthropic] = []

    def client(user: str = "ana", *, tenant: str = "acme", scopes: tuple[str, ...] = ()) -> Any:
        key = Keys(database=memory.database, tenant=tenant).create(user, scopes=scopes)
        made.append(Anthropic(base_url=url, api_key=key.text, max_retries=0))
        return made[-1]

    yield client
    for one in made:
        one.close()


@pytest.fixture
def ana(clients: Clients) -> Any:
    """Ana's stores, through the SDK."""
    return clients().beta.memory_stores


def test_a_store_is_made_found_and_described(ana: Any, clock: ManualClock) -> None:
    """Every field comes back; null takes a pair of the metadata out, "" the description."""
    made = ana.create(name="笔记 Notes", description="Work", metadata={"user": "ana", "x": "1"})
    assert (made.type, made.name, made.description) == ("memory_store", "笔记 Notes", "Work")
    assert made.id.startswith("memstore_")
    assert made.metadata == {"user": "ana", "x": "1"}
    assert made.archived_at is None
    assert ana.retrieve(made.id) == made
    clock.advance(timedelta(seconds=5))
    changed = ana.update(made.id, description="", metadata={"x": None, "y": "2"})
    assert (changed.name, changed.description) == ("笔记 Notes", "")
    assert changed.metadata == {"user": "ana", "y": "2"}
    assert changed.updated_at > made.updated_at
    ana.memories.create(made.id, path="/a.md", content="a")
    assert ana.retrieve(made.id).updated_at == changed.updated_at
    gone = ana.delete(made.id)
    assert (gone.id, gone.type) == (made.id, "memory_store_deleted")
    with pytest.raises(anthropic.NotFoundError):
        ana.retrieve(made.id)


def test_stores_come_in_pages(ana: Any, clock: ManualClock) -> None:
    """Newest first, each once, though those of the page before are deleted meanwhile."""
    made = []
    for number in range(7):
        made.append(ana.create(name=f"n{number}").id)
        clock.advance(timedelta(seconds=1))
    page = ana.list(limit=3)
    assert [one.id for one in page.data] == made[:3:-1]
    assert page.next_page.startswith("page_")
    assert [one.id for one in ana.list(limit=3)] == made[::-1]
    seen = []
    for one in ana.list(limit=2):
        seen.append(one.id)
        ana.delete(one.id)
    assert seen == made[::-1]
    assert ana.list().data == []


def test_stores_by_time_and_archived(ana: Any, clock: ManualClock) -> None:
    """Archived stores are listed only where they are asked for; times bound both ends."""
    old = ana.create(name="old")
    clock.advance(timedelta(seconds=60))
    new = ana.create(name="new")
    assert ana.archive(old.id).archived_at is not None
    assert ana.archive(old.id).archived_at is not None
    assert [one.id for one in ana.list()] == [new.id]
    assert [one.id for one in ana.list(include_archived=True)] == [new.id, old.id]
    early = ana.list(created_at_lte=old.created_at, include_archived=True)
    assert [one.id for one in early] == [old.id]
    assert [one.id for one in ana.list(created_at_gte=new.created_at)] == [new.id]


def test_an_archived_store_is_read_and_emptied(ana: Any) -> None:
    """No create and no update any more; reads, deletes and redactions go on."""
    store = ana.create(name="notes").id
    memory = ana.memories.create(store, path="/a.md", content="one")
    ana.memories.update(memory.id, memory_store_id=store, content="two")
    ana.archive(store)
    changes: list[Callable[[], Any]] = [
        lambda: ana.memories.create(store, path="/b.md", content="b"),
        lambda: ana.memories.update(memory.id, memory_store_id=store, content="c"),
        lambda: ana.update(store, name="other"),
    ]
    for change in changes:
        with pytest.raises(anthropic.BadRequestError):
            change()
    assert ana.memories.retrieve(memory.id, memory_store_id=store).content == "two"
    ana.memory_versions.redact(memory.memory_version_id, memory_store_id=store)
    ana.memories.delete(memory.id, memory_store_id=store)
    assert ana.memories.list(store).data == []


def test_a_memory_is_made_and_viewed(ana: Any) -> None:
    """Bytes come back as they were sent; the text only where the view is full."""
    store = ana.create(name="notes").id
    text = "# 标题\r\nline\n\n\ttail \u00e9 e\u0301"
    made = ana.memories.create(store, path="/deep/笔记.md", content=text)
    assert (made.type, made.content, made.path) == ("memory", None, "/deep/笔记.md")
    assert (made.content_sha256, made.content_size_bytes) == (sha(text), len(text.encode()))
    assert (made.memory_store_id, made.id[:4]) == (store, "mem_")
    assert made.memory_version_id.startswith("memver_")
    read = ana.memories.retrieve(made.id, memory_store_id=store)
    assert read.content == text
    assert ana.memories.retrieve(made.id, memory_store_id=store, view="basic").content is None
    full = ana.memories.create(store, path="/empty.md", content="", view="full")
    assert (full.content, full.content_size_bytes) == ("", 0)


def test_memories_come_in_pages_and_levels(ana: Any) -> None:
    """All below a prefix by path, or one level with prefixes for what is deeper."""
    store = ana.create(name="notes").id
    paths = ["/a.md", "/a/1.md", "/a/2.md", "/a/b/3.md", "/ab.md", "/z/9.md"]
    for path in reversed(paths):
        ana.memories.create(store, path=path, content=path)
    assert [one.path for one in ana.memories.list(store, limit=2)] == paths
    assert [one.path for one in ana.memories.list(store, path_prefix="/a/")] == paths[1:4]
    level = list(ana.memories.list(store, depth=1, limit=1))
    assert [(one.type, one.path) for one in level] == [
        ("memory", "/a.md"),
        ("memory_prefix", "/a/"),
        ("memory", "/ab.md"),
        ("memory_prefix", "/z/"),
    ]
    below = ana.memories.list(store, path_prefix="/a/", depth=1, view="full").data
    assert [(one.path, getattr(one, "content", None)) for one in below] == [
        ("/a/1.md", "/a/1.md"),
        ("/a/2.md", "/a/2.md"),
        ("/a/b/", None),
    ]
    for wrong in ({"depth": 2}, {"path_prefix": "/a"}, {"limit": 0}, {"limit": 101}):
        with pytest.raises(anthropic.BadRequestError):
            ana.memories.list(store, **wrong)


def test_a_full_page_holds_twenty(ana: Any) -> None:
    """With texts a page is cut at 20, whatever is asked for; the others follow."""
    store = ana.create(name="notes").id
    for number in range(23):
        ana.memories.create(store, path=f"/{number:02}.md", content=str(number))
    page = ana.memories.list(store, view="full", limit=100)
    assert len(page.data) == 20
    assert [one.content for one in page] == [str(number) for number in range(23)]
    assert len(ana.memories.list(store, limit=100).data) == 23
    assert len(ana.memory_versions.list(store, view="full", limit=100).data) == 20


def test_a_conflict_of_paths_names_the_other(ana: Any) -> None:
    """At the path, above it and below it: 409 with id and path of what is in the way."""
    store = ana.create(name="notes").id
    other = ana.memories.create(store, path="/notes/todo.md", content="x")
    for path in ("/notes/todo.md", "/notes", "/notes/todo.md/part"):
        with pytest.raises(anthropic.ConflictError) as caught:
            ana.memories.create(store, path=path, content="y")
        problem: Any = caught.value.body
        assert problem["type"] == "error"
        assert problem["error"]["type"] == "memory_path_conflict_error"
        assert problem["error"]["conflicting_memory_id"] == other.id
        assert problem["error"]["conflicting_path"] == other.path
        assert problem["request_id"] == caught.value.response.headers["request-id"]
        assert caught.value.response.headers["x-should-retry"] == "false"


def test_an_update_compares_with_what_is_there(ana: Any) -> None:
    """A stale hash is a conflict, for a rename too; what is so already is answered with 200."""
    store = ana.create(name="notes").id
    first = ana.memories.create(store, path="/plan.md", content="one")

    def update(**more: Any) -> Any:
        return ana.memories.update(first.id, memory_store_id=store, **more)

    was = {"type": "content_sha256", "content_sha256": sha("one")}
    second = update(content="two", precondition=was)
    assert second.content_sha256 == sha("two")
    assert second.memory_version_id != first.memory_version_id
    for late in ({"content": "three"}, {"path": "/other.md"}):
        with pytest.raises(anthropic.ConflictError) as caught:
            update(**late, precondition=was)
        problem: Any = caught.value.body
        assert problem["error"]["type"] == "memory_precondition_failed_error"
    again = update(content="two", precondition=was)
    assert again.memory_version_id == second.memory_version_id
    moved = update(path="/moved/plan.md", view="full")
    assert (moved.id, moved.path, moved.content) == (first.id, "/moved/plan.md", "two")
    with pytest.raises(anthropic.BadRequestError):
        update()
    with pytest.raises(anthropic.BadRequestError):
        update(content="x", precondition={"type": "size", "content_sha256": sha("two")})


def test_a_delete_compares_with_what_is_there(ana: Any) -> None:
    """A stale hash is a conflict and deletes nothing; versions outlive the memory."""
    store = ana.create(name="notes").id
    made = ana.memories.create(store, path="/a.md", content="a")
    with pytest.raises(anthropic.ConflictError):
        ana.memories.delete(made.id, memory_store_id=store, expected_content_sha256=sha("b"))
    gone = ana.memories.delete(made.id, memory_store_id=store, expected_content_sha256=sha("a"))
    assert (gone.id, gone.type) == (made.id, "memory_deleted")
    with pytest.raises(anthropic.NotFoundError):
        ana.memories.update(made.id, memory_store_id=store, content="again")
    versions = ana.memory_versions.list(store, memory_id=made.id).data
    assert [one.operation for one in versions] == ["deleted", "created"]
    assert versions[0].path == "/a.md"
    assert versions[0].content_sha256 is None


def test_limits_are_a_bad_request(ana: Any) -> None:
    """One byte too much, an odd path, an odd name: 400; a whole request too large: 413."""
    store = ana.create(name="notes").id
    ana.memories.create(store, path="/most.md", content="x" * 102_400)
    for path, content in (
        ("/more.md", "x" * 102_401),
        ("no-slash.md", "x"),
        ("/a/../b.md", "x"),
        ("/" + "/".join("abcdefghijklmnopqrstu"), "x"),
        ("/a\u2028b.md", "x"),
        ("/key.md", "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\n"),
    ):
        with pytest.raises(anthropic.BadRequestError) as caught:
            ana.memories.create(store, path=path, content=content)
        problem: Any = caught.value.body
        assert problem["error"]["type"] == "invalid_request_error"
        assert "MIIE" not in str(problem)
    for wrong in ({"name": ""}, {"name": "x" * 256}, {"name": "x", "description": "d" * 1_025}):
        with pytest.raises(anthropic.BadRequestError):
            ana.create(**wrong)
    with pytest.raises(anthropic.BadRequestError):
        ana.create(name="x", metadata={str(number): "v" for number in range(17)})
    with pytest.raises(anthropic.APIStatusError) as large:
        ana.memories.create(store, path="/huge.md", content="x" * 1_100_000)
    assert large.value.status_code == 413
    assert len(ana.memories.list(store).data) == 1


def test_personal_data_waits_and_is_no_success(ana: Any, memory: Memory) -> None:
    """A text that waits for a person is answered as refused, and is there to be confirmed."""
    store = ana.create(name="notes").id
    with pytest.raises(anthropic.BadRequestError, match="waits for a person"):
        ana.memories.create(store, path="/card.md", content="Card 4111 1111 1111 1111")
    assert ana.memories.list(store).data == []
    session = memory.session(Principal(tenant="acme", user="ana"), id="desk")
    [waiting] = session.files.open(store.removeprefix("memstore_")).waiting()
    assert waiting.path == "/card.md"


def test_versions_say_who_when_and_what(ana: Any, memory: Memory, clock: ManualClock) -> None:
    """Newest first, by memory, operation, session, key and time; the texts where asked for."""
    store = ana.create(name="notes").id
    made = ana.memories.create(store, path="/a.md", content="one")
    clock.advance(timedelta(seconds=10))
    ana.memories.update(made.id, memory_store_id=store, content="two")
    session = memory.session(Principal(tenant="acme", user="ana"), id="monday")
    session.files.open(store.removeprefix("memstore_")).create("/b.md", "by an agent")

    def found(**more: Any) -> list[Any]:
        return list(ana.memory_versions.list(store, limit=1, **more))

    agent, second, first = found()
    assert [one.operation for one in (agent, second, first)] == ["created", "modified", "created"]
    assert agent.created_by.type == "session_actor"
    assert agent.created_by.session_id == "monday"
    assert first.created_by.type == "api_actor"
    key = first.created_by.api_key_id
    assert found(memory_id=made.id) == [second, first]
    assert found(operation="created") == [agent, first]
    assert found(session_id="monday") == [agent]
    assert found(api_key_id=key) == [second, first]
    assert found(created_at_lte=first.created_at) == [first]
    assert found(service_account_id="svac_1") == []
    assert found(memory_id="mem_absent") == []
    assert (first.content, first.content_sha256) == (None, sha("one"))
    assert [one.content for one in found(view="full", memory_id=made.id)] == ["two", "one"]
    read = ana.memory_versions.retrieve(first.id, memory_store_id=store)
    assert (read.content, read.memory_id, read.path) == ("one", made.id, "/a.md")
    basic = ana.memory_versions.retrieve(first.id, memory_store_id=store, view="basic")
    assert basic.content is None


def test_a_version_is_redacted_but_never_the_head(ana: Any) -> None:
    """Content, hash, size and path are null then; who and when stay. Again changes nothing."""
    store = ana.create(name="notes").id
    made = ana.memories.create(store, path="/a.md", content="Ben's number")
    first = made.memory_version_id
    with pytest.raises(anthropic.BadRequestError):
        ana.memory_versions.redact(first, memory_store_id=store)
    ana.memories.update(made.id, memory_store_id=store, content="clean")
    emptied = ana.memory_versions.redact(first, memory_store_id=store)
    assert (emptied.content, emptied.path) == (None, None)
    assert (emptied.content_sha256, emptied.content_size_bytes) == (None, None)
    assert emptied.redacted_at is not None
    assert emptied.created_by.type == "api_actor"
    assert emptied.redacted_by.user_id == "ana"
    assert ana.memory_versions.retrieve(first, memory_store_id=store) == emptied
    assert ana.memory_versions.redact(first, memory_store_id=store) == emptied


def every_call(stores: Any, store: str, memory: str, version: str) -> list[Callable[[], Any]]:
    memories, versions = stores.memories, stores.memory_versions
    return [
        lambda: stores.retrieve(store),
        lambda: stores.update(store, name="mine"),
        lambda: stores.archive(store),
        lambda: stores.delete(store),
        lambda: memories.create(store, path="/mine.md", content="x"),
        lambda: memories.list(store),
        lambda: memories.retrieve(memory, memory_store_id=store),
        lambda: memories.update(memory, memory_store_id=store, content="x"),
        lambda: memories.delete(memory, memory_store_id=store),
        lambda: versions.list(store),
        lambda: versions.list(store, service_account_id="svac_1"),
        lambda: versions.retrieve(version, memory_store_id=store),
        lambda: versions.redact(version, memory_store_id=store),
    ]


def refusal(call: Callable[[], Any]) -> tuple[int, Any]:
    with pytest.raises(anthropic.APIStatusError) as caught:
        call()
    problem: Any = caught.value.body
    return caught.value.status_code, problem["error"]


@pytest.mark.parametrize(("user", "tenant"), [("ana", "globex"), ("ben", "acme")])
def test_a_stranger_sees_what_is_absent(ana: Any, clients: Clients, user: str, tenant: str) -> None:
    """In another tenant under the same name, or another person of the tenant: every call is
    answered, word for word, as if the store were not there; and nothing was changed."""
    store = ana.create(name="notes").id
    memory = ana.memories.create(store, path="/a.md", content="a")
    version = memory.memory_version_id
    stranger = clients(user, tenant=tenant).beta.memory_stores
    own = stranger.create(name="notes").id
    absent = f"memstore_{ABSENT}"
    theirs = every_call(stranger, store, memory.id, version)
    nobodys = every_call(stranger, absent, f"mem_{ABSENT}", f"memver_{ABSENT}_1")
    for asked, missing in zip(theirs, nobodys, strict=True):
        assert refusal(asked) == refusal(missing)
        assert refusal(asked)[0] == 404
    crossed = every_call(stranger, own, memory.id, version)
    assert refusal(crossed[6])[0] == refusal(crossed[11])[0] == refusal(crossed[12])[0] == 404
    assert [one.id for one in stranger.list()] == [own]
    assert ana.memories.retrieve(memory.id, memory_store_id=store).content == "a"
    assert ana.retrieve(store).archived_at is None


def test_a_store_is_shared_by_the_scopes_of_keys(clients: Clients) -> None:
    """Two people whose keys reach a team's scope work in one store; each stands in its versions."""
    ana: Any = clients("ana", scopes=("user:ana", "team:shop")).beta.memory_stores
    ben: Any = clients("ben", scopes=("user:ben", "team:shop")).beta.memory_stores
    store = ana.create(name="team notes").id
    made = ana.memories.create(store, path="/a.md", content="one")
    ben.memories.update(made.id, memory_store_id=store, content="two")
    second, first = ana.memory_versions.list(store).data
    assert first.created_by.api_key_id != second.created_by.api_key_id


def test_without_a_key_there_is_no_answer(memory: Memory, url: str, clients: Clients) -> None:
    """No key, a word, a revoked one, one of another tenant's making: 401, whatever is asked for."""
    keys = Keys(database=memory.database, tenant="acme")
    revoked = keys.create("ana")
    assert revoked.id is not None
    keys.revoke(revoked.id)
    good = keys.create("ana").text
    assert good is not None
    forged = good[:-4] + ("0000" if good[-4:] != "0000" else "1111")
    clock_of_keys = ManualClock(memory.clock.now() - timedelta(days=91))
    expired = replace(keys, clock=clock_of_keys).create("ana", expires=timedelta(days=90)).text
    answers = set()
    for key in (
        *("none", "sk-stratal-YWNtZQ-key_1-2", "ключ", forged),
        *(str(revoked.text), str(expired)),
    ):
        answer = httpx2.get(f"{url}/v1/memory_stores", headers={b"x-api-key": key.encode()})
        assert answer.status_code == 401
        assert answer.json()["error"]["type"] == "authentication_error"
        answers.add(json.dumps(answer.json()["error"]))
    assert len(answers) == 1
    assert httpx2.get(f"{url}/v1/memory_stores/x").status_code == 401
    with (
        Anthropic(base_url=url, api_key=str(revoked.text), max_retries=0) as client,
        pytest.raises(anthropic.AuthenticationError),
    ):
        client.beta.memory_stores.list()
    with Anthropic(base_url=url, auth_token=good, max_retries=0) as client:
        assert client.beta.memory_stores.list().data == []


def test_the_key_decides_whatever_the_request_says(clients: Clients, url: str) -> None:
    """A workspace in a header moves nobody; a tenant or scope in a body is refused by name."""
    client = clients()
    made = client.beta.memory_stores.create(name="notes", workspace_id="globex")
    assert client.beta.memory_stores.retrieve(made.id).id == made.id
    headers = {"x-api-key": str(client.api_key), "x-tenant": "globex"}
    for field in ("tenant", "user", "scope"):
        answer = httpx2.post(
            f"{url}/v1/memory_stores", json={"name": "x", field: "globex"}, headers=headers
        )
        assert answer.status_code == 400
        assert field in answer.json()["error"]["message"]


def test_odd_requests_have_an_answer(clients: Clients, url: str) -> None:
    """PATCH, an unknown address, what is no JSON, what is nested without end: the same envelope."""
    headers = {"x-api-key": str(clients().api_key)}
    stores = f"{url}/v1/memory_stores"
    for answer, status in (
        (httpx2.patch(f"{stores}/x", headers=headers, json={}), 405),
        (httpx2.get(f"{url}/v1/other", headers=headers), 404),
        (httpx2.post(stores, headers=headers, content=b"{"), 400),
        (httpx2.post(stores, headers=headers, content=b'"text"'), 400),
        (httpx2.post(stores, headers=headers, content=b"\xff\xfe"), 400),
        (httpx2.post(stores, headers=headers, content=b"[" * 500_000), 400),
        (httpx2.post(stores, headers=headers, json={"name": 7}), 400),
        (httpx2.post(stores, headers=headers, json={"name": "x", "metadata": {"a": 1}}), 400),
        (httpx2.post(stores, headers=headers, content=b'{"name": "\\ud800"}'), 400),
        (httpx2.get(f"{stores}?page=page_x", headers=headers), 400),
        (httpx2.get(f"{stores}?page=page_WyJ4IiwieSJd", headers=headers), 400),
        (httpx2.get(f"{stores}?limit=１", headers=headers), 400),
        (httpx2.get(f"{stores}?created_at[gte]=monday", headers=headers), 400),
        (httpx2.get(f"{stores}/memstore_%00", headers=headers), 400),
        (httpx2.get(f"{stores}?limit=1; --", headers=headers), 400),
        (httpx2.get(f"{stores}?include_archived=true' OR '1'='1", headers=headers), 400),
        (httpx2.post(stores, headers=headers, json={"name": "x", "tenant') --": 1}), 400),
    ):
        assert answer.status_code == status, answer.text
        document = answer.json()
        assert document["type"] == "error"
        assert document["request_id"] == answer.headers["request-id"]


def test_two_folders_kept_by_the_vendors_sync_converge(clients: Clients, tmp_path: Path) -> None:
    """New, changed, removed and refused files of two machines, kept in step by the SDK's own sync:
    both end with what the server has, and who lost a race has the other's text."""
    client = clients()
    stores: Any = client.beta.memory_stores
    store = stores.create(name="notes").id
    for name in ("a", "b", "c"):
        stores.memories.create(store, path=f"/{name}.md", content=f"{name} one\n")
    resource = SimpleNamespace(
        type="memory_store",
        memory_store_id=store,
        mount_path=None,
        name="notes",
        access="read_write",
    )
    session: Any = SimpleNamespace(resources=[resource])

    async def main() -> None:
        async with AsyncAnthropic(
            base_url=client.base_url, api_key=client.api_key, max_retries=0
        ) as asks:
            here, there = (
                SessionMemoryStores(asks, workdir=tmp_path / name) for name in ("here", "there")
            )
            await here.download(session)
            await there.download(session)
            [mine], [yours] = here.roots, there.roots
            assert texts(mine) == texts(yours) == {f"{x}.md": f"{x} one\n" for x in "abc"}
            (mine / "a.md").write_text("a by me\n")
            (yours / "a.md").write_text("a by you\n")
            (mine / "deep").mkdir()
            (mine / "deep" / "新.md").write_text("new 新\n")
            (yours / "b.md").unlink()
            (mine / "large.md").write_text("x" * 102_401)
            await here.finish()
            await there.finish()
            assert texts(yours) == {
                "a.md": "a by me\n",
                "c.md": "c one\n",
                "deep/新.md": "new 新\n",
            }
            # The first has ended; a third machine begins with what there is.
            third = SessionMemoryStores(asks, workdir=tmp_path / "third")
            await third.download(session)
            [other] = third.roots
            assert texts(other) == texts(yours)
            for each in (here, there, third):
                await each.dispose()

    asyncio.run(main())
    assert [(one.path, one.content) for one in stores.memories.list(store, view="full")] == [
        ("/a.md", "a by me\n"),
        ("/c.md", "c one\n"),
        ("/deep/新.md", "new 新\n"),
    ]


def texts(root: Path) -> dict[str, str]:
    """What stands in a folder that the sync keeps, but for its own mark."""
    return {
        path.relative_to(root).as_posix(): path.read_text()
        for path in root.rglob("*")
        if path.is_file() and path.name != ".anthropic-memory-store"
    }


def test_a_larger_service_mounts_the_routes(tmp_path: Path) -> None:
    """The router answers beside a service's own routes, with errors in the vendor's form."""
    with stratal.open(tmp_path / "a.db", embedder=None) as memory:
        service = FastAPI()
        service.include_router(router(memory))

        @service.get("/hello")
        def hello() -> str:
            return "world"

        key = Keys(database=memory.database, tenant="acme").create("ana").text
        with serving(service) as address:
            assert httpx2.get(f"{address}/hello").json() == "world"
            with Anthropic(base_url=address, api_key=key, max_retries=0) as client:
                made = client.beta.memory_stores.create(name="notes")
                assert client.beta.memory_stores.retrieve(made.id) == made
                with pytest.raises(anthropic.NotFoundError):
                    client.beta.memory_stores.retrieve("memstore_none")


@pytest.mark.parametrize("host", ["127.0.0.1", "no.such.host.invalid", "::1"])
def test_an_address_that_is_taken_or_none_is_said(host: str) -> None:
    """One line names the address and why, before anything is served."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        if host == "::1":
            with listening(host, 0) as listens:
                assert address(listens).startswith("http://[::1]:")
            return
        with pytest.raises(InvalidValue, match=rf"{host}:{port}.*cannot be listened at \("):
            listening(host, port)


def test_the_command_serves_until_it_is_stopped(tmp_path: Path) -> None:
    """`stratal serve --only memory-stores` with a key of `stratal keys create`; SIGTERM ends it."""
    here = ["--database", str(tmp_path / "a.db"), "--tenant", "acme", "--user", "ana", "--json"]
    start = [sys.executable, "-m", "stratal"]
    shown = subprocess.run(
        [*start, "keys", "create", *here], capture_output=True, text=True, check=True
    )
    key = json.loads(shown.stdout)["key"]
    serve = [*start, "serve", "--only", "memory-stores", "--port", "0", *here]
    with subprocess.Popen(serve, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            lines = [process.stdout.readline()]
            while lines[-1] != "}\n":
                lines.append(process.stdout.readline())
            address = json.loads("".join(lines))["address"]
            assert address.startswith("http://127.0.0.1:")
            with Anthropic(base_url=address, api_key=key, max_retries=5) as client:
                store = client.beta.memory_stores.create(name="notes").id
                client.beta.memory_stores.memories.create(store, path="/a.md", content="a")
        finally:
            process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0
    with stratal.open(tmp_path / "a.db", embedder=None) as memory:
        session = memory.session(Principal(tenant="acme", user="ana"), id="desk")
        files = session.files.open(store.removeprefix("memstore_"))
        assert files.read("/a.md").content == "a"
