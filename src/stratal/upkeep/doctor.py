"""The doctor: derives again what can be derived, holds it against what is stored, lists the rest.

It reads one state of the database, in pages, and writes nothing. A finding says whether `rebuild`
mends it: what is derived can be made again; what is wrong with the log or a record is for a person.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from stratal.core.canonical import digest
from stratal.core.clock import zone
from stratal.core.evidence import MessageEvidence, Standing
from stratal.core.identity import Scope
from stratal.core.messages import Message, Role, content_digest
from stratal.core.records import Layer
from stratal.errors import shown
from stratal.layers import cold
from stratal.layers.knowledge import digest_of
from stratal.storage import (
    contexts_examined,
    database_examined,
    erasures_examined,
    events,
    files_examined,
    flows_examined,
    index_examined,
    keys_examined,
    knowledge,
    knowledge_examined,
    logs_examined,
    messages,
    records_examined,
    runs,
    search,
    states_examined,
    sweeps_examined,
)
from stratal.storage.database import Database, Transaction
from stratal.storage.doctor import MOST, PAGE, UNREADABLE, Code, Finding
from stratal.storage.index_examined import SpaceRow
from stratal.storage.records_examined import EvidenceRow
from stratal.text.quotation import stands_in
from stratal.text.tokens import TOKENIZER_VERSION
from stratal.upkeep.shelves import SHELVES, Page, Run, Shelf, all_runs, wanted_items

__all__ = ["Code", "Finding", "Report", "examine"]

Told: TypeAlias = Callable[[str, int], None]
"""Is told what is looked at, and how many of it so far."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Report:
    """What the doctor found in one tenant."""

    tenant: str
    findings: tuple[Finding, ...]
    """At most 1,000 of each code."""
    counts: Mapping[Code, int]
    """How many there are of each code, those included that are not listed."""
    looked_at: Mapping[str, int]
    """How much was held against what it should be."""
    not_embedded: int
    """Entries without a vector of the generation in use. No fault: recall and jobs make them."""

    @property
    def clean(self) -> bool:
        return not self.counts


@dataclass(kw_only=True, slots=True)
class _Notes:
    """Findings and counts as they come."""

    told: Told
    findings: list[Finding] = field(default_factory=list)
    counts: Counter[Code] = field(default_factory=Counter)
    looked_at: Counter[str] = field(default_factory=Counter)

    def add(self, found: Iterator[Finding]) -> None:
        for one in found:
            self.counts[one.code] += 1
            if self.counts[one.code] <= MOST:
                self.findings.append(one)

    def saw(self, what: str, count: int = 1) -> None:
        self.looked_at[what] += count
        self.told(what, self.looked_at[what])


def examine(
    database: Database,
    tenant: str,
    *,
    generation: str | None = None,
    told: Told = lambda _what, _count: None,
) -> Report:
    """Look at everything of a tenant, and at the database as such.

    `generation` is the key of the embedder in use; by default the one that the store calls current.
    """
    notes = _Notes(told=told)
    notes.add(database_examined.database_faults(database))
    with database.read(tenant) as tx:
        notes.add(database_examined.numbers(tx))
        notes.add(_messages(tx, notes))
        notes.add(_events(tx, notes))
        notes.add(records_examined.revisions(tx))
        notes.add(_evidence(tx, notes))
        notes.add(states_examined.task_chains(tx))
        notes.add(states_examined.agent_states(tx))
        notes.add(contexts_examined.contexts(tx))
        notes.add(files_examined.stores(tx))
        notes.add(flows_examined.flows(tx))
        notes.add(keys_examined.keys(tx))
        notes.add(sweeps_examined.sweeps(tx))
        notes.add(erasures_examined.erasures(tx))
        notes.add(_entries(tx, notes))
        notes.add(_documents(tx, notes))
        notes.add(_index(tx, notes))
        current = _generation(tx, generation)
        notes.add(_mixed(tx, generation))
        notes.add(_vectors(tx, current))
        # What is cold is embedded by who searches there, if anybody does.
        spaces = [one.no for one in index_examined.spaces(tx) if not cold.apart(one.scope)[1]]
        not_embedded = 0 if current is None else search.count_missing(tx, spaces, current)
    return Report(
        tenant=tenant,
        findings=tuple(notes.findings),
        counts=dict(notes.counts),
        looked_at=dict(notes.looked_at),
        not_embedded=not_embedded,
    )


