"""The stores of a conversation side by side: one root for the model, one block in the prompt."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.behaviour.conftest import Sessions
from tests.unit.core.test_file_paths import hostile_paths

from stratal import Budget, CommandRefused, Portion, Scope, Session
from stratal.core.files import INSTRUCTIONS_LIMIT, STORES_IN_SESSION, FileAccess
from stratal.core.outcomes import Done
from stratal.errors import InvalidValue
from stratal.layers.files import StoreFiles
from stratal.layers.files.attached import AttachedCommands

HEAD = "Here're the files and directories up to 2 levels deep in /memories, excluding hidden items:"


@pytest.fixture
def session(sessions: Sessions) -> Session:
    return sessions(scopes=("user:ana", "team:shop"))


def attached(
    session: Session, name: str, *, read_only: bool = False, scope: Scope | None = None
) -> StoreFiles:
    made = session.files.create(name, scope=scope, index_by="automatic").id
    assert made is not None
    access = FileAccess.READ_ONLY if read_only else FileAccess.READ_WRITE
    assert session.files.attach(made, access=access).kept
    return session.files.open(made)


@pytest.fixture
def reference(session: Session) -> StoreFiles:
    """What all rely on, to be read only, with something in it."""
    store = attached(session, "Team reference", scope=Scope.parse("team:shop"))
    store.create("/deploy/vpn.md", "# VPN first\nElse it times out.\n")
    session.files.attach(store.id, access=FileAccess.READ_ONLY)
    return store


@pytest.fixture
def notes(session: Session) -> StoreFiles:
    return attached(session, "Ana's notes", scope=Scope.of_user("ana"))


@pytest.fixture
def commands(session: Session, reference: StoreFiles, notes: StoreFiles) -> AttachedCommands:
    assert [one.store.id for one in session.files.attachments()] == [reference.id, notes.id]
    return session.files.commands()


def refusal(commands: AttachedCommands, command: str, **values: object) -> str:
    with pytest.raises(CommandRefused) as caught:
        commands.run({"command": command, **values})
    return str(caught.value)


def test_each_store_is_a_folder_of_the_root(commands: AttachedCommands) -> None:
    """By slug, two levels deep; an empty one too; below it everything is as in the store alone."""
    assert commands.view("/memories") == "\n".join(
        [HEAD, "4K\t/memories", "4K\t/memories/ana-s-notes/", "4K\t/memories/team-reference/",
         "70B\t/memories/team-reference/MEMORY.md", "4K\t/memories/team-reference/deploy/"]
    )  # fmt: skip
    assert commands.create("/memories/ana-s-notes/a/b.md", "one\n") == (
        "File created successfully at: /memories/ana-s-notes/a/b.md"
    )
    assert "4K\t/memories/ana-s-notes/a/\n" in commands.view("/memories/")
    assert commands.view("/memories/ana-s-notes").split("\n")[1:] == [
        "4K\t/memories/ana-s-notes", "31B\t/memories/ana-s-notes/MEMORY.md",
        "4K\t/memories/ana-s-notes/a/", "4B\t/memories/ana-s-notes/a/b.md",
    ]  # fmt: skip
    assert commands.view("/memories/team-reference/deploy/vpn.md", [1, 1]) == (
        "Here's the content of /memories/team-reference/deploy/vpn.md with line numbers:\n"
        "     1\t# VPN first"
    )


def test_the_commands_do_in_each_store_what_they_do_in_one(
    commands: AttachedCommands, notes: StoreFiles
) -> None:
    """Edited, moved and deleted within the store, and nowhere else."""
    at = "/memories/ana-s-notes"
    commands.create(f"{at}/a.md", "one\n")
    assert "     1\ttwo" in commands.str_replace(f"{at}/a.md", "one", "two")
    commands.insert(f"{at}/a.md", 1, "three")
    assert commands.rename(f"{at}/a.md", f"{at}/b/c.md") == (
        f"Successfully renamed {at}/a.md to {at}/b/c.md"
    )
    assert notes.read("/b/c.md").content == "two\nthree\n"
    assert commands.delete(f"{at}/b") == f"Successfully deleted {at}/b"
    assert notes.store().files == 1


def test_read_only_is_read_only_for_every_command(
    commands: AttachedCommands, reference: StoreFiles
) -> None:
    """Beside a store that may be written; nothing of it is changed."""
    at = "/memories/team-reference"
    calls: dict[str, dict[str, object]] = {
        "create": {"path": f"{at}/x.md", "file_text": "x"},
        "str_replace": {"path": f"{at}/deploy/vpn.md", "old_str": "VPN", "new_str": "x"},
        "insert": {"path": f"{at}/deploy/vpn.md", "insert_line": 0, "insert_text": "x"},
        "delete": {"path": f"{at}/deploy"},
        "rename": {"old_path": f"{at}/deploy", "new_path": f"{at}/x"},
    }
    for command, values in calls.items():
        assert "attached read-only" in refusal(commands, command, **values)
    before = reference.store().seq
    assert commands.clear() == "All memory cleared"
    assert reference.store().seq == before


def test_what_is_in_no_store_is_refused(commands: AttachedCommands) -> None:
    """With the folders that there are; the root and the stores themselves stay."""
    nowhere = "write below /memories/ana-s-notes, /memories/team-reference."
    for path in ("/memories/x.md", "/memories/other/x.md"):
        assert refusal(commands, "create", path=path, file_text="x").endswith(nowhere)
        assert "does not exist" in refusal(commands, "view", path=path)
        assert "does not exist" in refusal(commands, "delete", path=path)
        assert "does not exist" in refusal(commands, "rename", old_path=path, new_path=path)
    notes = "/memories/ana-s-notes"
    assert "already exists" in refusal(commands, "create", path="/memories", file_text="x")
    assert "already exists" in refusal(commands, "create", path=notes, file_text="x")
    for root in ("/memories", notes):
        assert refusal(commands, "delete", path=root) == (
            f"Cannot delete the {root} directory itself"
        )
        assert refusal(commands, "rename", old_path=root, new_path=f"{notes}/x") == (
            f"Cannot rename the {root} directory itself"
        )
        assert "is not a file" in refusal(commands, "str_replace", path=root, old_str="x")
        assert "is not a file" in refusal(
            commands, "insert", path=root, insert_line=0, insert_text="x"
        )


def test_a_file_stays_in_its_store(commands: AttachedCommands, notes: StoreFiles) -> None:
    """A move into another store says what to do in its place."""
    notes.create("/a.md", "one")
    said = refusal(
        commands,
        "rename",
        old_path="/memories/ana-s-notes/a.md",
        new_path="/memories/team-reference/a.md",
    )
    assert "create /memories/team-reference/a.md, then delete /memories/ana-s-notes/a.md" in said
    assert notes.read("/a.md").content == "one"


def test_hostile_paths_reach_no_store(commands: AttachedCommands, notes: StoreFiles) -> None:
    """Whatever is tried is refused with a sentence, or is a name of a file in the store."""
    notes.create("/kept.md", "kept")
    before = notes.store().seq
    for path in hostile_paths():
        for base in ("/memories", "/memories/team-reference"):
            said = refusal(commands, "create", path=f"{base}/{path}", file_text="x")
            assert said
    assert notes.store().seq == before


def test_an_attachment_counts_from_the_next_command(
    session: Session, commands: AttachedCommands, notes: StoreFiles
) -> None:
    """A store that is detached is there no more, and one of the same name has another slug."""
    session.files.detach(notes.id)
    assert "does not exist" in refusal(commands, "view", path="/memories/ana-s-notes")
    attached(session, "Team reference")
    assert "4K\t/memories/team-reference-2/" in commands.view("/memories")


def test_nothing_attached_is_an_empty_root(session: Session) -> None:
    """And a write says so."""
    commands = session.files.commands()
    assert commands.view("/memories") == f"{HEAD}\n4K\t/memories"
    assert "No store is attached" in refusal(
        commands, "create", path="/memories/a.md", file_text="x"
    )


@pytest.mark.parametrize("root", ["", "/", "memories", "/a/../b", "/a\\b", "/a\0", 5, None])
def test_a_root_is_a_path(session: Session, notes: StoreFiles, root: object) -> None:
    """Of one store and of all of them."""
    for called in (session.files.commands, notes.commands):
        with pytest.raises(InvalidValue, match="root"):
            called(root)  # type: ignore[arg-type]


def test_eight_stores_and_their_instructions_at_most(session: Session) -> None:
    """A ninth is refused and so is an instruction that is too long."""
    for number in range(STORES_IN_SESSION):
        attached(session, f"n{number}")
    ninth = session.files.create("ninth").id
    assert ninth is not None
    refused = session.files.attach(ninth)
    assert (refused.done, refused.code) == (Done.REJECTED, "too_many_stores")
    kept = session.files.attachments()[0].store.id
    assert session.files.attach(kept, instructions="x" * INSTRUCTIONS_LIMIT).kept
    with pytest.raises(InvalidValue, match="instructions"):
        session.files.attach(kept, instructions="x" * (INSTRUCTIONS_LIMIT + 1))
    assert len(session.files.attachments()) == STORES_IN_SESSION


def test_the_stores_of_others_are_not_among_them(sessions: Sessions) -> None:
    """Two people in a team share the reference; each has a store of their own to write to."""
    ana = sessions(scopes=("user:ana", "team:shop"))
    shared = attached(ana, "Reference", scope=Scope.parse("team:shop"))
    attached(ana, "Notes", scope=Scope.of_user("ana"))
    ben = sessions("ben", scopes=("user:ben", "team:shop"))
    ben.files.attach(shared.id, access=FileAccess.READ_ONLY)
    mine = attached(ben, "Notes", scope=Scope.of_user("ben"))
    ben.files.commands().create("/memories/notes/a.md", "ben's")
    ana.files.commands().create("/memories/notes/a.md", "ana's")
    assert mine.read("/a.md").content == "ben's"


def test_the_prompt_says_what_is_attached_and_how_to_write(
    session: Session, reference: StoreFiles, notes: StoreFiles
) -> None:
    """Name, slug, access, instructions and list of each; how to write only where one may."""
    session.files.attach(
        reference.id, access=FileAccess.READ_ONLY, instructions="Look here before you deploy."
    )
    session.conversation.append({"role": "user", "content": "How do we deploy?"})
    block = session.context().block("files")
    assert block is not None
    assert "## Team reference (team-reference, read-only)" in block.text
    assert "Look here before you deploy." in block.text
    assert "- [VPN first](deploy/vpn.md)" in block.text
    assert "## Ana's notes (ana-s-notes, read-write)" in block.text
    for rule in (
        "look at what is there",
        "one experience",
        "the why",
        "Update",
        "delete",
        "secret",
    ):
        assert rule in block.text
    session.files.detach(notes.id)
    block = session.context().block("files")
    assert block is not None
    assert "one experience" not in block.text


def test_the_stores_keep_to_their_portion(
    session: Session, reference: StoreFiles, notes: StoreFiles
) -> None:
    """Above their ceiling the lists go, the last first, and are told; then all of it."""
    for number in range(60):
        notes.create(f"/{number:02}.md", f"# What was learnt on day {number}\nAnd why.\n")
    session.conversation.append({"role": "user", "content": "How do we deploy?"})

    def shown(ceiling: int) -> tuple[str, list[str]]:
        budget = Budget(window=100_000, shares={"files": Portion(ceiling=ceiling)})
        made = session.context(budget=budget)
        block = made.block("files")
        assert block is None or block.tokens <= ceiling
        left = [one.id for one in made.manifest.left_out if one.block == "files"]
        return "" if block is None else block.text, left

    whole, left = shown(8_000)
    assert "day 59" in whole
    assert left == []
    shorter, left = shown(500)
    assert ("day 0" in shorter, "[VPN first]" in shorter, left) == (False, True, [notes.id])
    assert "## Ana's notes" in shorter
    nothing, left = shown(20)
    assert (nothing, left) == ("", [reference.id, notes.id])


def test_the_sdks_tool_serves_all_of_them(
    session: Session, commands: AttachedCommands, tmp_path: Path
) -> None:
    """The same answers through the vendor's class, refusals as its own error."""
    anthropic = pytest.importorskip("stratal.adapters.anthropic")
    from anthropic.lib.tools import ToolError

    tool = anthropic.MemoryTool(session.files)
    assert tool.call({"command": "view", "path": "/memories"}) == commands.view("/memories")
    with pytest.raises(ToolError, match="write below"):
        tool.call({"command": "create", "path": "/memories/a.md", "file_text": "x"})
