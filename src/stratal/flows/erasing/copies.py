"""Where runs of other conversations repeat, word for word, messages that go.

A run reads more than its own conversation: the entries of a task with what they rest on, what is
remembered, what another conversation had found. So a model may have repeated there what was said
here, in a reply that cites nothing. Such runs are found by the words, while these are still there,
and marked; what was proposed or replied goes then as that of a run that read the messages.

An erasure looks through all runs of the person, and through those of others if anything that the
person said is remembered where others are. An expiry, which comes for a few messages at a time,
looks through the runs of tasks that cite the conversation, and those that wrote what cites it.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from stratal.core.identity import Scope
from stratal.core.messages import Message
from stratal.flows.erasing.log import spans
from stratal.flows.erasing.work import Work
from stratal.storage import messages
from stratal.storage.database import Row, Transaction
from stratal.storage.erasures import Mark
from stratal.text.quotation import fold
from stratal.text.traces import Finder, copied

_RUNS = 100
_PAGE = 500
_SAID = 5_000
"""Messages that are looked for at once: the runs are read once for so many."""


def mark_copies(work: Work) -> None:
    """Mark what runs proposed, and were replied, in words of the messages that are erased."""
    people = {one.id for one in work.marked("person")}
    owners = {one.owner for one in work.marked("conversation", "span_first")}
    for owner in sorted(owners):
        with work.batch() as tx:
            shared = tx.row("erase_shared", owner=owner, own=str(Scope.of_user(owner)))
            asked = {
                "owner": owner if shared is None else "",
                # Of a person who goes whole the runs go whole as well.
                "but": owner if owner in people else "",
            }
            if not tx.rows("erase_runs_after", run="", limit=1, **asked):
                continue
        said = _said(work, owner)
        while some := list(islice(said, _SAID)):
            _mark(work, some, _all_runs(work, asked))


def mark_copies_of(work: Work, owner: str, conversation: str, said: Sequence[Message]) -> None:
    """The same of messages that expire, in the runs that may have read of them elsewhere."""
    with work.batch() as tx:
        rows = tx.rows(
            "expire_runs_of",
            owner=owner,
            conversation=conversation,
            refs=json.dumps([one.id for one in said]),
        )
    _mark(work, said, [rows] if rows else [])


def _said(work: Work, owner: str) -> Iterator[Message]:
    """The person's messages that go."""
    for one in work.marked("conversation"):
        seq = 0
        while one.owner == owner:
            with work.batch() as tx:
                page = messages.after(tx, owner, one.id, seq, _PAGE)
            yield from page
            if len(page) < _PAGE:
                break
            seq = page[-1].seq
    for whose, conversation, first, last in spans(work):
        for start in range(first, last + 1, _PAGE) if whose == owner else ():
            with work.batch() as tx:
                seqs = range(start, min(start + _PAGE, last + 1))
                page = messages.by_seq(tx, owner, conversation, seqs)
            yield from page


def _all_runs(work: Work, asked: dict[str, str]) -> Iterator[list[Row]]:
    run = ""
    while True:
        with work.batch() as tx:
            page = tx.rows("erase_runs_after", run=run, limit=_RUNS, **asked)
        yield page
        if len(page) < _RUNS:
            return
        run = page[-1]["id"]


def _mark(work: Work, said: Sequence[Message], pages: Iterable[list[Row]]) -> None:
    traces = copied([text for one in said for text in (one.text, one.calls)])
    if not traces:
        return
    finder = Finder(traces)
    for page in pages:
        with work.batch() as tx:
            work.mark(tx, *_repeating(tx, finder, page))


def _repeating(tx: Transaction, finder: Finder, runs: Sequence[Row]) -> Iterator[Mark]:
    owners = {row["id"]: row["owner"] for row in runs}
    ids = json.dumps([*owners])
    replied: dict[str, list[str]] = defaultdict(list)
    for row in runs:
        replied[row["id"]].append(row["problem"])
    for row in tx.rows("erase_replies_of", runs=ids):
        replied[row["run"]] += [row["text"], row["problem"]]
    for run, texts in replied.items():
        if _has(finder, texts):
            yield Mark(kind="copy", owner=owners[run], id=run)
    for row in tx.rows("erase_items_of", runs=ids):
        if _has(finder, [row["proposal"], row["outcome"], row["undone"]]):
            run = row["run"]
            yield Mark(kind="copy", owner=owners[run], part=str(row["no"]), id=run)


def _has(finder: Finder, texts: Sequence[str | None]) -> bool:
    words = "\n".join(one for text in texts if text for one in (text, *_strings(text)))
    return any(
        True for one in (words, fold(words).casefold()) for _ in finder.find(one.encode("utf-8"))
    )


def _strings(text: str) -> Iterator[str]:
    """The texts within a stored form, or within a reply that is JSON."""
    try:
        waiting: list[Any] = [json.loads(text)]
    except ValueError:
        return
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one
        elif isinstance(one, str):
            yield one
