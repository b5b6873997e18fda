"""What is in a database is found, wherever it lies, and what is not is not."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import apsw
import psycopg
import pytest
from tests.behaviour.conftest import Sessions
from tests.planted import Planted, plant

from stratal import ConversationTarget, InvalidValue, Memory
from stratal.cli.app import run
from stratal.flows.absence import Absence, look_for
from stratal.storage.database import Database
from stratal.storage.postgresql import PostgresDatabase
from stratal.storage.sqlite import SqliteDatabase
from stratal.testing import HashEmbedder
from stratal.testing.postgresql import TestDatabase
from stratal.text.traces import Form

SAID = "The lighthouse keeper hates Fridays, 守塔人讨厌星期五。"
TUNER = "The harpsichord tuner sleeps till noon, 调音师睡到中午。"
"""Said in one test alone: a server's pages keep what the tests before it left there."""
UNSAID = ("A cobalt ibex yodels in Quetzaltenango.", "紫鹭在琉璃塔上吹笙簧。")
SECOND = "My sister Ottoline keeps forty bees."


@pytest.fixture
def embedder() -> HashEmbedder:
    return HashEmbedder()


@pytest.fixture
def whole(database: Database, request: pytest.FixtureRequest) -> Iterator[Database]:
    """The database as whoever may read its files opens it."""
    if isinstance(database, SqliteDatabase):
        yield database
        return
    emptied: TestDatabase = request.getfixturevalue("emptied_database")
    with warnings.catch_warnings(action="ignore"):
        opened = PostgresDatabase(emptied.superuser)
    yield opened
    opened.close()


@pytest.fixture
def execute(database: Database, request: pytest.FixtureRequest) -> Callable[[str], None]:
    """Run a statement behind the back of every layer."""

    def sqlite(statement: str) -> None:
        with closing(apsw.Connection(database.name)) as file:
            file.execute(statement)

    def postgresql(statement: str) -> None:
        emptied: TestDatabase = request.getfixturevalue("emptied_database")
        with psycopg.connect(emptied.superuser, autocommit=True) as server:
            server.execute(statement)

    return sqlite if isinstance(database, SqliteDatabase) else postgresql


def find(database: Database, *texts: str, user: str | None = "ana") -> Absence:
    return look_for(database, texts, tenant="acme", user=user)


def where(absence: Absence, *forms: Form) -> set[str]:
    """The places in which something was found, in one of the forms if any are named."""
    return {
        place.name
        for place in absence.places
        for one in place.found
        if not forms or one.form in forms
    }


def in_files(absence: Absence) -> list[str]:
    return [place.name for place in absence.places if place.unit == "bytes" and place.found]


