"""Files and folders of documents: named, in order, again without harm, in little memory."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from stratal import InvalidValue, Layer, Memory, Principal, Session
from stratal.transfer.documents import Source, sources, take_in

ANA = Principal(tenant="acme", user="ana")


@pytest.fixture
def session(memory: Memory) -> Session:
    return memory.session(ANA, id="monday")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "manual"
    for name, data in {
        "a.md": b"# Ferry\n\nLeaves at six.\n",
        "sub/b.txt": "潮水每天涨两次。".encode(),
        "sub/c.py": b"def moor():\n    return 1\n",
        "d.html": b"<h1>Pier</h1><p>Made of oak.",
        "broken.pdf": b"%PDF-1.4 and nothing else",
        "damaged.txt": "潮水".encode() + b"\xff" + "潮水每天涨两次".encode(),
        "LICENSE": b"You may sail.",
        "photo.png": b"\x89PNG\x00\x00",
        ".git/config": b"hidden",
        ".env": b"hidden",
        "node_modules/x.md": b"of others",
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(data)
    (root / "link.md").symlink_to(root / "a.md")
    return root


def names(session: Session) -> list[str]:
    return [one.name for one in session.knowledge.documents()]


def test_a_folder(session: Session, folder: Path) -> None:
    """What can be read is stored under its path; broken files are named, others passed over."""
    account = take_in(session.knowledge, sources(folder))
    assert names(session) == [
        "manual/LICENSE",
        "manual/a.md",
        "manual/d.html",
        "manual/sub/b.txt",
        "manual/sub/c.py",
    ]
    assert (account.stored, account.unchanged, account.files) == (5, 0, 9)
    assert account.passed_over == ["manual/link.md", "manual/photo.png"]
    assert [fault.name for fault in account.faults] == ["manual/broken.pdf", "manual/damaged.txt"]
    assert all(fault.problem.startswith(fault.name) for fault in account.faults)
    found = session.recall("潮水", layers=(Layer.KNOWLEDGE,)).hits
    assert [hit.chunk.name for hit in found if hit.chunk] == ["manual/sub/b.txt"]


def test_again_only_what_changed(session: Session, folder: Path) -> None:
    """A second run leaves equal files alone; a changed one gets a version, a mended one is new."""
    take_in(session.knowledge, sources(folder))
    (folder / "a.md").write_text("# Ferry\n\nLeaves at seven.\n")
    (folder / "damaged.txt").write_text("潮水每天涨两次")
    account = take_in(session.knowledge, sources(folder))
    assert (account.stored, account.unchanged, len(account.faults)) == (2, 4, 1)
    assert session.knowledge.get("manual/a.md").held.version == 2


def test_what_was_stopped_goes_on(session: Session, folder: Path) -> None:
    """Each file is stored for itself: what is there when it is stopped stays, and is not redone."""

    class Stop(Exception):
        pass

    def stop(share: float, name: str) -> None:
        if name == "manual/damaged.txt":
            raise Stop

    with pytest.raises(Stop):
        take_in(session.knowledge, sources(folder), watch=stop)
    before = names(session)
    assert before == ["manual/LICENSE", "manual/a.md", "manual/d.html"][: len(before)]
    assert before
    account = take_in(session.knowledge, sources(folder))
    assert account.unchanged == len(before)
    assert len(names(session)) == 5


def test_progress(session: Session, folder: Path) -> None:
    """The shares rise to one, and name what is read."""
    told: list[tuple[float, str]] = []
    big = folder / "sub" / "big.txt"
    big.write_text("One line of a long text about the sea.\n\n" * 20_000)
    take_in(
        session.knowledge, sources(folder), watch=lambda share, name: told.append((share, name))
    )
    shares = [share for share, _ in told]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert sum(name == "manual/sub/big.txt" for _, name in told) > 10


def test_names(folder: Path) -> None:
    """A file is called by its name and a folder's by the path in it, wherever it is read from."""
    assert [one.name for one in sources(folder / "a.md")] == ["a.md"]
    assert [one.name for one in sources(folder / "a.md", name="x.md")] == ["x.md"]
    assert [one.name for one in sources(folder / "sub")] == ["sub/b.txt", "sub/c.py"]
    assert next(sources(folder, name="handbook")).name == "handbook/LICENSE"


PROGRAM = """
import resource, sys
from pathlib import Path
import stratal
from stratal.storage.sqlite import SqliteDatabase

path, database = Path(sys.argv[1]), sys.argv[2]
with stratal.open(database, embedder=None, durability="process") as memory:
    session = memory.session(stratal.Principal(tenant="acme", user="ana"), id="monday")
    session.knowledge.add("first.md", "one two three")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    outcome = session.knowledge.add("book.md", path)
    assert outcome.kept, outcome
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


@pytest.mark.slow
def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    """A file four times as long needs hardly more: a text is read, cut and stored as a stream."""
    dice = random.Random(2)
    words = "ship rope tide crane cargo dock wave gull mast keel harbour lantern 潮水 码头".split()
    grown = {}
    for times in (1, 4):
        path = tmp_path / f"{times}.md"
        with path.open("w") as file:
            for _ in range(3_000 * times):
                file.write(" ".join(dice.choices(words, k=60)) + ".\n\n")
        ran = subprocess.run(
            [sys.executable, "-c", PROGRAM, str(path), str(tmp_path / f"{times}.db")],
            capture_output=True,
            text=True,
            check=True,
        )
        grown[times] = int(ran.stdout)
    assert (tmp_path / "4.md").stat().st_size > 3_500_000
    assert grown[4] - grown[1] < 15_000, grown


def test_a_wrong_call_is_raised_where_nothing_goes_on(session: Session, folder: Path) -> None:
    """A file alone that cannot have its name is an error; among others it is listed."""
    wrong = Source(name="x" * 500, path=folder / "a.md")
    with pytest.raises(InvalidValue):
        take_in(session.knowledge, [wrong])
    account = take_in(session.knowledge, [wrong, *sources(folder / "a.md")])
    assert account.stored == 1
    assert "at most" in account.faults[0].problem
