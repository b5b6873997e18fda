"""What a store says of itself, held against itself: numbers, clocks, chains, counts.

Each check here needs nothing but the tables. What needs the layers' rules, such as by which words
a message is found, is checked above, on the pages that are read here.
"""

from __future__ import annotations

import json
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from stratal.core.canonical import digest
from stratal.core.clock import to_micros
from stratal.core.evidence import Source, Standing
from stratal.core.identity import Scope
from stratal.core.records import Kind, Layer, Status
from stratal.core.tasks import TaskState
from stratal.errors import StratalError, shown
from stratal.storage import cells, postings, tasks
from stratal.storage.database import Database, Row, Transaction, Value
from stratal.storage.search import Entry

MOST = 1_000
"""Findings of one check that are listed."""
PAGE = 200

UNREADABLE = (ValueError, KeyError, TypeError, IndexError, AssertionError, zlib.error, StratalError)
"""What a row that somebody has damaged raises when a value is made of it."""


class Code(StrEnum):
    """What disagrees with what."""

    DATABASE = "database"
    ORPHAN = "orphan"
    MESSAGE_NUMBERS = "message_numbers"
    MESSAGE_CHANGED = "message_changed"
    MESSAGE_UNREADABLE = "message_unreadable"
    RETRACTION = "retraction"
    EVENT_NUMBERS = "event_numbers"
    EVENT_UNREADABLE = "event_unreadable"
    CURRENT_REVISION = "current_revision"
    REVISION_NUMBERS = "revision_numbers"
    KNOWN_TIME = "known_time"
    VALID_TIME = "valid_time"
    OVERLAP = "overlap"
    COPIES_DIFFER = "copies_differ"
    RECORD_UNREADABLE = "record_unreadable"
    REFERENCE_MISSING = "reference_missing"
    DELETED_IS_BACK = "deleted_is_back"
    EVIDENCE_MISSING = "evidence_missing"
    EVIDENCE_CHANGED = "evidence_changed"
    EVIDENCE_STANDING = "evidence_standing"
    QUOTATION_MISSING = "quotation_missing"
    CHECKPOINT_NUMBERS = "checkpoint_numbers"
    CHECKPOINT_PARENT = "checkpoint_parent"
    CHECKPOINT_UNREADABLE = "checkpoint_unreadable"
    HEAD_MISSING = "head_missing"
    TASK_STATUS = "task_status"
    TEXT_MISSING = "text_missing"
    TEXT_CHANGED = "text_changed"
    STATE_HISTORY = "state_history"
    VERSION_NUMBERS = "version_numbers"
    DOCUMENT_UNREADABLE = "document_unreadable"
    CHUNK_CHANGED = "chunk_changed"
    CHUNK_OFFSETS = "chunk_offsets"
    CHUNK_COUNTS = "chunk_counts"
    FILE_NUMBERS = "file_numbers"
    FILE_HEAD = "file_head"
    FILE_TEXT = "file_text"
    FILE_PATH = "file_path"
    COMPACTION_SPAN = "compaction_span"
    COMPACTION_CHAIN = "compaction_chain"
    COMPACTION_PAGES = "compaction_pages"
    COMPACTION_UNREADABLE = "compaction_unreadable"
    CONTEXT_TEXT = "context_text"
    RUN_NUMBERS = "run_numbers"
    RUN_END = "run_end"
    RUN_SPAN = "run_span"
    RUN_UNREADABLE = "run_unreadable"
    ENDED_SUMMARY = "ended_summary"
    SPEND = "spend"
    USAGE = "usage"
    CONSENT = "consent"
    KEY = "key"
    JOB = "job"
    SWEEP = "sweep"
    USES = "uses"
    ERASURE = "erasure"
    INDEX_MISSING = "index_missing"
    INDEX_DIFFERS = "index_differs"
    INDEX_STRAY = "index_stray"
    INDEX_COUNTS = "index_counts"
    POSTINGS_DIFFER = "postings_differ"
    TOKENIZER = "tokenizer"
    VECTOR_STRAY = "vector_stray"
    VECTOR_SIZE = "vector_size"
    VECTOR_OLD = "vector_old"
    GENERATION = "generation"
    CELLS = "cells"

    @property
    def mendable(self) -> bool:
        """Whether it is derived data, which `rebuild` makes again."""
        return self in _DERIVED


