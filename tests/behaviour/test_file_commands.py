"""The six commands over a store: what they answer, and what they refuse, in a folder and without.

Every test runs over a store in the database and over one whose files lie in a plain folder.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.behaviour.conftest import Sessions
from tests.unit.core.test_file_paths import hostile_paths

from stratal import CommandRefused, Layer, Session
from stratal.layers.files import StoreFiles
from stratal.layers.files.commands import Commands
from stratal.layers.files.view import VIEW_LIMIT
from stratal.transfer.files import bring_out

SENTINEL = "SENTINEL-7719"


@pytest.fixture
def session(sessions: Sessions) -> Session:
    return sessions()


@pytest.fixture(params=["in the database", "in a folder"])
def store(request: pytest.FixtureRequest, session: Session, tmp_path: Path) -> StoreFiles:
    (tmp_path / "outside.txt").write_text(SENTINEL)
    folder = tmp_path / "kept" if request.param == "in a folder" else None
    made = session.files.create("notes", directory=folder)
    assert made.id is not None
    return session.files.open(made.id)


@pytest.fixture
def commands(store: StoreFiles) -> Commands:
    return store.commands()


def refusal(commands: Commands, **command: object) -> str:
    with pytest.raises(CommandRefused) as caught:
        commands.run(command)
    return str(caught.value)


def content(store: StoreFiles, path: str) -> str:
    text = store.read(path).content
    assert text is not None
    return text


def test_a_fresh_store_lists_itself(commands: Commands) -> None:
    """An empty root is no error."""
    assert commands.view("/memories/") == (
        "Here're the files and directories up to 2 levels deep in /memories, "
        "excluding hidden items:\n4K\t/memories"
    )


def test_a_folder_is_listed_two_levels_deep(commands: Commands) -> None:
    """Sorted by name, each folder before what it holds, hidden names left out, sizes readable."""
    for path, size in (
        ("b.md", 0), ("a/x.md", 512), ("a/deep/er.md", 1), ("a.md", 1536), (".hid", 3),
        ("a/.hid/x", 1), ("a-b/y", 4096), ("c/d/e/f", 1),
    ):  # fmt: skip
        commands.create(f"/memories/{path}", "x" * size)
    assert commands.view("/memories").split("\n")[1:] == [
        "4K\t/memories", "4K\t/memories/a/", "4K\t/memories/a/deep/", "512B\t/memories/a/x.md",
        "4K\t/memories/a-b/", "4K\t/memories/a-b/y", "1.5K\t/memories/a.md", "0B\t/memories/b.md",
        "4K\t/memories/c/", "4K\t/memories/c/d/",
    ]  # fmt: skip
    assert commands.view("/memories/c").split("\n")[1:] == [
        "4K\t/memories/c", "4K\t/memories/c/d/", "4K\t/memories/c/d/e/",
    ]  # fmt: skip


def test_a_view_is_cut_with_how_to_go_on(commands: Commands) -> None:
    """Never more than 16,000 characters; the ranges that it names show the rest, whole."""
    lines = [f"line {number} " + "x" * 60 for number in range(900)]
    commands.create("/memories/long.md", "\n".join(lines))
    seen: list[str] = []
    first, last = 1, len(lines)
    while first <= last:
        shown = commands.view("/memories/long.md", [first, last])
        assert len(shown) <= VIEW_LIMIT
        body = [line for line in shown.split("\n")[1:] if not line.startswith("[Cut")]
        seen += [line.partition("\t")[2] for line in body]
        first += len(body)
        if first <= last:
            assert f"View the next ones with view_range [{first}, {last}].]" in shown
    assert seen == lines
    commands.create("/memories/wide.md", "y" * 50_000 + "\nend")
    wide = commands.view("/memories/wide.md")
    assert len(wide) <= VIEW_LIMIT
    assert "of its 50,000 characters. View the lines after it with view_range [2, -1].]" in wide


def test_a_listing_is_remembered_until_a_file_changes(
    store: StoreFiles, commands: Commands, session: Session
) -> None:
    """Whoever changes it, and wherever in the store; of each folder its own."""
    store.create("/a/one.md", "1")
    assert [commands.view(f"/memories{at}") for at in ("", "/a", "", "/a")] == [
        store.commands().view(f"/memories{at}") for at in ("", "/a", "", "/a")
    ]
    others = session.files.open(store.id)
    others.write("/a/one.md", "22")
    assert "2B\t/memories/a/one.md" in commands.view("/memories")
    others.move("/a/one.md", "/b/one.md")
    assert "/memories/a" not in commands.view("/memories")
    assert refusal(commands, command="view", path="/memories/a")
    others.delete_at("/b")
    assert commands.view("/memories").endswith("\n4K\t/memories")


def test_a_long_listing_is_cut_too(store: StoreFiles) -> None:
    """What is not shown is counted."""
    for number in range(600):
        store.create(f"/{'long name ' * 4}{number}.md", "")
    shown = store.commands().view("/memories")
    assert len(shown) <= VIEW_LIMIT
    listed = shown.count("long name") // 4
    assert f"{600 - listed} more are not shown. View a folder below to see what it" in shown


@pytest.mark.parametrize(
    ("span", "numbers"),
    [([1, 2], [1, 2]), ([2, -1], [2, 3, 4]), ([0, 1], [1]), ([-5, 1], [1]), ([3, 99], [3, 4]),
     ([9, 12], []), ([3, 1], []), ([1], [1, 2, 3, 4]), ([1, 2, 3], [1, 2, 3, 4])],
)  # fmt: skip
def test_a_range_is_shown(commands: Commands, span: list[int], numbers: list[int]) -> None:
    """From 1, inclusive, -1 for the end; past the end is nothing, a wrong length is ignored."""
    commands.create("/memories/a.md", "a\nb\nc\n")
    shown = commands.view("/memories/a.md", span).split("\n", 1)[1]
    assert [int(line.partition("\t")[0]) for line in shown.split("\n") if line] == numbers


def test_a_replacement_is_literal(commands: Commands, store: StoreFiles) -> None:
    """No character of either text means anything but itself."""
    odd = "$& $$7 $` $' $2 \\2 \\g<0> %d {1} \\t"
    commands.create("/memories/price.md", "Cost: OPEN\n")
    commands.str_replace("/memories/price.md", "OPEN", odd)
    assert content(store, "/price.md") == f"Cost: {odd}\n"
    commands.str_replace("/memories/price.md", "$2 \\2", "x.y(z)*[w]")
    commands.str_replace("/memories/price.md", "x.y(z)*[w]", "fixed")
    assert content(store, "/price.md") == "Cost: $& $$7 $` $' fixed \\g<0> %d {1} \\t\n"


def test_a_replacement_may_span_lines(commands: Commands, store: StoreFiles) -> None:
    """One match and no more, counted in the lines that view shows; left out it deletes."""
    text = "## Todo\n- open\n\n## Done\n- open\n"

    def fresh() -> None:
        store.write("/t.md", text)

    fresh()
    shown = commands.str_replace("/memories/t.md", "## Todo\n- open", "## Todo\n- half")
    assert content(store, "/t.md") == "## Todo\n- half\n\n## Done\n- open\n"
    assert shown.endswith("     1\t## Todo\n     2\t- half\n     3\t")
    fresh()
    for old in ("- open", "- open\n"):
        said = refusal(
            commands, command="str_replace", path="/memories/t.md", old_str=old, new_str="- x"
        )
        assert said == (
            f"No replacement was performed. Multiple occurrences of old_str `{old}` in lines: "
            "2, 5. Please ensure it is unique"
        )
    assert content(store, "/t.md") == text
    commands.run({"command": "str_replace", "path": "/memories/t.md", "old_str": "## Done\n"})
    assert content(store, "/t.md") == "## Todo\n- open\n\n- open\n"
    fresh()
    assert "old_str is empty" in refusal(
        commands, command="str_replace", path="/memories/t.md", old_str="", new_str="x"
    )
    assert refusal(
        commands, command="str_replace", path="/memories/t.md", old_str="## done", new_str="x"
    ) == (
        "No replacement was performed, old_str `## done` did not appear verbatim in /memories/t.md."
    )
    commands.str_replace("/memories/t.md", "## Todo\n- open", "## Todo\n- open")
    assert content(store, "/t.md") == text
    assert len(store.history.versions()) == 5


def test_matches_that_overlap_are_all_named(commands: Commands) -> None:
    """Every line on which a match begins, as the numbers of view."""
    commands.create("/memories/o.md", "aXa\na\na\na")
    said = refusal(
        commands, command="str_replace", path="/memories/o.md", old_str="a\na", new_str=""
    )
    assert "in lines: 1, 2, 3." in said


def test_a_line_ends_with_a_line_feed_only(commands: Commands, store: StoreFiles) -> None:
    """View, insert and str_replace count the same lines, and no other byte is touched."""
    odd = "one\u2028two\nth\x0cree\nfour\x85x\ng\rh\n"
    store.write("/odd.md", odd)
    assert [line.split("\t")[0].strip() for line in commands.view("/memories/odd.md").split("\n")][
        1:
    ] == ["1", "2", "3", "4", "5"]
    commands.insert("/memories/odd.md", 2, "HERE\n")
    assert content(store, "/odd.md") == "one\u2028two\nth\x0cree\nHERE\nfour\x85x\ng\rh\n"
    shown = commands.str_replace("/memories/odd.md", "g\rh", "g\rH")
    assert "     5\tg\rH" in shown
    store.write("/crlf.md", "a\r\nb\r\n")
    commands.insert("/memories/crlf.md", 1, "X\n")
    assert content(store, "/crlf.md") == "a\r\nX\nb\r\n"


def test_insert_at_the_ends(commands: Commands, store: StoreFiles) -> None:
    """0 is the beginning, the number of lines the end; beyond is refused with the range."""
    commands.create("/memories/a.md", "")
    commands.insert("/memories/a.md", 0, "first\n\n")
    assert content(store, "/a.md") == "first\n"
    commands.insert("/memories/a.md", 1, "last")
    assert content(store, "/a.md") == "first\nlast\n"
    for line in (-1, 3):
        assert refusal(
            commands, command="insert", path="/memories/a.md", insert_line=line, insert_text="x"
        ) == (f"Invalid `insert_line` parameter: {line}. It should be within the range [0, 2].")


def test_the_root_stays(commands: Commands, store: StoreFiles) -> None:
    """However it is spelled it is neither deleted nor renamed, and every file is still there."""
    for path in ("keep.md", "sub/x.md", "sub/deep/y.md"):
        commands.create(f"/memories/{path}", path)
    for root in ("/memories", "/memories/", "/memories//", "/memories/.", "/memories/./",
                 "/memories/sub/..", "/memories/sub/../"):  # fmt: skip
        assert refusal(commands, command="delete", path=root) == (
            "Cannot delete the /memories directory itself"
        )
        assert refusal(commands, command="rename", old_path=root, new_path="/memories/new") == (
            "Cannot rename the /memories directory itself"
        )
    said = [
        refusal(commands, command="rename", old_path="/memories/sub",
                new_path="/memories/sub/deep/z"),
        refusal(commands, command="rename", old_path="/memories/sub/x.md",
                new_path="/memories/keep.md"),
        refusal(commands, command="view", path="/memories/keep.md/x"),
        refusal(commands, command="create", path="/memories/keep.md/x", file_text=""),
        refusal(commands, command="create", path="/memories/sub", file_text=""),
        refusal(commands, command="create", path="/memories", file_text=""),
        refusal(commands, command="str_replace", path="/memories/sub", old_str="x", new_str="y"),
        refusal(commands, command="insert", path="/memories/sub", insert_line=0, insert_text="x"),
    ]  # fmt: skip
    assert said == [
        "Cannot move /memories/sub into itself, to /memories/sub/deep/z",
        "The destination /memories/keep.md already exists",
        "The path /memories/keep.md/x does not exist. Please provide a valid path.",
        "The path /memories/keep.md/x cannot be used: /memories/keep.md is a file",
        "File /memories/sub already exists",
        "File /memories already exists",
        "The path /memories/sub is not a file.",
        "The path /memories/sub is not a file.",
    ]
    assert [one.path for one in store.listing()] == ["/keep.md", "/sub/deep/y.md", "/sub/x.md"]
    assert "/memories/sub/x.md" in commands.view("/memories/sub")
    assert commands.delete("/memories/sub") == "Successfully deleted /memories/sub"
    assert [one.path for one in store.listing()] == ["/keep.md"]


def test_what_is_missing(commands: Commands) -> None:
    """Each command says so in its own words."""
    gone = "/memories/gone.md"
    assert [
        refusal(commands, command="view", path=gone),
        refusal(commands, command="str_replace", path=gone, old_str="a", new_str="b"),
        refusal(commands, command="insert", path=gone, insert_line=0, insert_text="a"),
        refusal(commands, command="delete", path=gone),
        refusal(commands, command="rename", old_path=gone, new_path="/memories/b.md"),
    ] == [
        *[f"The path {gone} does not exist. Please provide a valid path."] * 3,
        *[f"The path {gone} does not exist"] * 2,
    ]


@pytest.mark.parametrize(
    "command",
    [
        {}, {"command": None}, {"command": "exec", "path": "/memories"}, {"command": "view"},
        {"command": "view", "path": 7}, {"command": "view", "path": ["/memories"]},
        {"command": "view", "path": "/memories/a.md", "view_range": "1,2"},
        {"command": "view", "path": "/memories/a.md", "view_range": [1, "2"]},
        {"command": "view", "path": "/memories/a.md", "view_range": [True, 2]},
        {"command": "view", "path": "/memories/a.md", "view_range": [1.0, 2.0]},
        {"command": "create", "path": "/memories/b.md"},
        {"command": "create", "path": "/memories/b.md", "file_text": None},
        {"command": "create", "path": "/memories/b.md", "file_text": {"a": 1}},
        {"command": "create", "path": "/memories/b.md", "file_text": b"x"},
        {"command": "create", "path": "/memories/b.md", "file_text": "x", "mode": "w"},
        {"command": "create", "path": "/memories/b.md", "file_text": "\ud800"},
        {"command": "create", "path": "/memories/b.md", "file_text": "x" * 102_401},
        {"command": "str_replace", "path": "/memories/a.md", "old_str": 1, "new_str": "x"},
        {"command": "str_replace", "path": "/memories/a.md", "old_str": "a", "new_str": 1},
        {"command": "str_replace", "path": "/memories/a.md", "new_str": "x"},
        {"command": "insert", "path": "/memories/a.md", "insert_line": "0", "insert_text": "x"},
        {"command": "insert", "path": "/memories/a.md", "insert_line": True, "insert_text": "x"},
        {"command": "insert", "path": "/memories/a.md", "insert_line": 0.0, "insert_text": "x"},
        {"command": "insert", "path": "/memories/a.md", "insert_line": 0, "insert_text": None},
        {"command": "delete", "path": None}, {"command": "rename", "old_path": "/memories/a.md"},
        {"command": "rename", "old_path": "/memories/a.md", "new_path": 3},
    ],
)  # fmt: skip
def test_wrong_types_are_refused_before_anything_happens(
    commands: Commands, store: StoreFiles, command: dict[str, object]
) -> None:
    """A sentence that names the parameter, and the store as it was."""
    commands.create("/memories/a.md", "a\n")
    assert refusal(commands, **command)
    with pytest.raises(CommandRefused):
        commands.run([])  # type: ignore[arg-type]
    assert [one.path for one in store.listing()] == ["/a.md"]
    assert len(store.history.versions()) == 1


def test_no_hostile_path_reaches_outside(store: StoreFiles, tmp_path: Path) -> None:
    """Over 300 paths, in each command and each place of one: nothing outside is seen or changed."""
    commands = store.commands()
    commands.create("/memories/in.md", "inside")
    before = sorted(str(one) for one in tmp_path.iterdir())
    for path in sorted(set(hostile_paths()), key=repr):
        for command in (
            {"command": "view", "path": path},
            {"command": "str_replace", "path": path, "old_str": SENTINEL, "new_str": "x"},
            {"command": "insert", "path": path, "insert_line": 0, "insert_text": "x"},
            {"command": "delete", "path": path},
            {"command": "rename", "old_path": path, "new_path": "/memories/moved.md"},
            {"command": "create", "path": path, "file_text": "x"},
            {"command": "rename", "old_path": "/memories/from.md", "new_path": path},
        ):
            store.write("/from.md", "x")
            try:
                said = commands.run(command)
            except CommandRefused as error:
                said = str(error)
            assert SENTINEL not in said.replace(f"`{SENTINEL}`", "")
            assert str(tmp_path) not in said
            assert "Traceback" not in said
    assert sorted(str(one) for one in tmp_path.iterdir()) == before
    assert (tmp_path / "outside.txt").read_text() == SENTINEL
    assert content(store, "/in.md") == "inside"


@pytest.mark.parametrize("path", ["/memories/../outside.txt", "/memories/..\\outside.txt",
                                  "/memories/%2e%2e/outside.txt", "/memories/．．/outside.txt",
                                  "/memories/a/../../outside.txt", "/memories/.."])  # fmt: skip
def test_leaving_is_refused_in_the_words_that_models_know(commands: Commands, path: str) -> None:
    """Whatever the spelling."""
    for command in ("view", "delete"):
        assert refusal(commands, command=command, path=path) == (
            f"Path {path} would escape /memories directory"
        )
    assert refusal(commands, command="create", path=path, file_text="x") == (
        f"Path {path} would escape /memories directory"
    )


def test_what_a_rule_refuses_is_a_sentence(commands: Commands, session: Session) -> None:
    """Secrets by kind and line, personal data, a store that is read-only."""
    said = refusal(
        commands, command="create", path="/memories/k.md", file_text="a\nAKIAIOSFODNN7EXAMPLE\n"
    )
    assert "aws_access_key, line 2" in said
    assert "AKIA" not in said
    said = refusal(
        commands, command="create", path="/memories/c.md", file_text="4242 4242 4242 4242"
    )
    assert "waits for a person" in said
    commands.create("/memories/a.md", "a")
    session.files.attach(commands.files.id, access="read_only")
    assert "read-only" in refusal(commands, command="delete", path="/memories/a.md")
    assert "     1\ta" in commands.view("/memories/a.md")


def test_a_store_that_is_gone_is_a_sentence(commands: Commands, session: Session) -> None:
    """Deleted under the model's hands."""
    session.files.delete(commands.files.id)
    assert refusal(commands, command="view", path="/memories") == (
        "This memory does not exist any more."
    )