def _messages(tx: Transaction, notes: _Notes) -> Iterator[Finding]:
    """Every message can be read and is what it was when it came."""
    after = ("", "")
    while found := logs_examined.conversations(tx, after):
        for owner, conversation in found:
            yield from _conversation(tx, notes, owner, conversation)
        after = found[-1]


def _conversation(
    tx: Transaction, notes: _Notes, owner: str, conversation: str
) -> Iterator[Finding]:
    def finding(code: Code, seq: int, message: str) -> Finding:
        return Finding(
            code=code,
            where=Layer.CONVERSATION.value,
            id=f"{owner}/{conversation}",
            message=f"message {seq} {message}",
        )

    seq = 0
    while rows := logs_examined.message_page(tx, owner, conversation, seq):
        for row in rows:
            try:
                same = content_digest(row.body) == row.digest
                Role(row.role)
                zone(row.time_zone)
            except UNREADABLE:
                yield finding(Code.MESSAGE_UNREADABLE, row.seq, "cannot be read")
                continue
            if not same:
                yield finding(Code.MESSAGE_CHANGED, row.seq, "is not what it was when it came")
        notes.saw("messages", len(rows))
        seq = rows[-1].seq


def _events(tx: Transaction, notes: _Notes) -> Iterator[Finding]:
    """Every event can be read, and what it cites is there."""

    def finding(code: Code, message: str) -> Finding:
        return Finding(code=code, where=Layer.EVENTS.value, id=owner, message=message)

    for owner in logs_examined.event_owners(tx):
        seq: int | None = 0
        while seq is not None:
            try:
                page = events.after(tx, owner, seq, PAGE)
            except UNREADABLE:
                yield finding(Code.EVENT_UNREADABLE, f"an event after {seq} cannot be read")
                break
            for event in page:
                for one in event.evidence:
                    if isinstance(one, MessageEvidence) and not _quoted(tx, owner, one):
                        yield finding(
                            Code.EVIDENCE_MISSING, f"event {event.seq} cites what nobody said"
                        )
            notes.saw("events", len(page))
            seq = page[-1].seq if len(page) == PAGE else None


def _entries(tx: Transaction, notes: _Notes) -> Iterator[Finding]:
    """What entries of tasks rest on was said, and the entries are in a checkpoint."""

    def finding(message: str) -> Finding:
        return Finding(
            code=Code.EVIDENCE_MISSING,
            where=Layer.TASK.value,
            id=f"{owner}/{task}",
            message=f"entry {entry} {message}",
        )

    for owner, task in flows_examined.cited_tasks(tx):
        for entry, evidence in runs.entry_evidence(tx, owner, task).items():
            if not flows_examined.was_entry(tx, owner, task, entry):
                yield finding("rests on messages, and is in no checkpoint")
            if not all(_quoted(tx, owner, cited) for cited in evidence):
                yield finding("rests on what nobody said")
            notes.saw("evidence", len(evidence))


def _quoted(tx: Transaction, owner: str, cited: MessageEvidence) -> bool:
    try:
        found = messages.by_id(tx, owner, cited.conversation, cited.message)
        if found is None:
            return False
        # Of what has expired the quotation alone is left.
        return found[0].emptied or stands_in(cited.quotation, _words(found[0]))
    except UNREADABLE:
        return False


def _words(message: Message) -> str:
    return message.text if message.role is Role.TOOL else message.said


def _evidence(tx: Transaction, notes: _Notes) -> Iterator[Finding]:
    """What a record cites is there and says so; or it is rightly retracted, expired or erased."""
    for row in records_examined.evidence(tx):
        notes.saw("evidence")
        try:
            found = _cited(tx, row)
        except UNREADABLE:
            found = Code.EVIDENCE_MISSING, "cannot be read"
        if found is not None:
            yield Finding(
                code=found[0],
                where=row.layer,
                id=row.record,
                message=f"evidence {row.no} ({row.type}) {found[1]}",
            )


_Fault: TypeAlias = "tuple[Code, str] | None"


