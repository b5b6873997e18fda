"""Records of compaction: versions of a conversation's summary, failures, and pages."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import datetime

from stratal.core.clock import from_micros, to_micros
from stratal.core.compaction import (
    Compaction,
    CompactionFailure,
    Critical,
    Dropped,
    Kept,
    Page,
    PageRead,
    Report,
    Span,
    Stage,
)
from stratal.storage.database import Row, Transaction, Value


def current(tx: Transaction, owner: str, conversation: str) -> Compaction | None:
    """The newest version that stands; None if there is none."""
    row = tx.row("compaction_current", owner=owner, conversation=conversation)
    return None if row is None else _compaction(row)


def current_at(tx: Transaction, owner: str, conversation: str, at: datetime) -> Compaction | None:
    """The newest version that stood at a time; None if there was none."""
    row = tx.row("compaction_current_at", owner=owner, conversation=conversation, at=to_micros(at))
    return None if row is None else _compaction(row)


def of_version(tx: Transaction, owner: str, conversation: str, version: int) -> Compaction | None:
    """That version, if it stands."""
    row = tx.row("compaction_of", owner=owner, conversation=conversation, version=version)
    return None if row is None else _compaction(row)


def history(tx: Transaction, owner: str, conversation: str) -> list[Compaction]:
    """Every version that stands, oldest first."""
    rows = tx.rows("compaction_history", owner=owner, conversation=conversation)
    return [_compaction(row) for row in rows]


def last_version(tx: Transaction, owner: str, conversation: str) -> int:
    """The highest number that was given to a version, withdrawn or not; 0 for none."""
    row = tx.row("compaction_last_version", owner=owner, conversation=conversation)
    assert row is not None
    return int(row["version"] or 0)


def critical(tx: Transaction, owner: str, conversation: str, version: int) -> list[Kept]:
    """The critical spans of all that the versions up to that one cover, each as it was found."""
    rows = tx.rows("compaction_critical", owner=owner, conversation=conversation, version=version)
    return [one for row in rows for one in _kept(row["critical"])]


def add(
    tx: Transaction,
    owner: str,
    compaction: Compaction,
    *,
    critical: Sequence[Kept],
    pages: Sequence[Page],
    actor: str,
) -> None:
    """The next version, and the pages that its span is cut into.

    `critical` are all critical spans of what it covers. The caller has taken the conversation's row
    and seen that the version follows on the last.
    """
    place: dict[str, Value] = {
        "owner": owner,
        "conversation": compaction.conversation,
        "version": compaction.version,
    }
    report = compaction.report
    tx.change(
        "compaction_add",
        id=compaction.id,
        from_seq=compaction.covers[0][0],
        to_seq=compaction.covers[-1][1],
        covers=json.dumps(compaction.covers),
        upto_seq=compaction.upto,
        left_over=json.dumps(compaction.left_over),
        covered=compaction.covered,
        covered_tokens=compaction.covered_tokens,
        summary=compaction.summary,
        kept=_kept_text(compaction.kept),
        critical=_kept_text(critical),
        overflow=compaction.overflow,
        stage=compaction.stage.value,
        report=json.dumps(
            {
                "summarised": report.summarised,
                "tokens_before": report.tokens_before,
                "tokens_after": report.tokens_after,
                "told": report.told,
                "kept": report.kept,
                "dropped": report.dropped,
            }
        ),
        summarizer=compaction.summarizer,
        task=compaction.task,
        checkpoint=compaction.checkpoint,
        actor=actor,
        made_at=to_micros(compaction.made_at),
        **place,
    )
    tx.change_many(
        "page_add",
        [
            {
                "from_seq": page.span[0],
                "to_seq": page.span[1],
                "title": page.title,
                "tokens": page.tokens,
                **place,
            }
            for page in pages
        ],
    )


def withdraw(
    tx: Transaction, owner: str, conversation: str, *, from_seq: int, now: datetime
) -> int:
    """Take back every version that tells of a message from that number on; how many."""
    return tx.change(
        "compaction_withdraw",
        owner=owner,
        conversation=conversation,
        from_seq=from_seq,
        now=to_micros(now),
    )


def add_failure(
    tx: Transaction, owner: str, conversation: str, failure: CompactionFailure, actor: str
) -> None:
    """An attempt that came to nothing."""
    tx.change(
        "compaction_failure_add",
        owner=owner,
        conversation=conversation,
        id=failure.id,
        from_seq=failure.span[0],
        to_seq=failure.span[1],
        summarizer=failure.summarizer,
        error=failure.error,
        actor=actor,
        failed_at=to_micros(failure.failed_at),
    )


def failures(tx: Transaction, owner: str, conversation: str, limit: int) -> list[CompactionFailure]:
    """The last attempts that came to nothing, newest first."""
    return [
        CompactionFailure(
            id=row["id"],
            span=(row["from_seq"], row["to_seq"]),
            summarizer=row["summarizer"],
            error=row["error"],
            failed_at=from_micros(row["failed_at"]),
        )
        for row in tx.rows(
            "compaction_failures", owner=owner, conversation=conversation, limit=limit
        )
    ]


def newest_pages(tx: Transaction, owner: str, conversation: str, limit: int) -> list[Page]:
    """The last pages of what has left the window, oldest first."""
    rows = tx.rows("page_newest", owner=owner, conversation=conversation, limit=limit)
    return [_page(row) for row in reversed(rows)]


def page(tx: Transaction, owner: str, conversation: str, span: Span) -> Page | None:
    """The page of exactly that span."""
    row = tx.row(
        "page_of", owner=owner, conversation=conversation, from_seq=span[0], to_seq=span[1]
    )
    return None if row is None else _page(row)


def page_at(tx: Transaction, owner: str, conversation: str, seq: int) -> Page | None:
    """The page that holds the message of that number."""
    row = tx.row("page_at", owner=owner, conversation=conversation, seq=seq)
    return None if row is None else _page(row)


def count_pages(tx: Transaction, owner: str, conversation: str) -> int:
    """How many pages there are."""
    row = tx.row("page_count", owner=owner, conversation=conversation)
    assert row is not None
    return int(row["pages"])


def add_page_read(
    tx: Transaction, owner: str, conversation: str, read: PageRead, *, id: str
) -> None:
    """Somebody read a page."""
    tx.change(
        "page_read_add",
        owner=owner,
        conversation=conversation,
        id=id,
        from_seq=read.span[0],
        to_seq=read.span[1],
        actor=read.actor,
        read_at=to_micros(read.read_at),
    )


def page_reads(tx: Transaction, owner: str, conversation: str, limit: int) -> list[PageRead]:
    """The last readings of pages, newest first."""
    return [
        PageRead(
            span=(row["from_seq"], row["to_seq"]),
            actor=row["actor"],
            read_at=from_micros(row["read_at"]),
        )
        for row in tx.rows("page_reads", owner=owner, conversation=conversation, limit=limit)
    ]


def _compaction(row: Row) -> Compaction:
    report = json.loads(row["report"])
    dropped = tuple((seq, Dropped(why)) for seq, why in report.pop("dropped"))
    return Compaction(
        id=row["id"],
        conversation=row["conversation"],
        version=row["version"],
        covers=tuple((first, last) for first, last in json.loads(row["covers"])),
        upto=row["upto_seq"],
        left_over=tuple(json.loads(row["left_over"])),
        covered=row["covered"],
        covered_tokens=row["covered_tokens"],
        summary=row["summary"],
        kept=tuple(_kept(row["kept"])),
        overflow=row["overflow"],
        stage=Stage(row["stage"]),
        report=Report(dropped=dropped, **report),
        summarizer=row["summarizer"],
        task=row["task"],
        checkpoint=row["checkpoint"],
        made_at=from_micros(row["made_at"]),
    )


def _page(row: Row) -> Page:
    return Page(
        span=(row["from_seq"], row["to_seq"]),
        title=row["title"],
        tokens=row["tokens"],
        out_at=from_micros(row["made_at"]),
    )


def _kept_text(kept: Iterable[Kept]) -> str:
    return json.dumps([[one.kind, one.seq, one.text] for one in kept], ensure_ascii=False)


def _kept(text: str) -> list[Kept]:
    return [Kept(kind=Critical(kind), seq=seq, text=said) for kind, seq, said in json.loads(text)]