@pytest.mark.skipif(not hasattr(os, "O_NOFOLLOW"), reason="needs O_NOFOLLOW")
def test_no_link_is_followed(session: Session, tmp_path: Path) -> None:
    """Nothing outside is shown, listed, found, changed or deleted, though the root is a link's."""
    (tmp_path / "real").mkdir()
    (tmp_path / "way").symlink_to(tmp_path / "real")
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.txt").write_text(SENTINEL)
    root = tmp_path / "way" / "kept"
    made = session.files.create("linked", directory=root)
    assert made.id is not None
    store = session.files.open(made.id)
    commands = store.commands()
    commands.create("/memories/notes.md", "mine")
    (root / "leak.md").symlink_to(outside / "secret.txt")
    (root / "dir").symlink_to(outside)
    (root / "loop").symlink_to(root / "loop")
    tried: list[dict[str, object]] = [
        {"command": "view", "path": "/memories/leak.md"},
        {"command": "view", "path": "/memories/dir"},
        {"command": "view", "path": "/memories/dir/secret.txt"},
        {"command": "view", "path": "/memories/loop/x"},
        {"command": "str_replace", "path": "/memories/leak.md", "old_str": SENTINEL,
         "new_str": "x"},
        {"command": "insert", "path": "/memories/leak.md", "insert_line": 0, "insert_text": "x"},
        {"command": "delete", "path": "/memories/leak.md"},
        {"command": "rename", "old_path": "/memories/leak.md", "new_path": "/memories/b.md"},
        {"command": "create", "path": "/memories/dir/new.txt", "file_text": "x"},
        {"command": "create", "path": "/memories/leak.md", "file_text": "x"},
        {"command": "rename", "old_path": "/memories/notes.md", "new_path": "/memories/dir/n.md"},
    ]  # fmt: skip
    for command in tried:
        said = refusal(commands, **command)
        assert str(tmp_path) not in said
        assert SENTINEL not in said.replace(f"`{SENTINEL}`", "")
    assert "leak" not in commands.view("/memories")
    assert [one.path for one in store.listing()] == ["/notes.md"]
    assert not session.recall(SENTINEL, layers=[Layer.FILES]).hits
    assert [one.path for one in bring_out(store, tmp_path / "out")] == ["/notes.md"]
    assert [one.name for one in outside.iterdir()] == ["secret.txt"]
    assert (outside / "secret.txt").read_text() == SENTINEL
    (root / "notes.md").unlink()
    (root / "notes.md").symlink_to(outside / "secret.txt")
    refusal(commands, command="str_replace", path="/memories/notes.md", old_str="m", new_str="x")
    assert (outside / "secret.txt").read_text() == SENTINEL