def _cited(tx: Transaction, row: EvidenceRow) -> _Fault:
    if row.standing is None:
        return Code.EVIDENCE_STANDING, "stands in a way that there is not"
    match row.type:
        case "message":
            message = messages.by_id(tx, row.owner, row.conversation, row.ref)
            if message is None:
                return _gone(row)
            if message[0].emptied:
                return _emptied(row)
            return _said(row, _words(message[0]), retracted=message[0].retracted)
        case "event":
            event = events.by_id(tx, row.owner, row.ref)
            if event is None:
                return _gone(row)
            if not event.text:
                return _emptied(row)
            return _said(row, event.text, retracted=event.retracted)
        case "memory":
            if not records_examined.was_known(tx, row.ref):
                return Code.EVIDENCE_MISSING, f"cites {shown(row.ref)}, which never was"
            texts = records_examined.contents(tx, row.ref)
            if texts and row.digest not in {digest(text) for text in texts}:
                return Code.EVIDENCE_CHANGED, "cites words that the memory never had"
            return None
        case "document" | "tool":
            return None
    return Code.EVIDENCE_MISSING, "is of no type that there is"


def _gone(row: EvidenceRow) -> _Fault:
    if row.standing in (Standing.EXPIRED, Standing.ERASED):
        return None
    return Code.EVIDENCE_MISSING, f"cites {shown(row.ref)}, which is not there"


def _emptied(row: EvidenceRow) -> _Fault:
    if row.standing in (Standing.EXPIRED, Standing.RETRACTED):
        return None
    return Code.EVIDENCE_STANDING, f"is {row.standing}, and what it cites has expired"


def _said(row: EvidenceRow, text: str, *, retracted: bool) -> _Fault:
    if (row.standing is Standing.RETRACTED) != retracted or row.standing is Standing.EXPIRED:
        actually = "retracted" if retracted else "there"
        return Code.EVIDENCE_STANDING, f"is {row.standing}, and what it cites is {actually}"
    if digest(text) != row.digest:
        return Code.EVIDENCE_CHANGED, "cites a text that has changed since"
    if not stands_in(row.quotation, text):
        return Code.QUOTATION_MISSING, "quotes words that do not stand there"
    return None


def _documents(tx: Transaction, notes: _Notes) -> Iterator[Finding]:
    """Every document can be read, and each of its versions is whole and what was brought in."""
    after = ""
    while found := knowledge_examined.documents(tx, after):
        for document, scope in found:
            yield from _document(tx, document, scope)
            notes.saw("documents")
        after = found[-1][0]


def _document(tx: Transaction, document: str, scope: str) -> Iterator[Finding]:
    def finding(code: Code, message: str) -> Finding:
        return Finding(code=code, where=Layer.KNOWLEDGE.value, id=document, message=message)

    try:
        Scope.parse(scope)
        knowledge.versions(tx, document)
    except UNREADABLE:
        yield finding(Code.DOCUMENT_UNREADABLE, "cannot be read")
    for chunk in knowledge_examined.chunks(tx, document):
        try:
            withheld = bool(json.loads(chunk.secrets))
        except UNREADABLE:
            yield finding(Code.DOCUMENT_UNREADABLE, f"piece {chunk.digest} cannot be read")
            continue
        whole = "" if withheld else digest_of(chunk.heading, chunk.content)
        if (withheld and chunk.content) or (not withheld and whole != chunk.digest):
            yield finding(
                Code.CHUNK_CHANGED, f"piece {chunk.digest} is not what it was when it came"
            )
    yield from knowledge_examined.version_texts(tx, document)


def _index(tx: Transaction, notes: _Notes) -> Iterator[Finding]:
    """Everything findable has exactly its entry, and nothing else has one."""
    spaces = {(space.layer, space.scope): space for space in index_examined.spaces(tx)}
    for shelf in SHELVES:
        for run in all_runs(tx, shelf):
            space = spaces.get((shelf.layer.value, run.scope))
            for page in _pages(tx, shelf, run):
                yield from _page(tx, shelf, run, space, page)
                notes.saw("index entries", len(page.entries))
    for space in spaces.values():
        yield from _space(tx, space)
    for no in index_examined.lost_spaces(tx):
        yield _of_index(Code.INDEX_STRAY, "index", str(no), "space is not listed")


