"""Erasing of records, and of what of other records rests on something erased.

A record whose whole evidence goes, goes too, and what was derived from it after it. One that has
other evidence stays without the erased: a revision that the rest does not state says from then on
what the nearest one says that it does.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from stratal.core.records import Layer
from stratal.flows.erasing.work import REBUILT, Work
from stratal.layers.memories import Memories
from stratal.layers.recording.index import findable, index_entry
from stratal.storage import records, search
from stratal.storage.database import Row, Transaction, Value
from stratal.storage.erasures import Mark, Purpose, statement
from stratal.text.quotation import unstated
from stratal.text.tokens import terms

_SOURCES = ("person", "conversation", "message", "event", "document", "memory", "fact")


def remember_records(work: Work) -> None:
    """Records that are marked, then what rests on anything that is, until nothing more does."""
    done: set[Mark] = set()
    while True:
        waiting = [one for one in work.marked(*_SOURCES, "tool") if one not in done]
        if not waiting:
            return
        for one in waiting:
            done.add(one)
            if one.kind in ("memory", "fact"):
                with work.batch() as tx:
                    _remove(work, tx, one)
            with work.batch() as tx:
                resting = _resting(tx, one)
            for record in resting:
                with work.batch() as tx:
                    _without(work, tx, record)


def _remove(work: Work, tx: Transaction, one: Mark) -> None:
    """The record whole; a flow that states the same in that scope is refused."""
    rows = tx.rows("erase_revision_rows", record=one.id)
    work.sources |= {
        (row["owner"], row["conversation"], row["ref"])
        for row in tx.rows("erase_evidence_rows", record=one.id)
        if row["type"] == "message"
    }
    work.remember(
        tx,
        [
            work.hashed(Purpose.LISTED, one.kind, one.kind, one.id),
            *(
                work.hashed(Purpose.STATEMENT, one.kind, *statement(row["scope"], row["content"]))
                for row in rows
            ),
        ],
    )
    tx.change("erase_tombstone", id=one.id, layer=one.part, now=work.moment)
    work.change(tx, "evidence", "delete_evidence", record=one.id)
    work.change(tx, "question", "question_forget", record=one.id)
    work.change(tx, "revision", "delete_revisions", record=one.id)
    work.change(tx, "record", "delete_record", record=one.id)


def _resting(tx: Transaction, one: Mark) -> list[str]:
    """Records that rest on something that goes."""
    match one.kind:
        case "person":
            rows = tx.rows("erase_citing", owner=one.id)
        case "conversation":
            rows = tx.rows("erase_citing_talk", owner=one.owner, conversation=one.id)
        case "message":
            rows = _citing(tx, "message", one.owner, one.part, one.id)
        case "event" | "tool":
            rows = _citing(tx, one.kind, one.owner, "", one.id)
        case "document":
            rows = tx.rows("erase_citing_document", document=one.id)
        case _:
            rows = _citing(tx, "memory", "", "", one.id)
    return [row["record"] for row in rows]


def _citing(tx: Transaction, type_: str, owner: str, conversation: str, ref: str) -> list[Row]:
    place: dict[str, Value] = {"owner": owner, "conversation": conversation}
    return tx.rows("erase_citing_thing", type=type_, ref=ref, **place)


def _without(work: Work, tx: Transaction, record: str) -> None:
    """Take what goes out of a record's evidence, and out of its words."""
    found = tx.row("find_record", id=record)
    if found is None:
        return
    cited = tx.rows("erase_evidence_rows", record=record)
    erased = [row for row in cited if _goes(work, tx, row)]
    if not erased:
        return
    left = [row for row in cited if row not in erased]
    revisions = tx.rows("erase_revision_rows", record=record)
    stated = [
        row["content"]
        if _stated(tx, row["content"], left, erased)
        or row["revision"] < min(one["revision"] for one in erased)
        else None
        for row in revisions
    ]
    if not left or not any(stated):
        kind = "fact" if found["layer"] == Layer.PROFILE else "memory"
        work.mark(tx, Mark(kind=kind, owner=found["scope"], part=found["layer"], id=record))
        return
    for row in erased:
        work.change(tx, "evidence", "erase_evidence", record=record, no=row["no"])
    for no, row in enumerate(left, 1):
        tx.change("erase_evidence_again", record=record, no=row["no"], new=no)
    _say(work, tx, record, revisions, stated)


def _say(
    work: Work, tx: Transaction, record: str, revisions: Sequence[Row], stated: Sequence[str | None]
) -> None:
    """Let the revisions that nothing states any more say what the nearest one does."""
    before = next(one for one in stated if one is not None)
    changed = False
    for row, content in zip(revisions, stated, strict=True):
        if content is None:
            work.change(
                tx,
                "revision",
                "erase_revision_text",
                way=REBUILT,
                record=record,
                revision=row["revision"],
                content=before,
            )
            changed = True
        before = content or before
    if changed:
        # Contexts that held the former words are found by this.
        work.mark(tx, Mark(kind="rebuilt", part=revisions[0]["layer"], id=record))
        _indexed(work, tx, Layer(revisions[0]["layer"]), record)


def _indexed(work: Work, tx: Transaction, layer: Layer, id: str) -> None:
    record = records.current(tx, layer, [id]).get(id)
    if layer is Layer.MEMORIES and record is not None and Memories.searchable and findable(record):
        space = search.open_space(tx, layer, str(record.scope))
        search.put(tx, space, index_entry(record))
        work.counts["search_entry", REBUILT] += 1


def _goes(work: Work, tx: Transaction, row: Row) -> bool:
    """Whether a piece of evidence is of something that goes."""
    ref, owner = row["ref"], row["owner"]
    if owner and _marked(work, tx, Mark(kind="person", id=owner)):
        return True
    match row["type"]:
        case "message":
            place = row["conversation"]
            return _marked(work, tx, Mark(kind="conversation", owner=owner, id=place)) or _marked(
                work, tx, Mark(kind="message", owner=owner, part=place, id=ref)
            )
        case "memory":
            return _marked_id(work, tx, ref, "memory", "fact")
        case "document":
            return _marked_id(work, tx, ref, "document")
        case _:
            return _marked(work, tx, Mark(kind=row["type"], owner=owner, id=ref))


def _marked(work: Work, tx: Transaction, one: Mark) -> bool:
    row = tx.row(
        "erasure_marked",
        erasure=work.erasure,
        kind=one.kind,
        owner=one.owner,
        part=one.part,
        id=one.id,
    )
    return row is not None


def _marked_id(work: Work, tx: Transaction, id: str, *kinds: str) -> bool:
    row = tx.row("erasure_marked_id", erasure=work.erasure, kinds=json.dumps(list(kinds)), id=id)
    return row is not None


def _stated(tx: Transaction, content: str, left: Sequence[Row], erased: Sequence[Row]) -> bool:
    """Whether what is left states the content, and no word of it is of the erased alone."""
    told = [row["quotation"] for row in left]
    sources = [row["ref"] for row in left if row["type"] == "memory"]
    told += [one.content for one in records.current(tx, Layer.MEMORIES, sources).values()]
    said = "\n".join(told)
    alone = {word for row in erased for word in terms(row["quotation"])} - set(terms(said))
    return bool(told) and not unstated(content, said) and alone.isdisjoint(terms(content))