def compacted(database: Database, execute: Callable[[str], None]) -> None:
    """Nothing is left of what was deleted."""
    if isinstance(database, SqliteDatabase):
        execute("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
    else:
        execute("VACUUM (FULL, ANALYZE)")


def test_every_planted_mark_is_found(whole: Database, memory: Memory, tmp_path: Path) -> None:
    """In every layer, in the index and in the files; and not where another person's data is."""
    ana = plant(memory, "ana", folder=tmp_path)
    plant(memory, "bo")
    found = find(whole, *ana.marks())
    assert {one.text for place in found.places for one in place.found} == set(
        range(1, len(ana.marks()) + 1)
    )
    assert {"message", "revision", "checkpoint", "the search index"} <= where(found)
    assert in_files(found)
    texts = [text for place in ana.texts.values() for text in place]
    by_text = find(whole, *texts)
    missed = set(range(1, by_text.texts + 1)) - {
        one.text for place in by_text.places for one in place.found if one.form.proves
    }
    gone = {text for place in ana.gone for text in ana.texts[place]}
    known = list(dict.fromkeys(text.strip() for text in texts))
    assert {known[number - 1] for number in missed} <= {text.strip() for text in gone}


def test_what_was_never_there_is_not_found(whole: Database, memory: Memory) -> None:
    """No alarm in a database full of other things; what was not looked at is named."""
    plant(memory, "bo")
    absence = find(whole, *UNSAID, user=None)
    assert not absence.found, [place for place in absence.places if place.found]
    tables = [place for place in absence.places if place.unit == "rows"]
    assert len(tables) > 40
    unchecked = {place.name for place in absence.unchecked}
    if isinstance(whole, SqliteDatabase):
        assert unchecked == set()
    else:
        assert unchecked == {
            "the server's write-ahead log (pg_wal)",
            "the server's log files, archives and replicas",
        }


def test_without_access_to_files_they_are_not_checked(
    database: Database, sessions: Sessions
) -> None:
    """The role that applications run as sees rows, and the rest is said to be not checked."""
    sessions().conversation.append({"role": "user", "content": SAID})
    absence = find(database, SAID)
    assert "message" in where(absence)
    if isinstance(database, PostgresDatabase):
        [first, *_] = absence.unchecked
        assert first.name == "the server's files"
        assert "superuser" in first.problem


@pytest.mark.parametrize("text", [SAID, SECOND.upper(), "守塔人讨厌星期五", "Ottoline"])
def test_deleted_rows_leave_traces_until_they_are_compacted(
    whole: Database, sessions: Sessions, execute: Callable[[str], None], text: str
) -> None:
    """In the log beside the file, or in the server's pages; then nowhere."""
    session = sessions()
    made = [session.memories.remember(one) for one in (SAID, SECOND)]
    session.recall("keeper bees")
    for one in made:
        assert one.id is not None
        session.memories.delete(one.id)
    absence = find(whole, text)
    assert where(absence) == set(in_files(absence))
    if text != SECOND.upper():  # Bytes are not folded, and no index keeps capitals.
        assert in_files(absence)
    compacted(whole, execute)
    after = find(whole, text)
    assert not after.found, [place for place in after.places if place.found]


def test_a_free_page_is_searched(
    database: Database, sessions: Sessions, execute: Callable[[str], None]
) -> None:
    """What another program deleted without wiping it is still found in the file."""
    if not isinstance(database, SqliteDatabase):
        pytest.skip("a server has pages of its own: see above")
    sessions().conversation.append({"role": "user", "content": SAID * 400})
    with closing(apsw.Connection(database.name)) as file:
        file.execute("PRAGMA secure_delete = OFF; PRAGMA foreign_keys = OFF")
        file.execute("DELETE FROM message; DELETE FROM search_entry")
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    absence = find(database, SAID)
    assert where(absence) == {"stratal.db"}


def test_packed_texts_are_unpacked(whole: Database, sessions: Sessions) -> None:
    """In the rows of checkpoints and states, which are compressed, and in the bytes of the file."""
    session = sessions()
    session.agent_state.create("loop", {"note": SAID})
    session.agent_state.set("loop", {"note": "other"}, expect=1)
    absence = find(whole, SAID)
    assert "agent_state_revision" in where(absence, Form.WHOLE)
    assert in_files(absence)


def test_a_copy_of_before_a_change_of_the_schema_is_searched(
    database: Database, sessions: Sessions
) -> None:
    """It lies beside the file, and whoever erases forgets it."""
    if not isinstance(database, SqliteDatabase):
        pytest.skip("a server keeps no copy")
    copy = Path(f"{database.name}.before-0002")
    copy.write_bytes(b"x" * 999_990 + SAID.encode())
    absence = find(database, SAID)
    assert where(absence) == {copy.name}
    # Across the border of two chunks, and told by where it is.
    [found] = [one for place in absence.places for one in place.found if one.form is Form.WHOLE]
    assert found.where == "byte 999,990"


def test_what_another_person_said_is_theirs(whole: Database, sessions: Sessions) -> None:
    """Counted, and no finding; the files prove nothing then, and that is said."""
    sessions("bo").conversation.append({"role": "user", "content": SECOND})
    absence = find(whole, SECOND)
    assert not absence.found, [place for place in absence.places if place.found]
    by_name = {place.name: place for place in absence.places}
    assert by_name["message"].theirs
    assert sum(place.unclear for place in absence.places)
    assert find(whole, SECOND, user=None).found


def test_what_is_cold_is_somebodys_too(whole: Database, sessions: Sessions) -> None:
    """The index of what another person forgot is theirs; that of the person's own is found."""
    for user in ("ana", "bo"):
        made = sessions(user).memories.remember("The organ grinder left at dawn.")
        assert made.id is not None
        sessions(user).memories.forget(made.id)
    by_name = {place.name: place for place in find(whole, "The organ grinder left").places}
    index = by_name["the search index"]
    assert (index.theirs, sum(one.times for one in index.found)) == (1, 1)


def test_a_word_by_itself_is_told_and_no_finding(
    whole: Database, sessions: Sessions, execute: Callable[[str], None]
) -> None:
    """Everybody uses words: in a row, and in the bytes of what somebody else had deleted."""
    session = sessions("bo", scopes=("repo:trip",))
    made = session.memories.remember("A harpsichord stands in the north.")
    absence = find(whole, TUNER)
    assert not absence.found, [place for place in absence.places if place.found]
    by_name = {place.name: place for place in absence.places}
    assert by_name["revision"].words
    assert made.id is not None
    session.memories.delete(made.id)
    absence = find(whole, TUNER)
    assert not absence.found, [place for place in absence.places if place.found]
    assert sum(place.words for place in absence.places if place.unit == "bytes")
    compacted(whole, execute)
    assert not sum(place.words for place in find(whole, TUNER).places)


@pytest.mark.parametrize(
    ("said", "asked", "form"),
    [
        # Half of a message, in another's words: a run of it is this text and no other.
        (
            "He told me that the bassoon player from Odense keeps eleven parrots, and then left.",
            "Yesterday the bassoon player from Odense keeps eleven parrots at the window.",
            Form.RUN,
        ),
        (
            "听说那位吹巴松管的老人养了十一只鹦鹉后来走了",
            "隔壁吹巴松管的老人养了十一只鹦鹉真吵",
            Form.RUN,
        ),
        (
            "Reach me at odense.bassoon@example.org.",
            "Odense.Bassoon@example.org is mine",
            Form.IDENTIFIER,
        ),
        (
            "The box is DK5000400440116243 by now.",
            "My account: DK5000400440116243",
            Form.IDENTIFIER,
        ),
        ("Ring 4527348816 at noon.", "It was 4527348816, or so", Form.IDENTIFIER),
    ],
)
def test_what_is_somebodys_own_is_found_in_what_is_gone(
    whole: Database,
    sessions: Sessions,
    execute: Callable[[str], None],
    said: str,
    asked: str,
    form: Form,
) -> None:
    """Several words in a row, an address, a long number: by itself each tells of the person."""
    session = sessions(scopes=("repo:trip",))
    sent = session.conversation.append({"role": "user", "content": said})
    assert sent.kept
    for table in ("search_entry", "message"):
        execute(f"DELETE FROM {table}")
    absence = find(whole, asked)
    assert form in {one.form for place in absence.places for one in place.found}
    compacted(whole, execute)
    assert not find(whole, asked).found


LONG = " ".join(f"Crate {number} goes to quay {number % 23}." for number in range(400))


@pytest.mark.parametrize("repeated", [40, 1], ids=["in its row", "in pieces"])
def test_a_long_text_that_the_server_packed_is_found(
    whole: Database,
    memory: Memory,
    sessions: Sessions,
    repeated: int,
) -> None:
    """An erased one stands packed in its page until the tables are written anew, then nowhere."""
    said = f"The glass blower of quay {repeated} never sings, 玻璃匠从不唱歌{repeated}。"
    text = f"{said} " * repeated if repeated > 1 else f"{LONG} {said} {LONG[::-1]}"
    session = sessions()
    session.conversation.append({"role": "user", "content": text})
    if isinstance(whole, PostgresDatabase):
        assert said.encode() not in b"".join(contents(whole))
    erasing = memory.erasing("acme", asked_by="ana")
    erasing.erase(ConversationTarget(user="ana", conversation="monday"))
    if isinstance(whole, PostgresDatabase):
        assert said.encode() not in b"".join(contents(whole))
        found = find(whole, said)
        assert in_files(found)
        assert not any(one.unit == "rows" and one.found for one in found.places)
        whole.compact(erasing.to_compact())
    after = find(whole, said)
    assert not after.found, [place for place in after.places if place.found]
    assert [place for place in after.places if place.not_unpacked] == []


def contents(whole: Database) -> list[bytes]:
    """The bytes of every file in which rows are."""
    with whole.bare("acme") as bare:
        found = []
        for file in bare.files():
            if file.parts is not None and "message" in file.name:
                with file.parts() as parts:
                    found.append(b"".join(parts))
        return found


def test_a_text_across_the_border_of_pages_is_found(
    database: Database, sessions: Sessions, execute: Callable[[str], None]
) -> None:
    """Also in pages that are free: each of these stands in one, and some in two."""
    if not isinstance(database, SqliteDatabase):
        pytest.skip("a server has no value across pages: see above")
    texts = [f"Brick {number} is {number * 7919}." for number in range(3_000)]
    sessions().conversation.append({"role": "user", "content": " ".join(texts)})
    with closing(apsw.Connection(database.name)) as file:
        file.execute("PRAGMA secure_delete = OFF; PRAGMA foreign_keys = OFF")
        # So that what lists the free pages is not one of those that held it.
        file.execute("CREATE TABLE spare AS SELECT zeroblob(20000) AS x; DROP TABLE spare")
        file.execute("DELETE FROM message; DELETE FROM search_entry")
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    raw = Path(database.name).read_bytes()
    split = [text for text in texts if text.encode() not in raw]
    assert split
    absence = find(database, *split)
    assert {one.text for place in absence.places for one in place.found} == {
        *range(1, len(split) + 1)
    }


def test_a_packed_term_of_an_entry_that_is_gone_is_found(
    whole: Database, memory: Memory, execute: Callable[[str], None]
) -> None:
    """The index must not tell that somebody used a word, even one that others use as well."""
    plant(memory, "ana")
    clean = find(whole, "from the north pier of the bell")
    assert "the search index" not in where(clean)
    execute("DELETE FROM search_entry WHERE terms LIKE '%bell%'")
    assert "the search index" in where(find(whole, "bell rang"))


def test_too_short_a_text_is_refused(database: Database) -> None:
    """What stands everywhere proves nothing."""
    with pytest.raises(InvalidValue, match=r"text 2.*too short"):
        find(database, SAID, "a")


def planted_file(folder: Path, ana: Planted) -> Path:
    file = folder / "texts.txt"
    lines = [json.dumps(text) for text in ana.texts["message"]]
    file.write_text("\n".join([*lines, "", *ana.marks("memory")]), encoding="utf-8")
    return file


def test_the_command_line(
    address: str, memory: Memory, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Texts come from a file, a line each or a JSON string; status 1 if one is found."""
    ana = plant(memory, "ana")
    file = planted_file(tmp_path, ana)
    arguments = ["prove-absence", "--database", address, "--tenant", "acme", "--user", "ana"]
    assert run([*arguments, str(file)]) == 1
    told = capsys.readouterr().out
    assert "message" in told
    assert ana.marks("memory")[0] not in told
    assert run([*arguments, str(file), "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert (document["found"], document["texts"]) == (True, 3)
    assert run([*arguments, "--text", UNSAID[0]]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "Not found" in told
    assert run([*arguments, str(tmp_path / "none.txt")]) == 2
    assert run(arguments) == 2
