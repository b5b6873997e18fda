"""The doctor finds what disagrees, a rebuild mends what is derived and touches nothing else."""

from __future__ import annotations

import json
import warnings
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import apsw
import psycopg
import pytest
from tests.property.activity import LONG, TOKEN, Activity

import stratal
from stratal import (
    Item,
    Layer,
    Memory,
    MemoryEvidence,
    MessageEvidence,
    Principal,
    Scope,
    Status,
    TimeOrderedIds,
    Topic,
    default_policy,
)
from stratal.cli.app import run
from stratal.serve.keys import Keys
from stratal.storage import cells, index_examined, jobs, search
from stratal.storage.database import Database
from stratal.storage.jobs import NewJob
from stratal.storage.migrations import migrations, newest
from stratal.storage.postgresql import PostgresDatabase, UnsafeRoleWarning
from stratal.storage.sqlite import SQLITE, SqliteDatabase
from stratal.testing import FailingSummarizer, HashEmbedder, ScriptedModel
from stratal.testing.clock import ManualClock
from stratal.testing.postgresql import RUNTIME, PostgresServer, TestDatabase
from stratal.upkeep.doctor import Code, Report, examine
from stratal.upkeep.rebuild import rebuild

ANA = Principal(tenant="acme", user="ana")
TOPIC = Topic(subject="build", attribute="tool")
TWICE = "# Ferry\n\nHow it is run.\n\n"
FERRY = f"{TWICE}# 登船\n\n从北码头上船。\n\n# Keys\n\n{{}}\n\n{TWICE}"
LOG_AND_RECORDS = (
    "conversation",
    "message",
    "retraction",
    "event",
    "event_log",
    "event_retraction",
    "record",
    "revision",
    "evidence",
    "tombstone",
    "task",
    "checkpoint",
    "task_head",
    "payload",
    "scratch",
    "agent_state",
    "agent_state_revision",
    "document",
    "document_version",
    "chunk",
    "chunk_place",
    "compaction",
    "compaction_failure",
    "page",
    "page_read",
    "context",
    "context_text",
    "context_part",
    "context_item",
    "run",
    "run_reply",
    "run_item",
    "spend",
    "entry_evidence",
    "conversation_summary",
    "usage_report",
    "question",
    "consent",
    "job",
    "sweep",
    "sweep_action",
    "recall_use",
    "recall_day",
)


TABLES = """
SELECT table_name::text FROM information_schema.columns
WHERE column_name = 'tenant' AND table_schema = 'public'
"""


class Raw:
    """The tables as they lie there, behind the back of every layer; keys are not looked at."""

    def __init__(self, sqlite: str, postgresql: str) -> None:
        self._sqlite = sqlite
        self._postgresql = postgresql

    def run(self, *statements: str) -> list[list[tuple[Any, ...]]]:
        """Run statements; the rows of each."""
        if self._sqlite:
            with closing(apsw.Connection(self._sqlite)) as file:
                file.execute("PRAGMA foreign_keys = OFF")
                return [list(file.execute(statement)) for statement in statements]
        with psycopg.connect(self._postgresql, autocommit=True) as server:
            server.execute("SET session_replication_role = replica")
            cursors = [server.execute(statement) for statement in statements]
            return [cursor.fetchall() if cursor.description else [] for cursor in cursors]

    def keep(self, folder: Path) -> None:
        """Put a copy of everything into a folder."""
        if self._sqlite:
            with (
                closing(apsw.Connection(self._sqlite)) as file,
                closing(apsw.Connection(str(folder / "copy.db"))) as copy,
            ):
                _copied(file, copy)
            return
        with psycopg.connect(self._postgresql) as server:
            for (table,) in server.execute(TABLES).fetchall():
                with server.cursor().copy(f"COPY {table} TO STDOUT (FORMAT BINARY)") as rows:
                    (folder / table).write_bytes(b"".join(map(bytes, rows)))

    def bring_back(self, folder: Path) -> None:
        """Make a database that is empty what the copy is."""
        if self._sqlite:
            with (
                closing(apsw.Connection(self._sqlite)) as file,
                closing(apsw.Connection(str(folder / "copy.db"))) as copy,
            ):
                _copied(copy, file)
            return
        with psycopg.connect(self._postgresql) as server:
            server.execute("SET session_replication_role = replica")
            for one in folder.iterdir():
                with server.cursor().copy(f"COPY {one.name} FROM STDIN (FORMAT BINARY)") as rows:
                    rows.write(one.read_bytes())

    def dump(self) -> dict[str, list[str]]:
        """Every row of log and records."""
        found = self.run(*(f"SELECT * FROM {table}" for table in LOG_AND_RECORDS))
        return {
            table: sorted(map(repr, rows))
            for table, rows in zip(LOG_AND_RECORDS, found, strict=True)
        }


def _copied(source: apsw.Connection, target: apsw.Connection) -> None:
    with target.backup("main", source, "main") as copying:
        while not copying.done:
            copying.step()


@pytest.fixture
def raw(database: Database, request: pytest.FixtureRequest) -> Raw:
    if isinstance(database, SqliteDatabase):
        return Raw(database.name, "")
    emptied: TestDatabase = request.getfixturevalue("emptied_database")
    return Raw("", emptied.superuser)


@pytest.fixture
def embedder() -> HashEmbedder:
    return HashEmbedder()


