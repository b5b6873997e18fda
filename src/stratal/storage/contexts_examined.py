"""What a store says of contexts and compactions, held against itself.

The versions of a conversation's summary that stand follow one on another: each message up to the
last is covered once, was retracted, or is said to be left over. The pages of a version are its span
in pieces. What a recorded context held is there under its own hash, or was erased.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from stratal.core.canonical import digest
from stratal.core.compaction import Critical, Dropped, Span, Stage
from stratal.core.records import Layer
from stratal.storage.database import Row, Transaction
from stratal.storage.doctor import MOST, UNREADABLE, Code, Finding, pages

_WHERE = Layer.CONVERSATION.value


def contexts(tx: Transaction) -> Iterator[Finding]:
    """Compactions with their pages, and contexts with their texts."""
    for row in tx.rows("doctor_context_orphans"):
        if row["lost"]:
            yield Finding(
                code=Code.ORPHAN,
                where="database",
                id=row["kind"],
                message=f"{row['lost']} rows of {row['kind']} belong to nothing that is there",
            )
    yield from _compactions(tx)
    for row in tx.rows("doctor_compaction_versions", limit=MOST):
        yield _of(
            row,
            Code.COMPACTION_CHAIN,
            f"has {row['versions']} versions of its summary, and the last is {row['last']}",
        )
    for row in tx.rows("doctor_compaction_failures", limit=MOST):
        yield _of(
            row,
            Code.COMPACTION_SPAN,
            f"could not compact messages {row['from_seq']} to {row['to_seq']}, which never were",
        )
    for row in tx.rows("doctor_page_reads", limit=MOST):
        yield _of(
            row,
            Code.COMPACTION_PAGES,
            f"page {row['from_seq']} to {row['to_seq']} was read, and never was",
        )
    yield from _texts(tx)


def _texts(tx: Transaction) -> Iterator[Finding]:
    for page in pages(tx, "doctor_context_texts", owner="", digest=""):
        for row in page:
            if digest(row["content"]) != row["digest"]:
                yield Finding(
                    code=Code.CONTEXT_TEXT,
                    where="contexts",
                    id=f"{row['owner']}/{row['digest']}",
                    message="the text is not the one of its hash",
                )
    for row in tx.rows("doctor_context_parts", limit=MOST):
        yield Finding(
            code=Code.CONTEXT_TEXT,
            where="contexts",
            id=f"{row['owner']}/{row['conversation']}/{row['context']}",
            message=f"the text of {row['part']} is not there, and was not erased",
        )


@dataclass(kw_only=True, slots=True)
class _Chain:
    """The versions of one conversation, as they are read."""

    owner: str
    conversation: str
    covered: set[int] = field(default_factory=set)
    upto: int = 0
    left_over: set[int] = field(default_factory=set)

    def fits(self, row: Row, covers: list[Span]) -> Iterator[tuple[Code, str]]:
        """What is wrong with the next version that stands."""
        own = {seq for first, last in covers for seq in range(first, last + 1)}
        if own & self.covered:
            yield Code.COMPACTION_CHAIN, "covers messages that an earlier one covers"
        self.covered |= own
        if row["covered"] != len(self.covered):
            yield (
                Code.COMPACTION_CHAIN,
                f"counts {row['covered']} messages, and all together cover {len(self.covered)}",
            )
        if row["upto_seq"] != max(self.covered | {self.upto}):
            yield Code.COMPACTION_CHAIN, f"says that it ends at message {row['upto_seq']}"
        self.upto = row["upto_seq"]
        self.left_over = set(json.loads(row["left_over"]))

    def gaps(self, tx: Transaction) -> Iterator[Finding]:
        """Messages that no version covers, that were not retracted and are not said to be left."""
        gap = set(range(1, self.upto + 1)) - self.covered - self.left_over
        if not gap:
            return
        here = {"owner": self.owner, "conversation": self.conversation}
        for row in tx.rows("doctor_retracted", **here):
            gap -= set(range(row["from_seq"], row["to_seq"] + 1))
        if gap:
            yield _of(
                here,
                Code.COMPACTION_CHAIN,
                f"message {min(gap)} is covered by no version of the summary, nor left over",
            )


def _compactions(tx: Transaction) -> Iterator[Finding]:
    chain = _Chain(owner="", conversation="")
    for page in pages(tx, "doctor_compactions", owner="", conversation="", version=0):
        for row in page:
            if (row["owner"], row["conversation"]) != (chain.owner, chain.conversation):
                yield from chain.gaps(tx)
                chain = _Chain(owner=row["owner"], conversation=row["conversation"])
            yield from _version(tx, row, chain)
    yield from chain.gaps(tx)


def _version(tx: Transaction, row: Row, chain: _Chain) -> Iterator[Finding]:
    def finding(code: Code, message: str) -> Finding:
        return _of(row, code, f"version {row['version']} of the summary {message}")

    try:
        covers = _read(row)
    except UNREADABLE:
        yield finding(Code.COMPACTION_UNREADABLE, "cannot be read")
        return
    if not covers or any(first > last or first < 1 for first, last in covers):
        yield finding(Code.COMPACTION_SPAN, "covers no messages, or in no order")
        return
    if (covers[0][0], covers[-1][1]) != (row["from_seq"], row["to_seq"]):
        yield finding(Code.COMPACTION_SPAN, "covers other messages than it says")
    if covers[-1][1] > row["last_seq"]:
        yield finding(Code.COMPACTION_SPAN, f"covers message {covers[-1][1]}, which never was")
        return
    own = {"owner": row["owner"], "conversation": row["conversation"], "version": row["version"]}
    if not _are_pieces(covers, tx.rows("doctor_compacted_pages", **own)):
        yield finding(Code.COMPACTION_PAGES, "has pages that are not its messages in pieces")
    if row["withdrawn_at"] is None:
        for code, message in chain.fits(row, covers):
            yield finding(code, message)


def _read(row: Row) -> list[Span]:
    """The span of a version all of whose fields can be read."""
    for name in ("kept", "critical"):
        for kind, seq, text in json.loads(row[name]):
            _ = Critical(kind), int(seq), str(text)
    Stage(row["stage"])
    for _, why in json.loads(row["report"])["dropped"]:
        Dropped(why)
    [int(seq) for seq in json.loads(row["left_over"])]
    return [(int(first), int(last)) for first, last in json.loads(row["covers"])]


def _are_pieces(covers: Iterable[Span], rows: Iterable[Row]) -> bool:
    """Whether the pages join to exactly these spans."""
    joined: list[Span] = []
    for row in rows:
        first, last = row["from_seq"], row["to_seq"]
        if first > last:
            return False
        if joined and joined[-1][1] + 1 == first:
            joined[-1] = joined[-1][0], last
        else:
            joined.append((first, last))
    wanted: list[Span] = []
    for first, last in covers:
        if wanted and wanted[-1][1] + 1 == first:
            wanted[-1] = wanted[-1][0], last
        else:
            wanted.append((first, last))
    return joined == wanted


def _of(row: Row, code: Code, message: str) -> Finding:
    return Finding(
        code=code, where=_WHERE, id=f"{row['owner']}/{row['conversation']}", message=message
    )
