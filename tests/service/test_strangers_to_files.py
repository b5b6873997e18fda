"""Every way to memory files, walked by strangers: what is others' looks like what never was.

The routes of the server and the commands of the command line are asked for, not listed: a new one
fails here until it says what a stranger would try with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest
from fastapi.routing import APIRoute
from tests.service.test_memory_stores import ABSENT, serving
from typer.core import TyperGroup
from typer.main import get_command

import stratal
from stratal import CommandRefused, Memory, NotFound, Principal
from stratal.cli.app import app as command_line
from stratal.cli.app import run
from stratal.serve.keys import Keys
from stratal.serve.memory_stores import app, router

STRANGERS = [("ana", "globex"), ("ben", "acme")]
"""Another tenant under the same name, and another person of the tenant."""
SAID = "the zanzibar plan"

BODIES: Mapping[tuple[str, str], object] = {
    ("POST", "/{store}"): {"name": "mine"},
    ("POST", "/{store}/archive"): None,
    ("POST", "/{store}/memories"): {"path": "/mine.md", "content": "x"},
    ("POST", "/{store}/memories/{memory}"): {"content": "x"},
    ("POST", "/{store}/memory_versions/{version}/redact"): None,
}
"""What a stranger sends to each route that takes something."""
OF_NO_STORE = {("POST", ""), ("GET", "")}


@dataclass(frozen=True, kw_only=True)
class Ids:
    """Of a store, a memory in it and a version of that."""

    store: str
    memory: str
    version: str

    def fill(self, path: str) -> str:
        return path.format(store=self.store, memory=self.memory, version=self.version)

    def hidden(self, text: str) -> str:
        for kind in ("version", "memory", "store"):
            text = text.replace(getattr(self, kind), f"<{kind}>")
        return text


NOBODYS = Ids(store=f"memstore_{ABSENT}", memory=f"mem_{ABSENT}", version=f"memver_{ABSENT}_1")


@pytest.fixture
def url(memory: Memory) -> Iterator[str]:
    with serving(app(memory)) as address:
        yield f"{address}/v1/memory_stores"


class Client:
    """Requests with a key of one person."""

    def __init__(self, memory: Memory, url: str, user: str, tenant: str) -> None:
        key = Keys(database=memory.database, tenant=tenant).create(user).text
        self.url, self.headers = url, {"x-api-key": str(key)}

    def ask(self, method: str, path: str, body: object = None) -> httpx2.Response:
        return httpx2.request(method, self.url + path, json=body, headers=self.headers)

    def made(self) -> Ids:
        """A store of this person, with a memory."""
        store = self.ask("POST", "", {"name": "notes"}).json()["id"]
        body = {"path": "/a.md", "content": SAID}
        memory = self.ask("POST", f"/{store}/memories", body).json()
        return Ids(store=store, memory=memory["id"], version=memory["memory_version_id"])

    def whole(self, ids: Ids) -> list[object]:
        """All that is there."""
        paths = ("/{store}", "/{store}/memories?view=full", "/{store}/memory_versions?view=full")
        return [{**self.ask("GET", ids.fill(path)).json(), "request_id": None} for path in paths]


def routes(memory: Memory) -> list[tuple[str, str]]:
    """Method and path below the prefix of every route that the server has."""
    made = router(memory)
    found = [
        (method, route.path.removeprefix(made.prefix))
        for route in made.routes
        if isinstance(route, APIRoute)
        for method in route.methods or ()
    ]
    assert len(found) == len(made.routes), "a route without a method of its own"
    return found


def test_what_a_stranger_would_send_is_known_for_every_route(memory: Memory) -> None:
    """A route that is added must be walked by strangers as well."""
    found = set(routes(memory))
    assert {route for route in found if "{store}" not in route[1]} == OF_NO_STORE
    takes = {route for route in found if route[0] not in ("GET", "DELETE")} - OF_NO_STORE
    assert takes == set(BODIES)
    marks = {mark for _, path in found for mark in path.split("/") if mark.startswith("{")}
    assert marks == {"{store}", "{memory}", "{version}"}


@pytest.mark.parametrize(("user", "tenant"), STRANGERS)
def test_every_route_is_answered_as_if_nothing_were_there(
    memory: Memory, url: str, user: str, tenant: str
) -> None:
    """Status, body and headers are those of an id that nobody has; nothing is changed."""
    ana, stranger = Client(memory, url, "ana", "acme"), Client(memory, url, user, tenant)
    theirs, own = ana.made(), stranger.made()
    before = ana.whole(theirs)
    crossed = Ids(store=own.store, memory=theirs.memory, version=theirs.version)
    astray = Ids(store=own.store, memory=NOBODYS.memory, version=NOBODYS.version)
    for method, path in routes(memory):
        if (method, path) in OF_NO_STORE:
            continue
        pairs = [(theirs, NOBODYS)]
        if path.count("{") > 1:
            pairs.append((crossed, astray))
        for asked, missing in pairs:
            said = [
                stranger.ask(method, ids.fill(path), BODIES.get((method, path)))
                for ids in (asked, missing)
            ]
            assert [one.status_code for one in said] == [404, 404], (method, path)
            shown = [
                ids.hidden(one.text.replace(one.json()["request_id"], ""))
                for one, ids in zip(said, (asked, missing), strict=True)
            ]
            assert shown[0] == shown[1], (method, path)
            kept = [sorted(set(one.headers) - {"date", "request-id"}) for one in said]
            assert kept[0] == kept[1]
    listed = stranger.ask("GET", "?include_archived=true&limit=100").json()["data"]
    assert [one["id"] for one in listed] == [own.store]
    assert ana.whole(theirs) == before


@pytest.mark.parametrize(("user", "tenant"), STRANGERS)
def test_no_spelling_of_an_id_leads_to_others(
    memory: Memory, url: str, user: str, tenant: str
) -> None:
    """Escapes, another case, no prefix, somebody's path or name in the place of an id."""
    ana, stranger = Client(memory, url, "ana", "acme"), Client(memory, url, user, tenant)
    theirs, own = ana.made(), stranger.made()

    def spelled(store: str) -> list[str]:
        bare = store.removeprefix("memstore_")
        return [
            bare, store.upper(), f"memstore_{store}", f"memstore_acme%2F{bare}",
            f"{own.store}%2F..%2F{store}", f"{store}%00", f"%20{store}", f"{store}%20", "notes",
            "*", "%25", "memstore_%25", "memstore_' OR '1'='1",
        ]  # fmt: skip

    for one, nobodys in zip(spelled(theirs.store), spelled(NOBODYS.store), strict=True):
        for below in ("", "/memories?view=full", f"/memories/{theirs.memory}"):
            answer = stranger.ask("GET", f"/{one}{below}")
            assert answer.status_code in (400, 404), one
            assert answer.status_code == stranger.ask("GET", f"/{nobodys}{below}").status_code
            assert SAID not in answer.text
    claimed = stranger.ask("GET", f"/{own.store}?store={theirs.store}&tenant=acme&user=ana")
    assert claimed.json()["id"] == own.store
    for prefix in ("/../", "/%2e%2e/", f"/{theirs.store}/", "/a.md/"):
        answer = stranger.ask("GET", f"/{own.store}/memories?view=full&path_prefix={prefix}")
        assert SAID not in answer.text
    for query in (f"memory_id={theirs.memory}", "session_id=monday", "api_key_id=key_1"):
        answer = stranger.ask("GET", f"/{own.store}/memory_versions?view=full&{query}")
        assert (answer.status_code, answer.json()["data"]) == (200, [])