@pytest.fixture(scope="module")
def lives(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where what has been lived once is kept, for each kind of database."""
    return tmp_path_factory.mktemp("lives")


@pytest.fixture
def lived(memory: Memory, clock: ManualClock, raw: Raw, lives: Path) -> Memory:
    """A memory with something of everything, embedded, and clean."""
    kept = lives / type(memory.database).__name__
    ended = kept.with_suffix(".end")
    if ended.exists():
        raw.bring_back(kept)
        clock.set(datetime.fromisoformat(ended.read_text()))
        return memory
    live(memory, clock)
    report = examine(memory.database, "acme")
    assert report.clean, report.findings
    assert report.not_embedded == 0
    assert report.looked_at["documents"] == 2
    kept.mkdir()
    raw.keep(kept)
    ended.write_text(clock.now().isoformat())
    return memory


def live(memory: Memory, clock: ManualClock) -> None:
    session = memory.session(ANA, id="monday", scopes=["user:ana", "repo:trip"])
    keys = Keys(database=memory.database, tenant=ANA.tenant, clock=clock)
    keys.create(ANA.user, scopes=["user:ana", "repo:trip"], expires=timedelta(days=90))

    def say(text: str) -> MessageEvidence:
        clock.advance(timedelta(minutes=1))
        said = session.conversation.append({"role": "user", "content": text})
        assert said.id is not None
        return MessageEvidence(conversation="monday", message=said.id, quotation=text)

    said = say("The build runs with pnpm, 因为快。")
    session.conversation.append({"role": "assistant", "content": "Noted: pnpm it is."})
    first = session.memories.remember(
        "The build runs with pnpm, 因为快。", topic=TOPIC, evidence=said
    )
    yarn = "The build runs with yarn."
    assert session.memories.remember(yarn, topic=TOPIC, evidence=say(yarn)).closed
    assert first.id is not None
    lesson = session.memories.remember(
        "Builds with pnpm were fast in spring.", evidence=MemoryEvidence(memory=first.id)
    )
    assert lesson.kept, lesson
    session.memories.remember("Gate 7 opens at nine, 七号门。")
    session.profile.set("language", "中文", evidence=say("请用中文回答我的问题"))
    gone = session.memories.remember("The shed is closed in winter.")
    assert gone.id is not None
    session.memories.delete(gone.id)
    painted = session.memories.remember("The shed was painted in spring.")
    assert painted.id is not None
    memory.erasing("acme", asked_by="dpo").erase(Item(layer=Layer.MEMORIES, id=painted.id))
    say(f"my token is {TOKEN}")
    say("This is a slip of the tongue.")
    session.conversation.retract(1)
    event = session.events.log("Deployed to the shop.", evidence=[said])
    assert event.id is not None
    session.events.log("Rolled back.")
    session.events.retract(event.id)
    task = session.task("t", goal="count the boxes")
    task.add("facts", LONG)
    task.add("facts", "there are nine")
    task.set_goal("count all boxes")
    other = session.task("u", goal="rest")
    other.close("It was done.")
    session.agent_state.create("loop", {"step": 1})
    session.agent_state.patch("loop", {"step": 2})
    documents = session.knowledge
    documents.add("ferry.md", FERRY.format(TOKEN))
    clock.advance(timedelta(minutes=1))
    documents.add("ferry.md", FERRY.format("In the box.") + "# Dogs\n\nOn a lead.\n")
    own = f"# Lantern\n\nIt hangs low.\n\n# Keys\n\nThe token is {TOKEN}.\n"
    documents.add("own.md", own, scope=Scope.of_user("ana"))
    removed = documents.add("gone.txt", "Closed since spring.")
    documents.remove("gone.txt")
    assert removed.id is not None
    talk_long(memory)
    run_flows(memory)
    forget_some(memory)
    with memory.database.write("acme") as tx:
        new = NewJob(kind="later", key="a", lane="a", payload={})
        jobs.enqueue(tx, new, id="job-1", now=clock.now())
    keep_notes(session)
    for _ in range(2):  # One recall embeds 64 of what is missing.
        session.recall(
            "gate",
            layers=(Layer.MEMORIES, Layer.CONVERSATION, Layer.EVENTS, Layer.KNOWLEDGE, Layer.FILES),
        )
    lay_out(memory)


def keep_notes(session: stratal.Session) -> None:
    """A store with a list of its own, files that were changed, moved, deleted and redacted."""
    store = session.files.create("notes", index_by="automatic").id
    assert store is not None
    files = session.files.open(store)
    for name in ("gate", "yard", "shed"):
        files.create(f"/{name}.md", f"# The {name}\nIts key hangs by the door.\n")
    files.write("/gate.md", "# The gate\nIts key is with Bo.\n")
    files.move("/yard.md", "/out/yard.md")
    files.delete_at("/shed.md")
    files.history.redact(1)


def talk_long(memory: Memory) -> None:
    """A conversation with two summaries and one that failed, a page read, a context recorded."""
    session = memory.session(ANA, id="long", scopes=["user:ana", "repo:trip"])
    for number in range(14):
        said = {"role": "user", "content": f"Count the boxes of shelf {number}."}
        session.conversation.append(said)
        session.conversation.append({"role": "assistant", "content": f"There are {number + 3}."})
        if number == 6:
            session.conversation.retract(2)
            assert session.compact(keep=4).kept
    session.compact(keep=4, summarizer=FailingSummarizer(RuntimeError("it is out")))
    assert session.compact(keep=4).kept
    session.page_in(session.compactions.pages(9)[0][0].handle)
    made = session.context(system="Be brief.", stage="summarize", record=True)
    assert made.block("summary") is not None


def run_flows(memory: Memory) -> None:
    """Runs with and without a model, an ended conversation, usage, and a change of mind."""
    session = memory.session(ANA, id="flows", scopes=["user:ana", "repo:trip"])
    session.conversation.append({"role": "user", "content": "The crane lifts nine tons."})
    session.conversation.append({"role": "assistant", "content": "Nine tons, noted."})
    task = session.task("crane", goal="load the barge")
    cited = {"message": 1, "quotation": "The crane lifts nine tons."}
    delta: dict[str, Any] = {"decisions": [], "open": [], "artifacts": []}
    delta["facts"] = [
        {"text": "The crane lifts nine tons.", "evidence": [cited]},
        {"text": "The crane is red.", "evidence": []},
    ]
    [report] = session.consolidate(task, model=ScriptedModel("I cannot say.", delta))
    assert len(task.evidence()) == 1, report
    closed = session.close_task(task, "The barge is loaded with nine crates.")
    assert [one for one in closed if one.layer == Layer.MEMORIES and one.kept]
    assert session.end() is not None
    session.conversation.append({"role": "user", "content": "One more crate came."})
    assert session.end() is not None
    session.memories.remember("Always open an urgent ticket if the crane stops.")
    session.context(model="m").report_usage(input_tokens=70, output_tokens=9, model="m")
    session.consent.withdraw(Layer.EVENTS, reason="for a while")
    session.consent.give()


def forget_some(memory: Memory) -> None:
    """Two memories that say the same become one, after a prompt has had them."""
    session = memory.session(ANA, id="long", scopes=["user:ana", "repo:trip"])
    session.memories.remember("The lamp of the shed is lit at dusk.")
    policy = memory.policy
    # What says the same as something that is there would be united with it as it is written.
    memory.policy = replace(policy, memories=replace(policy.memories, merge_above=None))
    apart = memory.session(ANA, id="long", scopes=["user:ana", "repo:trip"])
    apart.memories.remember("Lamp of the shed lit at dusk")
    memory.policy = policy
    assert session.context("When is the lamp lit?").block("recalled") is not None
    memory.uses.flush()
    assert memory.sweep("acme").count == 2


def lay_out(memory: Memory) -> None:
    """Give the first space with vectors the cells that only a large one needs."""
    with memory.database.write("acme") as tx:
        space = min(one.no for one in index_examined.spaces(tx) if one.entries)
        vectors = tx.vectors(generation=1, space=space, after=0, limit=100)
        some = list(vectors.values())
        centres = cells.first_centres(some, len(some))
        dimension = len(some[0]) // 4
        cells.begin(tx, 1, space, centres, dimension=dimension, vectors=len(some))
        cells.fill(tx, 1, space, vectors)
        cells.finish(tx, 1, space)


@dataclass(frozen=True, kw_only=True, slots=True)
class Damage:
    """What somebody does to the tables, and what the doctor calls it."""

    name: str
    code: Code
    sql: tuple[str, ...]


def damage(name: str, code: Code, *sql: str) -> Any:
    return pytest.param(Damage(name=name, code=code, sql=sql), id=name)


DAMAGE = (
    damage(
        "an erasure was broken off",
        Code.ERASURE,
        "UPDATE erasure SET state = 'running', logical_at = NULL, physical_at = NULL",
    ),
    damage("an erasure has no receipt", Code.ERASURE, "UPDATE erasure SET signature = ''"),
    damage(
        "what was erased is still named",
        Code.ERASURE,
        "INSERT INTO erasure_mark SELECT tenant, id, 'memory', '', '', 'x', 0 FROM erasure",
    ),
    damage("a key ended before it was made", Code.KEY, "UPDATE api_key SET expires_at = 1"),
    damage("a key has no digest", Code.KEY, "UPDATE api_key SET digest = 'x'"),
    damage(
        "a key is for another person's scope",
        Code.KEY,
        "UPDATE api_key SET scopes = '[\"user:ben\"]'",
    ),
    damage("a key's scopes are unreadable", Code.KEY, "UPDATE api_key SET scopes = '['"),
    damage("a sweep never ended", Code.SWEEP, "UPDATE sweep SET ended_at = NULL"),
    damage("a sweep lost what it did", Code.SWEEP, "DELETE FROM sweep_action"),
    damage(
        "a sweep did something else",
        Code.SWEEP,
        "UPDATE sweep_action SET written = written + 1 WHERE act = 'merge'",
    ),
    damage(
        "what was set aside has no time", Code.SWEEP, "UPDATE sweep_action SET act = 'set_aside'"
    ),
    damage("what never was is used", Code.USES, "UPDATE recall_use SET item = item || '?'"),
    damage("it was used less than once", Code.USES, "UPDATE recall_use SET uses = 0"),
    damage("more recalls had something", Code.USES, "UPDATE recall_day SET hits = recalls + 1"),
    damage("a store counts more files", Code.FILE_NUMBERS, "UPDATE store SET files = files + 1"),
    damage(
        "a change of a store is lost", Code.FILE_NUMBERS, "DELETE FROM file_version WHERE seq = 3"
    ),
    damage(
        "a version was made before the last",
        Code.FILE_NUMBERS,
        "UPDATE file_version SET created_at = created_at - 1000000 WHERE seq = 4",
    ),
    damage(
        "a file has another path",
        Code.FILE_HEAD,
        "UPDATE file SET path = '/other.md' WHERE path = '/gate.md'",
    ),
    damage("a file is gone", Code.FILE_HEAD, "DELETE FROM file WHERE path = '/gate.md'"),
    damage(
        "a version says something else",
        Code.FILE_TEXT,
        "UPDATE file_version SET size = size + 1 WHERE seq = 3",
    ),
    damage(
        "a redacted version is back",
        Code.FILE_TEXT,
        "UPDATE file_version SET path = '/gate.md' WHERE seq = 1",
    ),
    damage(
        "a file is also a folder",
        Code.FILE_PATH,
        "UPDATE file SET path = '/out' WHERE path = '/gate.md'",
    ),
    damage(
        "a message is changed",
        Code.MESSAGE_CHANGED,
        """UPDATE message SET body = '{"content":"other words","role":"user"}' WHERE seq = 1""",
    ),
    damage("a message is lost", Code.MESSAGE_NUMBERS, "DELETE FROM message WHERE seq = 2"),
    damage(
        "the last message is lost",
        Code.MESSAGE_NUMBERS,
        "UPDATE conversation SET last_seq = last_seq + 1",
    ),
    damage(
        "a message has no role that there is",
        Code.MESSAGE_UNREADABLE,
        "UPDATE message SET role = 'ghost' WHERE seq = 2",
    ),
    damage(
        "a message is no JSON",
        Code.MESSAGE_UNREADABLE,
        "UPDATE message SET body = '{' WHERE seq = 2",
    ),
    damage(
        "a message is of a zone that there is not",
        Code.MESSAGE_UNREADABLE,
        "UPDATE message SET time_zone = 'Mars/Base' WHERE seq = 2",
    ),
    damage(
        "a retraction takes what never was",
        Code.RETRACTION,
        "UPDATE retraction SET to_seq = 999",
    ),
    damage("an event is lost", Code.EVENT_NUMBERS, "DELETE FROM event WHERE seq = 2"),
    damage("a time line is not counted", Code.EVENT_NUMBERS, "DELETE FROM event_log"),
    damage(
        "an event cannot be read",
        Code.EVENT_UNREADABLE,
        "UPDATE event SET source = 'rumour' WHERE seq = 1",
    ),
    damage(
        "an event cites what nobody said",
        Code.EVIDENCE_MISSING,
        "UPDATE event SET evidence = replace(evidence, 'pnpm', 'cmake')",
    ),
    damage(
        "a record has no current revision",
        Code.CURRENT_REVISION,
        "UPDATE revision SET known_to = known_from WHERE known_to IS NULL AND revision = 1",
    ),
    damage(
        "the first revision is lost",
        Code.REVISION_NUMBERS,
        "DELETE FROM revision WHERE revision = 1 AND known_to IS NOT NULL",
    ),
    damage(
        "known times do not meet",
        Code.KNOWN_TIME,
        "UPDATE revision SET known_to = known_to + 1 WHERE known_to IS NOT NULL",
    ),
    damage(
        "a value ends before it begins",
        Code.VALID_TIME,
        "UPDATE revision SET valid_to = valid_from - 1 WHERE status = 'superseded'",
    ),
    damage(
        "two values hold at once",
        Code.OVERLAP,
        "UPDATE revision SET valid_to = valid_to + 1 WHERE status = 'superseded'",
    ),
    damage(
        "a revision is of another scope than its record",
        Code.COPIES_DIFFER,
        "UPDATE revision SET scope = 'repo:other' WHERE status = 'superseded'",
    ),
    damage(
        "a scope is none",
        Code.RECORD_UNREADABLE,
        "UPDATE record SET scope = 'No Scope' WHERE subject IS NULL",
        "UPDATE revision SET scope = 'No Scope' WHERE subject IS NULL",
    ),
    damage(
        "a status is none",
        Code.RECORD_UNREADABLE,
        "UPDATE revision SET status = 'lost' WHERE status = 'superseded'",
    ),
    damage(
        "a value is superseded by what never was",
        Code.REFERENCE_MISSING,
        "UPDATE revision SET superseded_by = 'nobody' WHERE superseded_by IS NOT NULL",
    ),
    damage(
        "a value supersedes what never was",
        Code.REFERENCE_MISSING,
        """UPDATE revision SET supersedes = '["nobody"]' WHERE supersedes <> '[]'""",
    ),
    damage(
        "what was deleted is back",
        Code.DELETED_IS_BACK,
        "UPDATE tombstone SET id = (SELECT min(id) FROM record) WHERE id = "
        "(SELECT min(id) FROM tombstone WHERE layer = 'memories')",
    ),
    damage(
        "a cited message is not there",
        Code.EVIDENCE_MISSING,
        "UPDATE evidence SET ref = 'nothing' WHERE type = 'message'",
    ),
    damage(
        "a cited memory never was",
        Code.EVIDENCE_MISSING,
        "UPDATE evidence SET ref = 'nothing' WHERE type = 'memory'",
    ),
    damage(
        "a cited text was another",
        Code.EVIDENCE_CHANGED,
        "UPDATE evidence SET digest = 'other' WHERE type = 'message'",
    ),
    damage(
        "a quotation was never said",
        Code.QUOTATION_MISSING,
        "UPDATE evidence SET quotation = 'nobody ever said so' WHERE type = 'message'",
    ),
    damage(
        "evidence is retracted, and its message stands",
        Code.EVIDENCE_STANDING,
        "UPDATE evidence SET standing = 'retracted' WHERE type = 'message'",
    ),
    damage(
        "evidence has expired before its message",
        Code.EVIDENCE_STANDING,
        "UPDATE evidence SET standing = 'expired' WHERE type = 'message'",
    ),
    damage(
        "a checkpoint is lost",
        Code.CHECKPOINT_NUMBERS,
        "UPDATE task SET last_seq = last_seq + 1",
    ),
    damage(
        "a checkpoint follows on none",
        Code.CHECKPOINT_PARENT,
        "UPDATE checkpoint SET parent = 77 WHERE seq = 2",
    ),
    damage(
        "a state of an open task has expired",
        Code.CHECKPOINT_PARENT,
        "UPDATE checkpoint SET patch = NULL, whole = NULL, reason = '' WHERE seq = 2",
    ),
    damage(
        "a checkpoint cannot be made again",
        Code.CHECKPOINT_UNREADABLE,
        """UPDATE checkpoint SET patch = '{"facts":{"drop":["nothing"]}}' WHERE seq = 3""",
    ),
    damage("a head stands nowhere", Code.HEAD_MISSING, "UPDATE task_head SET seq = 77"),
    damage("a task has no head", Code.HEAD_MISSING, "DELETE FROM task_head"),
    damage(
        "a task is open and was closed",
        Code.TASK_STATUS,
        "UPDATE task SET status = 'open' WHERE id = 'u'",
    ),
    damage("a long text is lost", Code.TEXT_MISSING, "DELETE FROM payload"),
    damage("a long text is another", Code.TEXT_CHANGED, "UPDATE payload SET content = 'short'"),
    damage(
        "an agent state is not the one in its history",
        Code.STATE_HISTORY,
        """UPDATE agent_state SET document = '{"step":9}'""",
    ),
    damage(
        "an agent state lacks history",
        Code.STATE_HISTORY,
        "DELETE FROM agent_state_revision WHERE revision = 1",
    ),
    damage(
        "a version is lost",
        Code.VERSION_NUMBERS,
        "DELETE FROM document_version WHERE version = 1 AND known_to IS NOT NULL",
    ),
    damage(
        "the current version is none",
        Code.VERSION_NUMBERS,
        "UPDATE document SET current_version = 3 WHERE name = 'ferry.md'",
    ),
    damage(
        "versions are known at once",
        Code.KNOWN_TIME,
        "UPDATE document_version SET known_to = known_to + 1 WHERE known_to IS NOT NULL",
    ),
    damage(
        "the last version is known no longer",
        Code.KNOWN_TIME,
        "UPDATE document_version SET known_to = known_from WHERE version = 2",
    ),
    damage(
        "a document is of no scope that there is",
        Code.DOCUMENT_UNREADABLE,
        "UPDATE document SET scope = 'No Scope' WHERE name = 'ferry.md'",
    ),
    damage(
        "what is said of a document is no JSON",
        Code.DOCUMENT_UNREADABLE,
        "UPDATE document_version SET metadata = '{' WHERE version = 2",
    ),
    damage(
        "a piece of a document cannot be read",
        Code.DOCUMENT_UNREADABLE,
        "UPDATE chunk SET secrets = 'none' WHERE heading = '登船'",
    ),
    damage(
        "a piece of a document is changed",
        Code.CHUNK_CHANGED,
        "UPDATE chunk SET content = replace(content, '北', '南')",
    ),
    damage(
        "a piece of an old version is changed",
        Code.CHUNK_CHANGED,
        "UPDATE chunk SET content = 'a secret' WHERE secrets <> '[]'",
    ),
    damage(
        "a piece of a document is lost",
        Code.ORPHAN,
        "DELETE FROM chunk WHERE heading = '登船'",
    ),
    damage(
        "a piece stands nowhere",
        Code.ORPHAN,
        "DELETE FROM chunk_place WHERE digest IN (SELECT digest FROM chunk WHERE heading = '登船')",
    ),
    damage(
        "pieces do not join",
        Code.CHUNK_OFFSETS,
        "UPDATE chunk_place SET end_offset = end_offset - 1 WHERE start_offset = 0",
    ),
    damage(
        "a piece is shorter than its place",
        Code.CHUNK_OFFSETS,
        "UPDATE chunk_place SET end_offset = end_offset + 1 WHERE start_offset = 0 "
        "AND document = (SELECT id FROM document WHERE name = 'own.md')",
        "UPDATE chunk_place SET start_offset = start_offset + 1 WHERE start_offset > 0 "
        "AND document = (SELECT id FROM document WHERE name = 'own.md')",
    ),
    damage(
        "a version begins late",
        Code.CHUNK_OFFSETS,
        "DELETE FROM chunk_place WHERE start_offset = 0 AND last_version = 2",
    ),
    damage(
        "a text is longer than its pieces",
        Code.CHUNK_OFFSETS,
        "UPDATE document_version SET characters = characters + 1 WHERE version = 2",
    ),
    damage(
        "pieces are miscounted",
        Code.CHUNK_COUNTS,
        "UPDATE document_version SET chunks = chunks + 1 WHERE version = 1",
    ),
    damage(
        "withheld pieces are miscounted",
        Code.CHUNK_COUNTS,
        "UPDATE document_version SET withheld = 0",
    ),
    damage(
        "a document that was removed is back",
        Code.DELETED_IS_BACK,
        "UPDATE tombstone SET id = (SELECT id FROM document WHERE name = 'own.md') "
        "WHERE layer = 'knowledge'",
    ),
    damage(
        "rows belong to a document that is not there",
        Code.ORPHAN,
        "DELETE FROM document WHERE name = 'ferry.md'",
    ),
    damage(
        "a summary covers what never was",
        Code.COMPACTION_SPAN,
        "UPDATE compaction SET covers = '[[1,999]]', from_seq = 1, to_seq = 999 WHERE version = 1",
    ),
    damage(
        "a summary says that it covers others",
        Code.COMPACTION_SPAN,
        "UPDATE compaction SET from_seq = 2 WHERE version = 1",
    ),
    damage(
        "a failure is of what never was",
        Code.COMPACTION_SPAN,
        "UPDATE compaction_failure SET to_seq = 999",
    ),
    damage(
        "a summary is lost",
        Code.COMPACTION_CHAIN,
        "DELETE FROM page WHERE version = 1",
        "DELETE FROM compaction WHERE version = 1",
    ),
    damage(
        "a summary is taken back alone",
        Code.COMPACTION_CHAIN,
        "UPDATE compaction SET withdrawn_at = 1 WHERE version = 1",
    ),
    damage(
        "two summaries cover the same",
        Code.COMPACTION_CHAIN,
        "UPDATE compaction SET from_seq = 3, to_seq = 4, covers = '[[3,4]]', upto_seq = 4 "
        "WHERE version = 2",
    ),
    damage(
        "a summary is miscounted",
        Code.COMPACTION_CHAIN,
        "UPDATE compaction SET covered = covered + 1 WHERE version = 2",
    ),
    damage(
        "a summary ends elsewhere",
        Code.COMPACTION_CHAIN,
        "UPDATE compaction SET upto_seq = upto_seq + 1 WHERE version = 2",
    ),
    damage(
        "a page is lost",
        Code.COMPACTION_PAGES,
        "DELETE FROM page WHERE version = 2 AND from_seq = ("
        "SELECT max(from_seq) FROM page WHERE version = 2)",
    ),
    damage(
        "a page ends elsewhere",
        Code.COMPACTION_PAGES,
        "UPDATE page SET to_seq = to_seq - 1 WHERE from_seq = 1",
    ),
    damage(
        "a page was read that never was",
        Code.COMPACTION_PAGES,
        "UPDATE page_read SET to_seq = 77",
    ),
    damage(
        "a summary cannot be read",
        Code.COMPACTION_UNREADABLE,
        'UPDATE compaction SET kept = \'[["odd",1,"x"]]\' WHERE version = 1',
    ),
    damage(
        "a summary is of no stage",
        Code.COMPACTION_UNREADABLE,
        "UPDATE compaction SET stage = 'odd' WHERE version = 1",
    ),
    damage(
        "a prompt held another text",
        Code.CONTEXT_TEXT,
        "UPDATE context_text SET content = 'Be long.' WHERE content = 'Be brief.'",
    ),
    damage(
        "the text of a prompt is lost",
        Code.CONTEXT_TEXT,
        "DELETE FROM context_text WHERE content = 'Be brief.'",
    ),
    damage(
        "texts are of no prompt",
        Code.ORPHAN,
        "DELETE FROM context_part WHERE part = 'summary'",
    ),
    damage(
        "items are of no prompt",
        Code.ORPHAN,
        "DELETE FROM context",
    ),
    damage(
        "a run is in no state",
        Code.RUN_UNREADABLE,
        "UPDATE run SET state = 'odd' WHERE flow = 'archive'",
    ),
    damage(
        "what a run proposed is no JSON",
        Code.RUN_UNREADABLE,
        "UPDATE run_item SET proposal = '{' WHERE no = 1",
    ),
    damage("a reply is lost", Code.RUN_NUMBERS, "DELETE FROM run_reply WHERE no = 1"),
    damage("an item is lost", Code.RUN_NUMBERS, "DELETE FROM run_item WHERE no = 1"),
    damage("a run counts other tokens", Code.RUN_NUMBERS, "UPDATE run SET given = given + 1"),
    damage("a run counts other costs", Code.RUN_NUMBERS, "UPDATE run SET cost = cost + 1"),
    damage("a price is lost", Code.RUN_NUMBERS, "UPDATE run_reply SET cost = NULL WHERE no = 1"),
    damage("a run ended before it began", Code.RUN_END, "UPDATE run SET ended_at = started_at - 1"),
    damage("a run is done and has not ended", Code.RUN_END, "UPDATE run SET ended_at = NULL"),
    damage("a run goes on and has ended", Code.RUN_END, "UPDATE run SET state = 'running'"),
    damage(
        "a run read what never was",
        Code.RUN_SPAN,
        "UPDATE run SET to_seq = 999 WHERE flow = 'consolidate'",
    ),
    damage(
        "a run is for a task that never was",
        Code.REFERENCE_MISSING,
        "UPDATE run SET task = 'nothing' WHERE task IS NOT NULL",
    ),
    damage(
        "a run wrote an entry that never was",
        Code.REFERENCE_MISSING,
        """UPDATE run_item SET outcome = replace(outcome, '"id": "f', '"id": "f9')""",
    ),
    damage(
        "a run wrote a memory that never was",
        Code.REFERENCE_MISSING,
        """UPDATE run_item SET outcome = replace(outcome, '"id": "', '"id": "no')
        WHERE run IN (SELECT id FROM run WHERE flow = 'archive')""",
    ),
    damage(
        "runs are lost, and what they did is there",
        Code.ORPHAN,
        "DELETE FROM run WHERE flow = 'consolidate'",
    ),
    damage(
        "a conversation is summed up by no run",
        Code.ENDED_SUMMARY,
        "DELETE FROM run WHERE flow = 'end'",
    ),
    damage(
        "the summary of a conversation tells of other messages than its run",
        Code.ENDED_SUMMARY,
        "UPDATE conversation_summary SET from_seq = 2",
    ),
    damage(
        "the summary of a conversation tells of what was retracted",
        Code.ENDED_SUMMARY,
        "INSERT INTO retraction (tenant, owner, conversation, from_seq, to_seq, actor, reason, "
        "retracted_at) SELECT tenant, owner, conversation, 3, 3, 'ana', '', made_at + 1 "
        "FROM conversation_summary WHERE to_seq = 3",
    ),
    damage(
        "an entry rests on what nobody said",
        Code.EVIDENCE_MISSING,
        "UPDATE entry_evidence SET quotation = 'nobody ever said so'",
    ),
    damage(
        "an entry rests on a message that is not there",
        Code.EVIDENCE_MISSING,
        "UPDATE entry_evidence SET message = 'nothing'",
    ),
    damage(
        "evidence is of an entry that never was",
        Code.EVIDENCE_MISSING,
        "UPDATE entry_evidence SET entry = 'f77'",
    ),
    damage(
        "a flow took less than nothing",
        Code.SPEND,
        "UPDATE spend SET cost = -5",
    ),
    damage("the sum of a day is another", Code.SPEND, "UPDATE spend SET calls = 9 WHERE flow = ''"),
    damage("a flow took less than its runs", Code.SPEND, "UPDATE spend SET tokens = 1"),
    damage("what runs took was not counted", Code.SPEND, "DELETE FROM spend"),
    damage("a request cost less than nothing", Code.USAGE, "UPDATE usage_report SET output = -1"),
    damage(
        "a report says something of no estimate",
        Code.USAGE,
        "UPDATE usage_report SET estimated = NULL, ratio = 1.5",
    ),
    damage(
        "usage is of a conversation that is not there",
        Code.ORPHAN,
        "UPDATE usage_report SET conversation = 'nothing'",
    ),
    damage(
        "a question is about nothing",
        Code.REFERENCE_MISSING,
        "UPDATE question SET record = 'nothing'",
    ),
    damage("an answer is none", Code.REFERENCE_MISSING, "UPDATE question SET answer = 'perhaps'"),
    damage(
        "a question is of no conversation",
        Code.ORPHAN,
        "UPDATE question SET conversation = 'nothing'",
    ),
    damage("a decision is lost", Code.CONSENT, "DELETE FROM consent WHERE no = 1"),
    damage(
        "a decision is about no layer",
        Code.CONSENT,
        "UPDATE consent SET layer = 'weather' WHERE no = 1",
    ),
    damage("a job can never be taken", Code.JOB, "UPDATE job SET state = 'asleep'"),
    damage("rows belong to nothing", Code.ORPHAN, "DELETE FROM task WHERE id = 't'"),
    damage(
        "an entry is lost",
        Code.INDEX_MISSING,
        "DELETE FROM search_entry WHERE part = ''",
    ),
    damage(
        "the entry of a document's piece is lost",
        Code.INDEX_MISSING,
        "DELETE FROM search_entry WHERE item LIKE '%#%'",
    ),
    damage(
        "the entry of a piece is of another document",
        Code.INDEX_DIFFERS,
        "UPDATE search_entry SET part = 'other' WHERE item LIKE '%#%'",
    ),
    damage(
        "a withheld piece has an entry",
        Code.INDEX_STRAY,
        "UPDATE search_entry SET item = (SELECT document || '#' || digest FROM chunk "
        "WHERE secrets <> '[]' AND document = part) "
        "WHERE part = (SELECT id FROM document WHERE name = 'own.md')",
    ),
    damage(
        "a piece has an entry in another scope",
        Code.INDEX_STRAY,
        "UPDATE search_entry SET space = (SELECT no FROM search_space "
        "WHERE layer = 'knowledge' AND scope = 'user:ana'), seq = seq + 1000 "
        "WHERE part = (SELECT id FROM document WHERE name = 'ferry.md')",
    ),
    damage(
        "an entry has another length",
        Code.INDEX_DIFFERS,
        "UPDATE search_entry SET length = length + 1 WHERE part = ''",
    ),
    damage(
        "an entry is of another time",
        Code.INDEX_DIFFERS,
        "UPDATE search_entry SET at = at + 1",
    ),
    damage(
        "the terms of an entry cannot be read",
        Code.INDEX_DIFFERS,
        "UPDATE search_entry SET terms = 'broken' WHERE seq = 1",
    ),
    damage(
        "terms are lost", Code.INDEX_DIFFERS, "UPDATE search_entry SET terms = '{}' WHERE seq = 1"
    ),
    damage(
        "terms are miscounted",
        Code.INDEX_DIFFERS,
        "UPDATE search_entry SET terms = replace(terms, ':1', ':2')",
    ),
    damage(
        "an entry has no item",
        Code.INDEX_STRAY,
        "INSERT INTO search_entry (tenant, space, seq, item, part, spoken_by_person, at, length, "
        "terms) SELECT tenant, no, 900, '77:ghost', 'ghost', 1, 5, 1, '{\"ghost\":1}' "
        "FROM search_space WHERE layer = 'conversation'",
    ),
    damage(
        "an entry is of a memory that is not there",
        Code.INDEX_STRAY,
        "UPDATE search_entry SET item = 'ghost' WHERE part = '' "
        "AND seq = (SELECT max(seq) FROM search_entry WHERE part = '')",
    ),
    damage(
        "terms are packed of no entry",
        Code.POSTINGS_DIFFER,
        "INSERT INTO posting (tenant, space, first, term, places) "
        "SELECT s.tenant, s.no, 1, 'zzz', c.whole "
        "FROM search_space s CROSS JOIN checkpoint c WHERE c.task = 't' AND c.seq = 1",
    ),
    damage(
        "a space is miscounted",
        Code.INDEX_COUNTS,
        "UPDATE search_space SET entries = entries + 1, terms = terms - 1",
    ),
    damage("a part is miscounted", Code.INDEX_COUNTS, "UPDATE search_part SET terms = terms + 1"),
    damage("a part is lost", Code.INDEX_COUNTS, "DELETE FROM search_part"),
    damage(
        "a number would be given again",
        Code.INDEX_COUNTS,
        "UPDATE search_space SET next_seq = 1 WHERE entries > 0",
    ),
    damage(
        "terms are of another tokenizer", Code.TOKENIZER, "UPDATE search_space SET tokenizer = 0"
    ),
    damage(
        "a space is not listed",
        Code.INDEX_STRAY,
        "DELETE FROM search_space WHERE layer = 'memories'",
    ),
    damage("vectors are of no entry", Code.VECTOR_STRAY, "DELETE FROM search_entry WHERE seq = 1"),
    damage("vectors are of no generation", Code.VECTOR_STRAY, "DELETE FROM generation"),
    damage(
        "vectors have the wrong size",
        Code.VECTOR_SIZE,
        "UPDATE generation SET dimension = dimension + 1",
    ),
    damage(
        "vectors are of another embedder",
        Code.VECTOR_OLD,
        "UPDATE generation SET current = 0",
        "INSERT INTO generation (tenant, no, key, dimension, current, created_at) "
        "VALUES ('acme', 2, 'other|1|3|unit', 3, 1, 5)",
    ),
    damage("no generation is current", Code.GENERATION, "UPDATE generation SET current = 0"),
    damage(
        "a vector more is counted in cells",
        Code.CELLS,
        "UPDATE search_cells SET vectors = vectors + 1",
    ),
)


def beyond_mending(report: Report) -> dict[Code, int]:
    return {code: count for code, count in report.counts.items() if not code.mendable}


@pytest.mark.parametrize("done", DAMAGE)
def test_damage_is_named_and_what_is_derived_is_mended(
    done: Damage, lived: Memory, raw: Raw
) -> None:
    """The doctor names it; a rebuild mends all that is derived and not a row of anything else."""
    raw.run(*done.sql)
    found = examine(lived.database, "acme")
    assert done.code in found.counts, found.findings
    assert all(one.message and one.where for one in found.findings)
    before = raw.dump()
    rebuild(lived.database, "acme")
    assert raw.dump() == before
    after = examine(lived.database, "acme")
    assert after.counts == beyond_mending(found), after.findings
    assert rebuild(lived.database, "acme").changed == 0
    assert raw.dump() == before


def test_every_code_is_tried() -> None:
    """There is no finding that no damage leads to, but for those of the database as such."""
    assert {one.values[0].code for one in DAMAGE} == set(Code) - {Code.DATABASE}


def test_every_code_is_explained() -> None:
    """The page that shows the doctor says what each finding means."""
    page = Path(__file__).parents[2] / "docs" / "how-to" / "keep-it-healthy.md"
    text = page.read_text(encoding="utf-8")
    assert [code for code in Code if f"`{code}`" not in text] == []


def test_what_is_mended_is_found_again(lived: Memory, raw: Raw) -> None:
    """After a rebuild, keywords find as before, and recall computes the missing vectors."""
    session = lived.session(ANA, id="monday", scopes=["user:ana", "repo:trip"])
    before = [hit.id for hit in session.recall("七号门 gate").hits]
    raw.run("DELETE FROM search_entry", "DELETE FROM posting", "DELETE FROM search_part")
    assert session.recall("七号门 gate").hits == ()
    assert rebuild(lived.database, "acme").entries_put > 0
    assert [hit.id for hit in session.recall("七号门 gate").hits] == before
    layers = (Layer.CONVERSATION, Layer.EVENTS, Layer.KNOWLEDGE, Layer.FILES)
    session.recall("pnpm", layers=layers)
    assert examine(lived.database, "acme").not_embedded == 0


@pytest.mark.parametrize("seed", range(4))
def test_a_varied_life_is_clean(
    database: Database, memory: Memory, clock: ManualClock, seed: int
) -> None:
    """Whatever two people and their agents do, nothing disagrees and a rebuild changes nothing."""
    activity = Activity(memory, clock, seed)
    for _ in range(3):
        activity.run(60)
        session = memory.session(ANA, id="monday", scopes=["user:ana", "repo:trip"])
        session.recall("pnpm", layers=(Layer.MEMORIES, Layer.CONVERSATION, Layer.KNOWLEDGE))
        report = examine(database, "acme")
        assert report.clean, report.findings
        assert report.looked_at["messages"] > 20
        assert rebuild(database, "acme").changed == 0


def test_other_tenants_are_left_alone(lived: Memory, raw: Raw) -> None:
    """What is wrong with one is neither seen nor mended in another."""
    other = lived.session(Principal(tenant="globex", user="ana"), id="monday")
    other.memories.remember("Gate 9 opens at ten.")
    raw.run("UPDATE search_space SET entries = entries + 1 WHERE tenant = 'globex'")
    assert examine(lived.database, "acme").clean
    assert rebuild(lived.database, "acme").changed == 0
    assert examine(lived.database, "globex").counts == {Code.INDEX_COUNTS: 1}


def test_more_than_a_page(memory: Memory, raw: Raw) -> None:
    """Nothing is missed or seen twice where one read goes on after another."""
    session = memory.session(ANA, id="monday", scopes=["user:ana", "repo:trip"])
    session.conversation.extend(
        [{"role": "user", "content": f"Box {n} holds item {n}."} for n in range(450)]
    )
    for n in range(230):
        session.memories.remember(f"Gate {n} opens at {n}.")
    days = "".join(f"# Day {n}\n\nOn day {n} the tug came.\n\n" for n in range(210))
    session.knowledge.add("log.md", days)
    begun = ",".join(f"('acme', 'd{n}', 'repo:trip', '{n}', 0, 'a', 5)" for n in range(220))
    columns = "tenant, id, scope, name, current_version, making, created_at"
    raw.run(f"INSERT INTO document ({columns}) VALUES {begun}")
    seen: list[tuple[str, int]] = []
    report = examine(memory.database, "acme", told=lambda what, count: seen.append((what, count)))
    assert report.clean
    assert report.looked_at["messages"] == 450
    assert report.looked_at["documents"] == 221
    assert report.looked_at["index entries"] == 890
    assert ("messages", 200) in seen
    raw.run("UPDATE search_entry SET at = at + 1")
    assert examine(memory.database, "acme").counts == {Code.INDEX_DIFFERS: 890}
    assert rebuild(memory.database, "acme").entries_put == 890
    assert examine(memory.database, "acme").clean


@pytest.mark.parametrize(
    "damages",
    [
        "DELETE FROM posting WHERE term = 'box'",
        (
            "UPDATE posting SET places = (SELECT p.places FROM posting p WHERE p.term = '77') "
            "WHERE term = 'box'"
        ),
        "UPDATE posting SET term = 'zzz' WHERE term = 'box'",
        "UPDATE posting SET first = first + 1 WHERE term = 'box'",
    ],
)
def test_packed_terms_are_packed_again(memory: Memory, raw: Raw, damages: str) -> None:
    """What runs of entries are packed under is held against the entries, and mended from them."""
    session = memory.session(ANA, id="monday")
    session.conversation.extend(
        [{"role": "user", "content": f"Box {n} holds item {n}."} for n in range(280)]
    )
    raw.run(damages)
    counts = examine(memory.database, "acme").counts
    assert counts[Code.POSTINGS_DIFFER] >= 1
    assert Code.INDEX_DIFFERS not in counts
    assert rebuild(memory.database, "acme").runs_packed >= 1
    assert examine(memory.database, "acme").clean
    [hit] = session.recall("box 77", layers=(Layer.CONVERSATION,), k=1).hits
    assert hit.text == "Box 77 holds item 77."


def test_long_lists_are_counted_and_cut(memory: Memory, raw: Raw) -> None:
    """A thousand findings of a code are listed, all are counted: memory stays flat."""
    session = memory.session(ANA, id="monday")
    session.conversation.extend(
        [{"role": "user", "content": f"Box {n} holds item {n}."} for n in range(1100)]
    )
    raw.run("UPDATE message SET digest = 'other'")
    report = examine(memory.database, "acme")
    assert report.counts == {Code.MESSAGE_CHANGED: 1100}
    assert len(report.findings) == 1000


def test_a_broken_file_is_told(tmp_path: Path, clock: ManualClock) -> None:
    """SQLite's own check, and rows of any tenant that refer to nothing."""
    database = SqliteDatabase(tmp_path / "a.db")
    memory = Memory(
        database, policy=default_policy(), embedder=None, clock=clock, ids=TimeOrderedIds(clock)
    )
    with memory:
        memory.session(ANA, id="monday").conversation.append({"role": "user", "content": "hello"})
        with closing(apsw.Connection(database.name)) as file:
            file.execute("PRAGMA foreign_keys = OFF")
            file.execute("DELETE FROM conversation")
        assert Code.DATABASE in examine(database, "globex").counts


def test_an_unsafe_role_is_told(postgres_database: TestDatabase) -> None:
    """On PostgreSQL the doctor fails where the role could see the rows of every tenant."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UnsafeRoleWarning)
        database = PostgresDatabase(postgres_database.superuser)
    with closing(database):
        [finding] = examine(database, "acme").findings
    assert finding.code is Code.DATABASE
    assert "superuser" in finding.message


def test_a_restored_value_holds_alone(memory: Memory, clock: ManualClock) -> None:
    """However many values came after it, the next one can still take its place."""
    session = memory.session(ANA, id="monday", scopes=["repo:trip"])
    ids = []
    for tool in ("pnpm", "yarn", "bun"):
        clock.advance(timedelta(hours=1))
        ids.append(session.memories.remember(f"The build runs with {tool}.", topic=TOPIC).id)
    assert ids[0] is not None
    session.memories.restore(ids[0])
    assert examine(memory.database, "acme").clean
    between = clock.now() - timedelta(minutes=30)
    session.memories.remember("The build runs with make.", topic=TOPIC, valid_from=between)
    active = [one for one in session.memories.timeline(TOPIC) if one.status is Status.ACTIVE]
    assert [one.content for one in active] == ["The build runs with make."]
    assert examine(memory.database, "acme").clean


def test_a_value_that_held_for_no_time_is_no_neighbour(memory: Memory, clock: ManualClock) -> None:
    """Confirmed in the instant in which another began to hold, it still stands alone."""
    session = memory.session(ANA, id="monday", scopes=["repo:trip"])
    first = session.memories.remember("The build runs with pnpm.", topic=TOPIC)
    assert first.id is not None
    session.memories.forget(first.id)
    clock.advance(timedelta(hours=1))
    session.memories.remember("The build runs with yarn.", topic=TOPIC)
    session.memories.restore(first.id)
    clock.advance(timedelta(hours=1))
    session.memories.remember("The build runs with bun.", topic=TOPIC)
    active = [one for one in session.memories.timeline(TOPIC) if one.status is Status.ACTIVE]
    assert [one.content for one in active] == ["The build runs with bun."]
    assert examine(memory.database, "acme").clean


def test_what_a_secret_message_says_is_lent_to_nobody(memory: Memory) -> None:
    """The words of a message that holds a secret find neither it nor the message after it."""
    session = memory.session(ANA, id="monday")
    session.conversation.append({"role": "user", "content": f"the harbour token is {TOKEN}"})
    session.conversation.append({"role": "assistant", "content": "Understood, thanks."})
    found = session.recall("harbour", layers=(Layer.CONVERSATION,))
    assert [hit for hit in found.hits if "harbour" in hit.why] == []


def test_a_new_space_knows_its_tokenizer(memory: Memory) -> None:
    """Nothing is stale from the start."""
    with memory.database.write("acme") as tx:
        search.open_space(tx, Layer.MEMORIES, "repo:trip")
    assert examine(memory.database, "acme").clean


def shell(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    status = run([*words, "--user", "ana", "--tenant", "acme"])
    out, err = capsys.readouterr()
    assert err == ""
    return status, out


def test_the_command_line_examines_and_mends(
    lived: Memory, raw: Raw, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Status 0 when nothing disagrees and 1 when something does; a rebuild mends what it can."""
    here = ("--database", address)
    status, out = shell(capsys, "doctor", *here)
    assert (status, "Nothing disagrees" in out) == (0, True)
    assert "Nothing to do" in shell(capsys, "rebuild", *here)[1]
    raw.run("UPDATE search_entry SET at = at + 1", "DELETE FROM payload")
    status, out = shell(capsys, "doctor", *here)
    assert status == 1
    assert "index_differs" in out
    status, out = shell(capsys, "doctor", *here, "--json")
    told = json.loads(out)
    assert (status, told["clean"]) == (1, False)
    mendable = [one for one in told["findings"] if one["mendable"]]
    assert json.loads(shell(capsys, "rebuild", *here, "--json")[1])["entries_put"] == len(mendable)
    status, out = shell(capsys, "doctor", *here, "--json")
    assert (status, json.loads(out)["counts"]) == (1, {"text_missing": 1})


def test_a_file_is_migrated_with_a_copy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """It says from where to where, and where the copy is; a second time there is nothing to do."""
    path = tmp_path / "old.db"
    SqliteDatabase(path, schema=migrations(SQLITE)[:1]).close()
    last = newest(SQLITE)
    out = shell(capsys, "migrate", "--database", str(path), "--json")[1]
    told = json.loads(out)
    assert [one["no"] for one in told["done"]] == list(range(2, last + 1))
    assert Path(told["copy"]).exists()
    assert "up to date" in shell(capsys, "migrate", "--database", str(path))[1]
    fresh = shell(capsys, "migrate", "--database", str(tmp_path / "new.db"))[1]
    assert f"Tables brought from 0 to {last}" in fresh
    assert "As it was before" not in fresh


def test_a_server_is_migrated_by_the_owner(
    postgres_server: PostgresServer, capsys: pytest.CaptureFixture[str]
) -> None:
    """The tables are made, and the runtime role may use them and is a safe one."""
    bare = postgres_server.new_database(migrated=False)
    with psycopg.connect(bare.superuser, autocommit=True) as server:
        server.execute("CREATE EXTENSION IF NOT EXISTS vector")
    out = shell(capsys, "migrate", "--database", bare.owner, "--runtime-role", RUNTIME)[1]
    assert "Tables brought from 0" in out
    assert shell(capsys, "doctor", "--database", bare.runtime)[0] == 0
    postgres_server.drop(bare)


def test_a_runtime_role_is_for_a_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file has no roles: status 2."""
    assert run(["migrate", "--database", str(tmp_path / "a.db"), "--runtime-role", "me"]) == 2
    assert "SQLite has none" in capsys.readouterr().err