_DERIVED = frozenset(
    {
        Code.INDEX_MISSING,
        Code.INDEX_DIFFERS,
        Code.INDEX_STRAY,
        Code.INDEX_COUNTS,
        Code.POSTINGS_DIFFER,
        Code.TOKENIZER,
        Code.VECTOR_STRAY,
        Code.VECTOR_SIZE,
        Code.VECTOR_OLD,
        Code.GENERATION,
        Code.CELLS,
    }
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    """One thing that disagrees."""

    code: Code
    where: str
    """The layer, or what of the machinery."""
    id: str
    message: str
    """What disagrees, in a sentence; without content."""

    @property
    def mendable(self) -> bool:
        return self.code.mendable


@dataclass(frozen=True, kw_only=True, slots=True)
class Stored:
    """An entry of the index as it lies there."""

    seq: int
    item: str
    part: str
    spoken_by_person: bool
    at: int
    length: int
    terms: Mapping[str, int] | None
    """How often each stands in it; None where that cannot be read."""

    def agrees(self, entry: Entry) -> bool:
        """Whether it is exactly this entry."""
        return (
            self.part == entry.part
            and self.spoken_by_person == entry.spoken_by_person
            and self.at == to_micros(entry.at)
            and self.length == len(entry.terms)
            and self.terms == Counter(entry.terms)
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class SpaceRow:
    """A space of the index, as it is counted."""

    no: int
    layer: str
    scope: str
    tokenizer: int
    next_seq: int
    entries: int
    terms: int


@dataclass(frozen=True, kw_only=True, slots=True)
class MessageRow:
    """What of a message can be held against something."""

    seq: int
    role: str
    body: str
    digest: str
    time_zone: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ChunkRow:
    """What of a piece of a document can be held against something."""

    digest: str
    heading: str
    secrets: str
    content: str


@dataclass(frozen=True, kw_only=True, slots=True)
class EvidenceRow:
    """A piece of evidence of a record, as it lies there."""

    record: str
    no: int
    layer: str
    type: str
    owner: str
    conversation: str
    ref: str
    quotation: str
    digest: str
    standing: Standing | None
    """None for a word that is none."""


@dataclass(frozen=True, kw_only=True, slots=True)
class GenerationRow:
    """A generation of vectors."""

    no: int
    key: str
    current: bool
    vectors: int


def database_faults(database: Database) -> Iterator[Finding]:
    """What is wrong with the database as such: its file, or the role that opened it."""
    for fault in database.faults():
        yield Finding(code=Code.DATABASE, where="database", id="", message=fault)


def numbers(tx: Transaction) -> Iterator[Finding]:
    """Log, records, tasks and agent states: numbered without gaps, each leading to the next."""
    for query, code, where, told in _CHECKS:
        for row in tx.rows(query, limit=MOST):
            for other, what, message in told(row):
                yield Finding(
                    code=other or code, where=where or row["layer"], id=what, message=message
                )
    for row in tx.rows("doctor_orphans"):
        if row["lost"]:
            yield Finding(
                code=Code.ORPHAN,
                where="database",
                id=row["kind"],
                message=f"{row['lost']} rows of {row['kind']} belong to nothing that is there",
            )


_Told = tuple[Code | None, str, str]


def _records_numbered(row: Row) -> Iterator[_Told]:
    if row["open"] != 1:
        yield None, row["id"], f"has {row['open']} current revisions, not one"
    if row["revisions"] != row["last"] or row["first"] != 1:
        yield (
            Code.REVISION_NUMBERS,
            row["id"],
            f"has {row['revisions']} revisions, and the last is {row['last']}",
        )


def _one(id: str, message: str) -> Callable[[Row], Iterator[_Told]]:
    def told(row: Row) -> Iterator[_Told]:
        yield None, id.format(**row), message.format(**row)

    return told


_CHECKS: tuple[tuple[str, Code, str, Callable[[Row], Iterator[_Told]]], ...] = (
    (
        "doctor_messages_numbered",
        Code.MESSAGE_NUMBERS,
        Layer.CONVERSATION.value,
        _one("{owner}/{id}", "holds {messages} messages, and the last should be {last_seq}"),
    ),
    (
        "doctor_retractions",
        Code.RETRACTION,
        Layer.CONVERSATION.value,
        _one("{owner}/{conversation}", "retracts messages {from_seq} to {to_seq}"),
    ),
    (
        "doctor_events_numbered",
        Code.EVENT_NUMBERS,
        Layer.EVENTS.value,
        _one("{owner}", "has {events} events, and the last should be {last_seq}"),
    ),
    (
        "doctor_events_unlisted",
        Code.EVENT_NUMBERS,
        Layer.EVENTS.value,
        _one("{owner}", "has events that are not counted"),
    ),
    ("doctor_records_numbered", Code.CURRENT_REVISION, "", _records_numbered),
    (
        "doctor_known_times",
        Code.KNOWN_TIME,
        "",
        _one("{record}", "revision {revision} was not known until the next one was"),
    ),
    (
        "doctor_copies",
        Code.COPIES_DIFFER,
        "",
        _one("{record}", "revision {revision} names another layer, scope or topic than the record"),
    ),
    (
        "doctor_overlaps",
        Code.OVERLAP,
        "",
        _one("{record}", "holds while the next value of its topic in {scope} holds too"),
    ),
    ("doctor_returned", Code.DELETED_IS_BACK, "", _one("{id}", "was deleted and is there")),
    (
        "doctor_checkpoints_numbered",
        Code.CHECKPOINT_NUMBERS,
        Layer.TASK.value,
        _one("{owner}/{id}", "holds {checkpoints} checkpoints, and the last should be {last_seq}"),
    ),
    (
        "doctor_parents",
        Code.CHECKPOINT_PARENT,
        Layer.TASK.value,
        _one("{owner}/{task}", "checkpoint {seq} does not follow on its parent"),
    ),
    (
        "doctor_heads",
        Code.HEAD_MISSING,
        Layer.TASK.value,
        _one("{owner}/{task}", "head {name} stands at checkpoint {seq}, which is not there"),
    ),
    (
        "doctor_headless",
        Code.HEAD_MISSING,
        Layer.TASK.value,
        _one("{owner}/{id}", "has no head"),
    ),
    (
        "doctor_task_status",
        Code.TASK_STATUS,
        Layer.TASK.value,
        _one("{owner}/{id}", "is {status}, and its time of closing says otherwise"),
    ),
    (
        "doctor_states_numbered",
        Code.STATE_HISTORY,
        Layer.AGENT_STATE.value,
        _one("{owner}/{agent}/{name}", "is at revision {revision} and has {revisions} of them"),
    ),
    (
        "doctor_versions_numbered",
        Code.VERSION_NUMBERS,
        Layer.KNOWLEDGE.value,
        _one("{id}", "has {versions} versions, and the current one is {current_version}"),
    ),
    (
        "doctor_version_times",
        Code.KNOWN_TIME,
        Layer.KNOWLEDGE.value,
        _one("{document}", "version {version} was not known until the next one was"),
    ),
    ("doctor_jobs", Code.JOB, "jobs", _one("{id}", "is in state {state} and can never be taken")),
)


def revisions(tx: Transaction) -> Iterator[Finding]:
    """Every revision can be read, begins before it ends, and names records that are or were."""
    for page in pages(tx, "doctor_revisions", record="", revision=0):
        named: dict[str, list[Row]] = {}
        for row in page:
            problem = _unreadable(row)
            if problem:
                yield _of_revision(Code.RECORD_UNREADABLE, row, problem)
            if row["valid_to"] is not None and row["valid_to"] < row["valid_from"]:
                yield _of_revision(Code.VALID_TIME, row, "ends before it begins to hold")
            for other in _named(row):
                named.setdefault(other, []).append(row)
        if not named:
            continue
        known = {one["id"] for one in tx.rows("doctor_known_ids", ids=json.dumps(sorted(named)))}
        for other, rows in named.items():
            if other not in known:
                for row in rows:
                    yield _of_revision(
                        Code.REFERENCE_MISSING, row, f"names {shown(other)}, which never was"
                    )


def _of_revision(code: Code, row: Row, message: str) -> Finding:
    return Finding(
        code=code,
        where=row["layer"],
        id=row["record"],
        message=f"revision {row['revision']} {message}",
    )


def _unreadable(row: Row) -> str:
    for name, kind in (
        ("scope", Scope.parse),
        ("layer", Layer),
        ("kind", Kind),
        ("status", Status),
        ("source", Source),
        ("supersedes", json.loads),
    ):
        try:
            kind(row[name])
        except UNREADABLE:
            return f"has a {name} that is none"
    return ""


def _named(row: Row) -> Iterator[str]:
    if row["superseded_by"] is not None:
        yield row["superseded_by"]
    try:
        yield from (str(one) for one in json.loads(row["supersedes"]))
    except UNREADABLE:
        return


def task_chains(tx: Transaction) -> Iterator[Finding]:
    """Every checkpoint can be made of its chain, and every long text that it names is there."""
    for page in pages(tx, "doctor_tasks", owner="", id=""):
        for task in page:
            yield from _task(tx, task["owner"], task["id"])


def _task(tx: Transaction, owner: str, task: str) -> Iterator[Finding]:
    def finding(code: Code, message: str) -> Finding:
        return Finding(code=code, where=Layer.TASK.value, id=f"{owner}/{task}", message=message)

    handles: set[str] = set()
    for page in pages(tx, "doctor_payloads", handle="", owner=owner, task=task):
        for row in page:
            handles.add(row["handle"])
            if not row["handle"].endswith(digest(row["content"])[:20]):
                yield finding(Code.TEXT_CHANGED, f"the text of {row['handle']} is another")
    last: tuple[int, TaskState] | None = None
    missing: set[str] = set()
    for page in pages(tx, "doctor_checkpoints", seq=0, owner=owner, task=task):
        for row in page:
            if row["patch"] is None and row["whole"] is None:
                # Whether it was rightly removed is asked of all at once.
                continue
            try:
                state = _state(tx, owner, task, row, last)
            except UNREADABLE:
                yield finding(
                    Code.CHECKPOINT_UNREADABLE, f"checkpoint {row['seq']} cannot be made again"
                )
                continue
            last = row["seq"], state
            missing |= tasks.handles(state) - handles
    for handle in sorted(missing):
        yield finding(Code.TEXT_MISSING, f"the text of {handle} is not there")


def _state(
    tx: Transaction, owner: str, task: str, row: Row, last: tuple[int, TaskState] | None
) -> TaskState:
    if row["whole"] is not None:
        return tasks.state_from(zlib.decompress(row["whole"]).decode("utf-8"), [])
    if last is not None and last[0] == row["parent"]:
        return tasks.state_from(tasks.stored(last[1]), [row["patch"]])
    return tasks.line_at(tx, owner, task, row["seq"]).state


def agent_states(tx: Transaction) -> Iterator[Finding]:
    """The document of every instance is that of the last row of its history."""
    for page in pages(tx, "doctor_states", owner="", agent="", name=""):
        for row in page:
            try:
                same = zlib.decompress(row["remembered"]).decode("utf-8") == row["document"]
            except UNREADABLE:
                same = False
            if not same:
                yield Finding(
                    code=Code.STATE_HISTORY,
                    where=Layer.AGENT_STATE.value,
                    id=f"{row['owner']}/{row['agent']}/{row['name']}",
                    message="the document is not the one in its history",
                )


def documents(tx: Transaction, after: str = "", limit: int = PAGE) -> list[tuple[str, str]]:
    """A page of (id, scope) of documents, in order."""
    rows = tx.rows("doctor_documents", id=after, limit=limit)
    return [(row["id"], row["scope"]) for row in rows]


def chunk_digests(tx: Transaction, document: str, after: str, limit: int) -> list[str]:
    """A page of the pieces of a document, whatever versions hold them, by their digests."""
    rows = tx.rows("doctor_chunk_digests", document=document, digest=after, limit=limit)
    return [row["digest"] for row in rows]


def chunks(tx: Transaction, document: str) -> Iterator[ChunkRow]:
    """All pieces of a document as they lie there, whatever versions hold them."""
    for page in pages(tx, "doctor_chunks", digest="", document=document):
        for row in page:
            yield ChunkRow(
                digest=row["digest"],
                heading=row["heading"],
                secrets=row["secrets"],
                content=row["content"],
            )


def version_texts(tx: Transaction, document: str) -> Iterator[Finding]:
    """The pieces of each version are as many as it says, and join to a text as long as it says."""
    for row in tx.rows("doctor_version_texts", document=document):
        said, found = (row["chunks"], row["withheld"]), (row["placed"], row["kept_back"])
        for code, disagrees, message in (
            (
                Code.CHUNK_COUNTS,
                said != found,
                f"should have {said[0]} pieces, {said[1]} withheld; has {found[0]}, {found[1]}",
            ),
            (
                Code.CHUNK_OFFSETS,
                row["torn"] or row["reached"] != row["characters"],
                f"has pieces that do not join to {row['characters']} characters",
            ),
        ):
            if disagrees:
                yield Finding(
                    code=code,
                    where=Layer.KNOWLEDGE.value,
                    id=document,
                    message=f"version {row['version']} {message}",
                )


def evidence(tx: Transaction) -> Iterator[EvidenceRow]:
    """All evidence of records."""
    for page in pages(tx, "doctor_evidence", record="", no=0):
        for row in page:
            standing = row["standing"]
            yield EvidenceRow(
                record=row["record"],
                no=row["no"],
                layer=row["layer"],
                type=row["type"],
                owner=row["owner"],
                conversation=row["conversation"],
                ref=row["ref"],
                quotation=row["quotation"],
                digest=row["digest"],
                standing=Standing(standing) if standing in set(Standing) else None,
            )


def contents(tx: Transaction, record: str) -> list[str]:
    """Every content that a record has had."""
    return [row["content"] for row in tx.rows("doctor_contents", record=record)]


def was_known(tx: Transaction, id: str) -> bool:
    """Whether the id is that of a record, or was."""
    return bool(tx.rows("doctor_known_ids", ids=json.dumps([id])))


def conversations(
    tx: Transaction, after: tuple[str, str] = ("", ""), limit: int = PAGE
) -> list[tuple[str, str]]:
    """A page of (owner, conversation), in order."""
    rows = tx.rows("doctor_conversations", owner=after[0], id=after[1], limit=limit)
    return [(row["owner"], row["id"]) for row in rows]


def message_page(tx: Transaction, owner: str, conversation: str, after: int) -> list[MessageRow]:
    """A page of the messages of a conversation, in order, as they lie there."""
    rows = tx.rows("doctor_messages", owner=owner, conversation=conversation, seq=after, limit=PAGE)
    return [
        MessageRow(
            seq=row["seq"],
            role=row["role"],
            body=row["body"],
            digest=row["digest"],
            time_zone=row["time_zone"],
        )
        for row in rows
    ]


def event_owners(tx: Transaction) -> Iterator[str]:
    """All who have a time line."""
    for page in pages(tx, "doctor_event_owners", owner=""):
        for row in page:
            yield row["owner"]


def scopes(tx: Transaction, layer: Layer, after: str = "", limit: int = PAGE) -> list[str]:
    """A page of the scopes in which the layer has records, in order."""
    rows = tx.rows("doctor_scopes", layer=layer.value, scope=after, limit=limit)
    return [row["scope"] for row in rows]


def ids_in_scope(tx: Transaction, layer: Layer, scope: str, after: str, limit: int) -> list[str]:
    """A page of the layer's records in a scope, in order."""
    rows = tx.rows("doctor_ids_in_scope", layer=layer.value, scope=scope, id=after, limit=limit)
    return [row["id"] for row in rows]


def spaces(tx: Transaction) -> Iterator[SpaceRow]:
    """All spaces of the index."""
    for page in pages(tx, "doctor_spaces", no=0):
        for row in page:
            yield SpaceRow(
                no=row["no"],
                layer=row["layer"],
                scope=row["scope"],
                tokenizer=row["tokenizer"],
                next_seq=row["next_seq"],
                entries=row["entries"],
                terms=row["terms"],
            )


def miscounted(tx: Transaction, space: SpaceRow) -> Iterator[str]:
    """What of a space is counted otherwise than it is."""
    row = tx.row("doctor_space_counts", space=space.no)
    assert row is not None
    if (row["entries"], row["terms"]) != (space.entries, space.terms):
        yield (
            f"counts {space.entries} entries and {space.terms} terms, "
            f"and has {row['entries']} and {row['terms']}"
        )
    if space.next_seq <= row["last"]:
        yield f"would give number {space.next_seq} again"
    for part in tx.rows("doctor_parts_differ", space=space.no, limit=MOST):
        yield f"part {shown(part['part'])} is counted wrong"


def entries(tx: Transaction, space: int, after: int, limit: int = PAGE) -> list[Stored]:
    """A page of the entries of a space by number."""
    rows = tx.rows("doctor_entries", space=space, seq=after, limit=limit)
    return [_stored(row) for row in rows]


def entries_of(tx: Transaction, space: int, wanted: Sequence[Entry]) -> dict[str, Stored]:
    """What stands in a space for the items of these entries."""
    rows = tx.rows(
        "doctor_entries_of", space=space, items=json.dumps([entry.item for entry in wanted])
    )
    return {row["item"]: _stored(row) for row in rows}


def bad_runs(tx: Transaction, space: SpaceRow) -> Iterator[int]:
    """The first numbers of runs of entries whose terms are packed otherwise than they list them."""
    wanted = {run.first: run for run in postings.runs(space.next_seq - 1)}
    lying = {row["first"] for row in tx.rows("doctor_runs", space=space.no)}
    for first in sorted(wanted.keys() | lying):
        rows = tx.rows("doctor_run", space=space.no, first=first)
        run = wanted.get(first)
        if {row["term"]: row["places"] for row in rows} != (
            {} if run is None else postings.packed(tx, space.no, run)
        ):
            yield first


def lost_spaces(tx: Transaction) -> list[int]:
    """Spaces that hold something and are not listed."""
    return [row["space"] for row in tx.rows("doctor_lost_spaces", limit=MOST)]


def generations(tx: Transaction) -> list[GenerationRow]:
    """All generations of vectors."""
    counts = {row["generation"]: row["vectors"] for row in tx.rows("doctor_vector_counts")}
    return [
        GenerationRow(
            no=row["no"],
            key=row["key"],
            current=bool(row["current"]),
            vectors=counts.get(row["no"], 0),
        )
        for row in tx.rows("doctor_generations")
    ]


def bad_vectors(tx: Transaction) -> list[tuple[Code, int, int, int]]:
    """Vectors of no entry or of the wrong size, by generation, space and number."""
    return [
        (code, row["generation"], row["space"], row["seq"])
        for query, code in (
            ("doctor_vector_strays", Code.VECTOR_STRAY),
            ("doctor_vector_sizes", Code.VECTOR_SIZE),
        )
        for row in tx.rows(query, limit=MOST)
    ]


def bad_cells(tx: Transaction) -> list[tuple[int, int, str]]:
    """Spaces whose cells do not hold their vectors: generation, space, what is wrong."""
    found = []
    for row in tx.rows("cells_all"):
        generation, space = row["generation"], row["space"]
        numbers = tx.rows("vector_numbers", generation=generation, space=space)
        fault = cells.faults(tx, generation, space, (one["seq"] for one in numbers))
        if fault is not None:
            found.append((generation, space, fault))
    return found


# Making again.


def pack_again(tx: Transaction, space: SpaceRow, first: int) -> None:
    """Pack the terms of the run that begins with this number, or forget it if there is none."""
    runs = {run.first: run for run in postings.runs(space.next_seq - 1)}
    if first in runs:
        postings.pack(tx, space.no, runs[first])
    else:
        tx.change("postings_clear_run", space=space.no, first=first)


def remove_entry(tx: Transaction, space: int, stored: Stored) -> None:
    """Take out an entry whose own list of terms cannot be read; where they are packed they stay."""
    tx.change("vector_remove", space=space, seq=stored.seq)
    cells.remove(tx, space, [stored.seq])
    tx.change("search_entry_remove", space=space, seq=stored.seq)


def remove_space(tx: Transaction, space: int) -> None:
    """Take out what lies in a space that is not listed."""
    for generation in tx.rows("vector_generations"):
        tx.change("vector_clear", space=space, generation=generation["no"])
        cells.clear(tx, generation["no"], space)
    for query in ("postings_clear", "search_entries_clear", "search_parts_clear"):
        tx.change(query, space=space)


def recount(tx: Transaction, space: SpaceRow) -> None:
    """Count a space and its parts again."""
    row = tx.row("doctor_space_counts", space=space.no)
    assert row is not None
    tx.change(
        "rebuild_counts",
        space=space.no,
        entries=row["entries"],
        terms=row["terms"],
        next_seq=max(space.next_seq, row["last"] + 1),
    )
    tx.change("search_parts_clear", space=space.no)
    tx.change("rebuild_parts", space=space.no)


def set_tokenizer(tx: Transaction, space: int, version: int) -> None:
    """All terms of the space are this tokenizer's."""
    tx.change("rebuild_tokenizer", space=space, tokenizer=version)


def remove_vectors(tx: Transaction, vectors: Iterable[tuple[Code, int, int, int]]) -> None:
    """Take out these vectors."""
    tx.change_many(
        "rebuild_vector_remove",
        (
            {"generation": generation, "space": space, "seq": seq}
            for _, generation, space, seq in vectors
        ),
    )


def remove_generation(tx: Transaction, space: int, generation: int) -> int:
    """Take out all vectors of a generation in a space; how many."""
    cells.clear(tx, generation, space)
    return tx.change("vector_clear", space=space, generation=generation)


def use_generation(tx: Transaction, generation: int) -> None:
    """This generation is the one in use."""
    tx.change("vector_generation_use", generation=generation)


def _stored(row: Row) -> Stored:
    return Stored(
        seq=row["seq"],
        item=row["item"],
        part=row["part"],
        spoken_by_person=bool(row["spoken_by_person"]),
        at=row["at"],
        length=row["length"],
        terms=postings.listed(row["terms"]),
    )


def pages(tx: Transaction, query: str, **values: Value) -> Iterator[list[Row]]:
    """All rows of a query that reads on after the values of the last row, by the same names."""
    while True:
        rows = tx.rows(query, limit=PAGE, **values)
        if rows:
            yield rows
        if len(rows) < PAGE:
            return
        values = {name: rows[-1].get(name, value) for name, value in values.items()}