WORDS: Mapping[str, tuple[str, ...]] = {
    "ls": ("{store}:/",),
    "cat": ("{store}:/a.md",),
    "edit": ("{store}:/a.md", "--file", "{text}"),
    "delete": ("{store}:/a.md",),
    "move": ("{store}:/a.md", "/b.md"),
    "lint": ("{store}",),
    "attach": ("{store}",),
    "export": ("{store}", "{folder}"),
    "import": ("{store}", "{folder}"),
    "log": ("{store}:/a.md",),
    "diff": ("{store}:/a.md", "1"),
    "restore": ("{store}:/a.md", "1"),
    "redact": ("{store}", "1", "--yes"),
    "waiting": ("{store}",),
    "confirm": ("{store}", "{waits}"),
}
"""What a stranger types after each command over a store."""
OF_NO_STORE_TYPED = {"create", "stores"}


def test_what_a_stranger_would_type_is_known_for_every_command() -> None:
    """A command of `stratal files` that is added must be tried by strangers as well."""
    whole = get_command(command_line)
    assert isinstance(whole, TyperGroup)
    files = whole.commands["files"]
    assert isinstance(files, TyperGroup)
    assert set(files.commands) == set(WORDS) | OF_NO_STORE_TYPED
    named = {"target", "store"}
    over = {
        name
        for name, one in whole.commands.items()
        if not isinstance(one, TyperGroup) and named & {each.name for each in one.params}
    }
    assert over == {"mount"}