def _pages(tx: Transaction, shelf: Shelf, run: Run) -> Iterator[Page]:
    after: str | int | None = shelf.start
    while after is not None:
        page = shelf.page(tx, run, after)
        yield page
        after = page.next


def _page(
    tx: Transaction, shelf: Shelf, run: Run, space: SpaceRow | None, page: Page
) -> Iterator[Finding]:
    if space is not None and space.tokenizer != TOKENIZER_VERSION:
        # Said once for the whole space; each of its entries would differ.
        return
    stored = {} if space is None else index_examined.entries_of(tx, space.no, page.entries)
    for entry in page.entries:
        there = stored.get(entry.item)
        if there is None:
            code, what = Code.INDEX_MISSING, "is not in the index"
        elif not there.agrees(entry):
            code, what = Code.INDEX_DIFFERS, "is in the index under other words"
        else:
            continue
        yield _of_index(code, shelf.layer.value, entry.item, f"{what} of {run.scope}")


def _space(tx: Transaction, space: SpaceRow) -> Iterator[Finding]:
    if space.tokenizer != TOKENIZER_VERSION:
        yield _of_index(
            Code.TOKENIZER,
            space.layer,
            space.scope,
            f"has the terms of tokenizer {space.tokenizer}, not {TOKENIZER_VERSION}",
        )
    for problem in index_examined.miscounted(tx, space):
        yield _of_index(Code.INDEX_COUNTS, space.layer, space.scope, problem)
    after = 0
    while page := index_examined.entries(tx, space.no, after):
        items = [one.item for one in page]
        wanted = wanted_items(tx, space.layer, space.scope, items)
        for item in items:
            if item not in wanted:
                yield _of_index(
                    Code.INDEX_STRAY, space.layer, item, "is in the index and should not be"
                )
        after = page[-1].seq
    for first in index_examined.bad_runs(tx, space):
        yield _of_index(
            Code.POSTINGS_DIFFER,
            space.layer,
            space.scope,
            f"the entries from {first} on are packed under other terms than they list",
        )


def _of_index(code: Code, where: str, id: str, message: str) -> Finding:
    return Finding(code=code, where=where, id=id, message=message)


def _generation(tx: Transaction, key: str | None) -> int | None:
    """The number of the generation in use."""
    if key is not None:
        return search.find_generation(tx, key)
    current = [one.no for one in index_examined.generations(tx) if one.current]
    return current[-1] if current else None


def _mixed(tx: Transaction, key: str | None) -> Iterator[Finding]:
    """The embedder that is named is the one whose vectors are in use."""
    in_use = search.generation_in_use(tx)
    if key is not None and in_use is not None and in_use[1] != key:
        yield _of_index(
            Code.GENERATION,
            "vectors",
            key,
            f"vectors in use are of {in_use[1]}, so this embedder is answered from keywords until "
            "its own are complete: stratal rebuild --vectors",
        )


def _vectors(tx: Transaction, current: int | None) -> Iterator[Finding]:
    """Vectors are of existing entries, of the right size and of the generation in use."""
    known = index_examined.generations(tx)
    in_use = [one for one in known if one.current]
    if known and len(in_use) != 1:
        yield _of_index(
            Code.GENERATION, "vectors", "", f"{len(in_use)} generations are current, not one"
        )
    spaces = search.all_spaces(tx)
    for one in known:
        # One that is named and still being made is no remainder.
        if one.vectors and one.no != current and not one.current and len(in_use) == 1:
            lacking = search.count_missing(tx, spaces, one.no)
            yield _of_index(
                Code.VECTOR_OLD,
                "vectors",
                one.key,
                f"{one.vectors} vectors are of a generation that is not in use"
                + (f", and {lacking} entries have none of it" if lacking else ""),
            )
    for code, generation, space, seq in index_examined.bad_vectors(tx):
        what = "belongs to no entry" if code is Code.VECTOR_STRAY else "has the wrong size"
        yield _of_index(
            code, "vectors", f"{generation}/{space}/{seq}", f"the vector of entry {seq} {what}"
        )
    for generation, space, fault in index_examined.bad_cells(tx):
        yield _of_index(Code.CELLS, "cells", f"{generation}/{space}", fault)
