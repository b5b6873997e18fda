"""A mounted store under the tools that people use, on both databases and over a plain folder."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.service.test_mount import KEY, Mounted, pytestmark

import stratal
from stratal import Principal, StratalError
from stratal.core.files import CONTENT_BYTES, FILES_IN_STORE
from stratal.errors import Busy, DatabaseUnusable, NotFound, PathConflict, StaleRevision
from stratal.layers.files import StoreFiles
from stratal.mount import errno_of

__all__ = ["pytestmark"]

ANA = Principal(tenant="acme", user="ana")
CARD = "4242 4242 4242 4242"
LONG = "n" * 256
DEEP = "/".join(["d"] * 21)
APPENDER = """
import sys
path, name = sys.argv[1:]
for number in range(10):
    with open(path, "a", encoding="utf-8") as file:
        file.write(f"{name} {number}\\n")
"""


class Stored:
    """A mounted store, and the same store through the library."""

    def __init__(self, address: Path | str, folder: Path, directory: Path | None = None) -> None:
        self.address = address
        with stratal.open(address, embedder=None) as memory:
            files = memory.session(ANA, id="host").files
            made = files.create("notes", directory=directory)
            assert made.id is not None
            self.store = made.id
        self.mounted = Mounted(address, folder)

    @property
    def folder(self) -> Path:
        return self.mounted.folder

    def ask(self, question: Callable[[StoreFiles], object]) -> object:
        with stratal.open(self.address, embedder=None) as memory:
            return question(memory.session(ANA, id="look").files.open(self.store))

    def said(self, path: str) -> list[str | None]:
        """What a file said, the oldest first."""

        def texts(store: StoreFiles) -> list[str | None]:
            found = store.history.versions(file=store.read(path).id, content=True)
            return [one.content for one in reversed(found)]

        answer = self.ask(texts)
        assert isinstance(answer, list)
        return answer


@pytest.fixture(params=["sqlite", "postgresql", "folder"])
def stored(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Stored]:
    """In a file, on a server, and over a plain folder whose versions are in a file."""
    address: Path | str = tmp_path / "a.db"
    if request.param == "postgresql":
        address = request.getfixturevalue("emptied_database").runtime
    directory = tmp_path / "kept" if request.param == "folder" else None
    if directory is not None:
        directory.mkdir()
    made = Stored(address, tmp_path / "notes", directory)
    yield made
    if os.path.ismount(made.folder):
        made.mounted.stop()


@pytest.fixture
def one(tmp_path: Path) -> Iterator[Stored]:
    """In a file alone."""
    made = Stored(tmp_path / "a.db", tmp_path / "notes")
    yield made
    if os.path.ismount(made.folder):
        made.mounted.stop()


def test_a_shell_works_on_every_place(stored: Stored) -> None:
    """Redirected, appended, edited in place, found, moved, removed; versions say by whom."""
    sh = stored.mounted.sh
    sh("mkdir -p 部署 && echo 'first line' > 部署/步骤.md && echo second >> 部署/步骤.md")
    sh("sed -i s/second/third/ 部署/步骤.md")
    assert "部署/步骤.md:third" in sh("grep -r third .")
    assert stored.said("/部署/步骤.md") == [
        "first line\n", "first line\nsecond\n", "first line\nthird\n",
    ]  # fmt: skip
    sh("mv 部署/步骤.md plan.md && rmdir 部署 && cp plan.md copy.md && cat plan.md copy.md")
    assert sh("ls") == "copy.md\nplan.md\n"
    assert len(stored.said("/plan.md")) == 4
    sh("rm copy.md")
    assert sh("ls") == "plan.md\n"


@pytest.mark.skipif(shutil.which("vim") is None, reason="there is no vim")
@pytest.mark.parametrize("how", ["yes", "no", "auto"])
def test_vim_saves_a_version_of_the_same_file(stored: Stored, how: str) -> None:
    """However it keeps its backup while it writes; nothing of its own is left."""
    stored.mounted.sh("printf 'one\\ntwo\\n' > 笔记.md")
    done = subprocess.run(
        ["vim", "-u", "NONE", "-i", "NONE", "-es", "笔记.md",
         "-c", f"set backupcopy={how} writebackup swapfile", "-c", "%s/two/三/", "-c", "wq"],
        cwd=stored.folder,
        env={**os.environ, "LANG": "C.UTF-8"},
        check=False,
        timeout=60,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert done.returncode == 0
    assert stored.said("/笔记.md")[0] == "one\ntwo\n"
    assert stored.said("/笔记.md")[-1] == "one\n三\n"
    assert set(stored.said("/笔记.md")) <= {"one\ntwo\n", "", "one\n三\n"}
    assert os.listdir(stored.folder) == ["笔记.md"]


def test_a_save_through_a_copy_is_the_same_file(stored: Stored) -> None:
    """Written beside it, synced, renamed over it: the history goes on."""
    (stored.folder / "a.md").write_text("one\n", encoding="utf-8")
    copy = stored.folder / "a.md.new"
    with copy.open("w", encoding="utf-8") as file:
        file.write("two\n")
        file.flush()
        os.fsync(file.fileno())
    copy.rename(stored.folder / "a.md")
    assert stored.said("/a.md") == ["one\n", "two\n"]
    assert os.listdir(stored.folder) == ["a.md"]


def test_both_forms_of_a_name_are_one_file(stored: Stored) -> None:
    """Composed and decomposed; listed composed."""
    composed = "café.md"
    decomposed = unicodedata.normalize("NFD", composed)
    assert composed != decomposed
    (stored.folder / decomposed).write_text("one\n", encoding="utf-8")
    assert (stored.folder / composed).read_text(encoding="utf-8") == "one\n"
    (stored.folder / composed).write_text("two\n", encoding="utf-8")
    assert os.listdir(stored.folder) == [composed]
    assert stored.said(f"/{composed}") == ["one\n", "two\n"]


def test_processes_that_append_at_once_lose_no_version(stored: Stored) -> None:
    """The last to close says what the file says; every closed text is in the history."""
    path = stored.folder / "log.md"
    path.write_text("begun\n", encoding="utf-8")
    writers = [
        subprocess.Popen([sys.executable, "-c", APPENDER, str(path), name]) for name in ("a", "b")
    ]
    assert [one.wait(60) for one in writers] == [0, 0]
    said = [text for text in stored.said("/log.md") if text]
    assert path.read_text(encoding="utf-8") == said[-1]
    for name in ("a", "b"):
        for number in range(10):
            assert any(f"{name} {number}\n" in text for text in said)


def test_what_others_do_is_seen_at_once(stored: Stored) -> None:
    """In the mount, where nobody has the file open."""
    stored.ask(lambda store: store.write("/a.md", "through the library\n"))
    assert (stored.folder / "a.md").read_text(encoding="utf-8") == "through the library\n"
    stored.ask(lambda store: store.delete_at("/a.md"))
    assert os.listdir(stored.folder) == []


def test_personal_data_is_refused_at_the_close(stored: Stored) -> None:
    """The program is told by number, the host by sentence; the file is as it was, and it waits."""
    path = stored.folder / "a.md"
    path.write_text("kept\n", encoding="utf-8")
    for end in (os.close, os.fsync):
        file = os.open(path, os.O_WRONLY | os.O_TRUNC)
        os.write(file, f"the card is {CARD}\n".encode())
        with pytest.raises(PermissionError):
            end(file)
        if end is os.fsync:
            os.close(file)
        assert path.read_text(encoding="utf-8") == "kept\n"
    assert stored.ask(lambda store: [one.path for one in store.waiting()])
    told = stored.mounted.stop()
    assert "not written: Line 1 holds personal data (card_number)" in told
    assert CARD not in told


def opened(path: Path, flags: int) -> None:
    os.close(os.open(path, flags, 0o644))


def written(path: Path, data: bytes) -> None:
    file = os.open(path, os.O_WRONLY | os.O_CREAT)
    try:
        os.write(file, data)
    finally:
        os.close(file)


def deep(at: Path) -> None:
    """Folder in folder, deeper than a path may be."""
    for name in DEEP.split("/"):
        at = at / name
        os.mkdir(at)


REFUSED: tuple[tuple[str, int, Callable[[Path], object]], ...] = (
    ("a secret", errno.EACCES, lambda at: written(at / "s.md", f"key {KEY}".encode())),
    ("personal data", errno.EACCES, lambda at: written(at / "s.md", CARD.encode())),
    ("too large", errno.EFBIG, lambda at: written(at / "s.md", b"x" * (CONTENT_BYTES + 1))),
    ("grown too large", errno.EFBIG, lambda at: os.truncate(at / "a.md", CONTENT_BYTES + 1)),
    ("no text", errno.EILSEQ, lambda at: written(at / "s.md", b"\xff\xfe")),
    ("a device of Windows", errno.EINVAL, lambda at: written(at / "CON.md", b"x")),
    ("a device for a folder", errno.EINVAL, lambda at: os.mkdir(at / "nul")),
    ("a backslash", errno.EINVAL, lambda at: written(at / "a\\b.md", b"x")),
    ("a control character", errno.EINVAL, lambda at: written(at / "a\x01.md", b"x")),
    ("a percent code", errno.EINVAL, lambda at: os.rename(at / "a.md", at / "%2e.md")),
    ("a name of no encoding", errno.EINVAL, lambda at: written(at / "\udcff.md", b"x")),
    ("a long name", errno.ENAMETOOLONG, lambda at: written(at / LONG, b"x")),
    ("a long folder", errno.ENAMETOOLONG, lambda at: os.mkdir(at / LONG)),
    ("too deep", errno.ENAMETOOLONG, deep),
    ("there already", errno.EEXIST, lambda at: opened(at / "a.md", os.O_CREAT | os.O_EXCL)),
    ("a folder already", errno.EEXIST, lambda at: os.mkdir(at / "full")),
    ("a file already", errno.EEXIST, lambda at: os.mkdir(at / "a.md")),
    ("not empty", errno.ENOTEMPTY, lambda at: os.rmdir(at / "full")),
    ("onto a full folder", errno.ENOTEMPTY, lambda at: os.rename(at / "empty", at / "full")),
    ("below a file", errno.ENOTDIR, lambda at: written(at / "a.md" / "b.md", b"x")),
    ("a file as a folder", errno.ENOTDIR, lambda at: os.rmdir(at / "a.md")),
    ("a folder onto a file", errno.ENOTDIR, lambda at: os.rename(at / "full", at / "a.md")),
    ("a list of a file", errno.ENOTDIR, lambda at: os.listdir(at / "a.md")),
    ("a folder as a file", errno.EISDIR, lambda at: opened(at / "full", os.O_WRONLY)),
    ("a folder unlinked", errno.EISDIR, lambda at: os.unlink(at / "full")),
    ("a file onto a folder", errno.EISDIR, lambda at: os.rename(at / "a.md", at / "full")),
    ("into itself", errno.EINVAL, lambda at: os.rename(at / "full", at / "full" / "x")),
    ("not there", errno.ENOENT, lambda at: opened(at / "none.md", os.O_RDONLY)),
    ("removed, not there", errno.ENOENT, lambda at: os.unlink(at / "none.md")),
    ("moved, not there", errno.ENOENT, lambda at: os.rename(at / "none.md", at / "b.md")),
    ("a link", errno.EPERM, lambda at: os.symlink("/etc/passwd", at / "l.md")),
    ("a hard link", errno.EPERM, lambda at: os.link(at / "a.md", at / "l.md")),
    ("written where read", errno.EBADF, lambda at: read_only_descriptor(at / "a.md")),
)


def read_only_descriptor(path: Path) -> None:
    file = os.open(path, os.O_RDONLY)
    try:
        os.write(file, b"x")
    finally:
        os.close(file)


def test_every_refusal_has_its_number(one: Stored) -> None:
    """And leaves everything as it was."""
    (one.folder / "a.md").write_text("kept\n", encoding="utf-8")
    (one.folder / "full").mkdir()
    (one.folder / "full" / "b.md").write_text("kept too\n", encoding="utf-8")
    (one.folder / "empty").mkdir()
    found: dict[str, int | None] = {}
    for name, _, act in REFUSED:
        try:
            act(one.folder)
            found[name] = None
        except OSError as error:
            found[name] = error.errno
    names = {name: errno.errorcode.get(number or 0) for name, number in found.items()}
    assert names == {name: errno.errorcode[number] for name, number, _ in REFUSED}
    listed = one.ask(lambda store: [(each.path, each.size) for each in store.listing()])
    assert listed == [("/a.md", 5), ("/full/b.md", 9)]


def test_a_full_store_has_no_space(one: Stored) -> None:
    """A file more is refused; one that is there can still be written."""

    def fill(store: StoreFiles) -> None:
        for number in range(FILES_IN_STORE):
            assert store.create(f"/{number % 40:02}/{number:04}.md", "").kept

    one.ask(fill)
    with pytest.raises(OSError, match="No space") as caught:
        written(one.folder / "more.md", b"x")
    assert caught.value.errno == errno.ENOSPC
    written(one.folder / "00" / "0000.md", b"x")
    assert os.statvfs(one.folder).f_ffree == 0


READ_ONLY: tuple[Callable[[Path], object], ...] = (
    lambda at: written(at / "new.md", b"x"),
    lambda at: opened(at / "a.md", os.O_WRONLY),
    lambda at: opened(at / "a.md", os.O_RDWR | os.O_TRUNC),
    lambda at: os.truncate(at / "a.md", 0),
    lambda at: os.unlink(at / "a.md"),
    lambda at: os.rename(at / "a.md", at / "b.md"),
    lambda at: os.mkdir(at / "d"),
    lambda at: os.rmdir(at / "full"),
    lambda at: os.symlink("x", at / "l.md"),
    lambda at: os.link(at / "a.md", at / "l.md"),
    lambda at: os.chmod(at / "a.md", 0o600),
    lambda at: os.utime(at / "a.md"),
)


def test_read_only_refuses_every_change(tmp_path: Path) -> None:
    """As a read-only file system does, whatever the call."""
    with stratal.open(tmp_path / "a.db", embedder=None) as memory:
        files = memory.session(ANA, id="host").files
        store = files.open(str(files.create("notes").id))
        store.create("/a.md", "kept\n")
        store.create("/full/b.md", "kept\n")
        before = store.store().seq
    mounted = Mounted(tmp_path / "a.db", tmp_path / "notes", read_only=True)
    try:
        for act in READ_ONLY:
            with pytest.raises(OSError, match="Read-only") as caught:
                act(mounted.folder)
            assert caught.value.errno == errno.EROFS
        assert mounted.sh("cat a.md full/b.md") == "kept\nkept\n"
    finally:
        mounted.stop()
    with stratal.open(tmp_path / "a.db", embedder=None) as memory:
        files = memory.session(ANA, id="host").files
        assert files.open(files.named("notes").id).store().seq == before


@pytest.mark.parametrize(
    ("error", "number"),
    [
        (Busy(30.0), errno.EAGAIN),
        (StaleRevision("file", "/a.md", expected="a", current="b"), errno.EAGAIN),
        (NotFound("file", "/a.md"), errno.ENOENT),
        (DatabaseUnusable("a.db", "is damaged", "restore it"), errno.EIO),
        (PathConflict("/a", other="/a", file="1"), errno.EEXIST),
        (PathConflict("/a/b", other="/a", file="1"), errno.ENOTDIR),
        (PathConflict("/a", other="/a/b", file="1"), errno.EISDIR),
    ],
)
def test_what_cannot_be_brought_about_has_a_number_too(error: StratalError, number: int) -> None:
    """A database that is held, damaged, or changed by others in between."""
    assert errno_of(error) == number


def test_the_stores_of_a_conversation_stand_side_by_side(tmp_path: Path) -> None:
    """Each a folder by its slug, to be written or not; between two of them a file is copied."""
    address = tmp_path / "a.db"
    with stratal.open(address, embedder=None) as memory:
        files = memory.session(ANA, id="monday").files
        reference, mine = (str(files.create(name).id) for name in ("Team reference", "Notes"))
        files.open(reference).create("/vpn.md", "VPN first\n")
        files.attach(reference, access="read_only")
        files.attach(mine)
    mounted = Mounted(address, tmp_path / "notes", attached_to="monday")
    try:
        assert mounted.sh("ls") == "notes\nteam-reference\n"
        mounted.sh(
            "mkdir notes/deep && echo one > notes/deep/a.md && sed -i s/one/two/ notes/deep/*"
        )
        mounted.sh("cat team-reference/vpn.md >> notes/deep/a.md && mv notes/deep notes/done")
        assert mounted.sh("grep -rh VPN .").count("VPN first") == 2
        assert mounted.sh("cat notes/done/a.md") == "two\nVPN first\n"
        for command in ("echo x > team-reference/x.md", "rm team-reference/vpn.md"):
            assert "Read-only file system" in mounted.sh(command, fails=True)
        mounted.sh("mv team-reference/vpn.md notes/", fails=True)
        for act, number in (
            (lambda: os.rename(mounted.folder / "notes" / "done" / "a.md",
                               mounted.folder / "team-reference" / "a.md"), errno.EXDEV),
            (lambda: os.mkdir(mounted.folder / "more"), errno.EACCES),
            (lambda: os.rmdir(mounted.folder / "notes"), errno.EACCES),
            (lambda: written(mounted.folder / "a.md", b"x"), errno.EACCES),
            (lambda: os.listdir(mounted.folder / "none"), errno.ENOENT),
        ):  # fmt: skip
            with pytest.raises(OSError, match=os.strerror(number)):
                act()
        assert os.statvfs(mounted.folder).f_files == 2 * FILES_IN_STORE
    finally:
        told = mounted.stop()
    assert "team-reference, read-only" in told
    with stratal.open(address, embedder=None) as memory:
        store = memory.session(ANA, id="monday").files.open(mine)
        assert store.read("/done/a.md").content == "two\nVPN first\n"
        assert {one.via for one in store.history.versions()} == {"mount"}


def test_a_mount_of_nothing_is_refused(tmp_path: Path) -> None:
    """A conversation without stores, and arguments that do not go together."""
    (tmp_path / "notes").mkdir()
    for words, status in (
        (["--attached", str(tmp_path / "notes")], 3),
        (["--attached", "notes", str(tmp_path / "notes")], 2),
        (["notes"], 2),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "stratal", "mount", *words, "--database",
             str(tmp_path / "a.db"), "--user", "ana", "--embedder", "none"],
            capture_output=True,
            check=False,
            timeout=60,
        )  # fmt: skip
        assert done.returncode == status, done.stderr