@pytest.mark.parametrize(("user", "tenant"), STRANGERS)
@pytest.mark.parametrize("json", [False, True])
def test_every_command_answers_as_if_nothing_were_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], user: str, tenant: str, *, json: bool
) -> None:
    """By id and by name; words and status are those of a store that nobody has."""
    database = tmp_path / "a.db"
    folder, text = tmp_path / "folder", tmp_path / "text"
    folder.mkdir()
    text.write_text("mine")
    with stratal.open(database, embedder=None) as memory:
        ana = memory.session(Principal(tenant="acme", user="ana"), id="monday")
        made = ana.files.create("ana's notes").id
        assert made is not None
        store = ana.files.open(made)
        store.create("/a.md", SAID)
        waits = store.create("/b.md", "my card is 4242 4242 4242 4242").id
        before = (store.store(), store.history.versions(content=True), store.waiting())
    here = ["--database", str(database), "--user", user, "--tenant", tenant, "--embedder", "none"]
    here += ["--json"] * json

    def typed(words: tuple[str, ...], store: str, waits: str) -> tuple[int, str, str]:
        given = {"store": store, "waits": waits, "text": str(text), "folder": str(folder)}
        status = run([*(word.format(**given) for word in words), *here])
        said = capsys.readouterr()
        return status, said.out.replace(store, "<store>"), said.err.replace(store, "<store>")

    commands = {**{name: ("files", name, *words) for name, words in WORDS.items()}}
    commands["mount"] = ("mount", "{store}", "{folder}")
    for name, words in commands.items():
        for theirs, nobodys in ((made, ABSENT), ("ana's notes", "bea's notes")):
            found = typed(words, theirs, str(waits))
            assert found == typed(words, nobodys, ABSENT), name
            assert found[0] == 3, (name, found)
            assert SAID not in found[1] + found[2]
    status = run(["files", "stores", *here])
    assert (status, "notes" in capsys.readouterr().out) == (0, False)
    assert list(folder.iterdir()) == []
    with stratal.open(database, embedder=None) as memory:
        store = memory.session(Principal(tenant="acme", user="ana"), id="monday").files.open(made)
        assert (store.store(), store.history.versions(content=True), store.waiting()) == before


@pytest.mark.parametrize(("user", "tenant"), STRANGERS)
def test_the_tool_over_a_conversation_reaches_nothing_of_others(
    memory: Memory, user: str, tenant: str
) -> None:
    """In a conversation of the same name, with the same names of stores and paths."""
    ana = memory.session(Principal(tenant="acme", user="ana"), id="monday").files
    made = ana.create("notes").id
    assert made is not None
    ana.attach(made)
    ana.open(made).create("/a.md", SAID)
    stranger = memory.session(Principal(tenant=tenant, user=user), id="monday").files
    assert stranger.attachments() == []
    with pytest.raises(NotFound):
        stranger.attach(made)
    commands = stranger.commands()
    empty = commands.view("/memories")
    assert empty.endswith("\n4K\t/memories")
    for path in ("/memories/notes/a.md", f"/memories/{made}/a.md"):
        for command in (
            {"command": "view", "path": path},
            {"command": "create", "path": path, "file_text": "x"},
            {"command": "str_replace", "path": path, "old_str": "plan", "new_str": "x"},
            {"command": "insert", "path": path, "insert_line": 0, "insert_text": "x"},
            {"command": "delete", "path": path},
            {"command": "rename", "old_path": path, "new_path": "/memories/notes/b.md"},
        ):
            said = []
            for asked in (path, path.replace("notes", "other").replace(made, ABSENT)):
                values = {key: asked if value == path else value for key, value in command.items()}
                with pytest.raises(CommandRefused) as caught:
                    commands.run(values)
                said.append(str(caught.value).replace(asked, "<path>"))
            assert said[0] == said[1]
    own = stranger.create("notes").id
    assert own is not None
    stranger.attach(own)
    assert commands.view("/memories").endswith("\n4K\t/memories/notes/")
    assert ana.open(made).read("/a.md").content == SAID
