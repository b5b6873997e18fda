"""Where runs of other conversations repeat, word for word, messages that go.

A run reads more than its own conversation: the entries of a task with what they rest on, what is
remembered, what another conversation had found. So a model may have repeated there what was said
here, in a reply that cites nothing. Such runs are found by the words, while these are still there,
and marked; what was proposed or replied goes then as that of a run that read the messages.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from stratal.core.messages import Message
from stratal.flows.erasing.work import Work
from stratal.storage.database import Row, Transaction
from stratal.storage.erasures import Mark
from stratal.text.quotation import fold
from stratal.text.traces import Finder, copied

_RUNS = 100


def mark_copies(work: Work, said: Sequence[Message], *, owner: str = "", but: str = "") -> None:
    """Mark what runs proposed, and were replied, in words of these messages.

    Of all runs, or of those of `owner`; without those of `but`, which go whole.
    """
    asked = {"owner": owner, "but": but}
    with work.batch() as tx:
        if not tx.rows("erase_runs_after", run="", limit=1, **asked):
            return
    traces = copied([text for one in said for text in (one.text, one.calls)])
    if not traces:
        return
    finder = Finder(traces)
    run = ""
    while True:
        with work.batch() as tx:
            page = tx.rows("erase_runs_after", run=run, limit=_RUNS, **asked)
            for row in page:
                work.mark(tx, *_repeating(tx, finder, row))
        if len(page) < _RUNS:
            return
        run = page[-1]["id"]


def _repeating(tx: Transaction, finder: Finder, run: Row) -> Iterator[Mark]:
    replied = [run["problem"]]
    for row in tx.rows("run_replies", run=run["id"]):
        replied += [row["text"], row["problem"]]
    if _has(finder, replied):
        yield Mark(kind="copy", owner=run["owner"], id=run["id"])
    for row in tx.rows("run_items", run=run["id"]):
        if _has(finder, [row["proposal"], row["outcome"], row["undone"]]):
            yield Mark(kind="copy", owner=run["owner"], part=str(row["no"]), id=run["id"])


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
