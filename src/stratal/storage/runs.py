"""Runs as they lie in the database: their replies, their items, and what they cost."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from stratal.core.clock import from_micros, to_micros
from stratal.core.compaction import Span
from stratal.core.evidence import MessageEvidence
from stratal.core.outcomes import Outcome
from stratal.core.runs import Proposal, Refused, Run, RunItem, RunReply, RunState, Spent
from stratal.storage.database import Row, Transaction, Value
from stratal.storage.run_form import (
    dumped,
    dumped_outcome,
    emptied,
    loaded,
    loaded_outcome,
)

ERASED = "erased"
"""Who bears what was taken for people who were erased."""


@dataclass(frozen=True, kw_only=True, slots=True)
class NewRun:
    """A piece of work that is about to be begun."""

    flow: str
    key: str
    owner: str
    conversation: str
    task: str | None
    span: Span | None
    model: str
    prompt: str
    actor: str


def begin(
    tx: Transaction, new: NewRun, *, id: str, holder: str, lease: timedelta, now: datetime
) -> tuple[Run, bool]:
    """The run of that piece of work, and whether it is the holder's to do.

    It is not where another holds it, where it is settled, and where it was set aside. A run that
    failed goes on under its own id, with its replies; so does one whose holder was lost.
    """
    times: dict[str, Value] = {"until": to_micros(now + lease), "now": to_micros(now)}
    made: dict[str, Value] = {"model": new.model, "prompt": new.prompt, "holder": holder}
    mine = tx.change(
        "run_add",
        id=id,
        flow=new.flow,
        key=new.key,
        owner=new.owner,
        conversation=new.conversation,
        task=new.task,
        from_seq=None if new.span is None else new.span[0],
        to_seq=None if new.span is None else new.span[1],
        actor=new.actor,
        **made,
        **times,
    )
    row = tx.row("run_of_key", flow=new.flow, key=new.key)
    assert row is not None
    if not mine:
        # What was lost with its holder is no attempt that failed.
        attempts = 1 if row["state"] == RunState.FAILED else 0
        mine = tx.change("run_take", id=row["id"], attempts=attempts, **made, **times)
        row = tx.row("run_of_key", flow=new.flow, key=new.key)
        assert row is not None
    return _run(row), bool(mine)


def get(tx: Transaction, owner: str, id: str) -> Run | None:
    """The run of that id, if it is the person's."""
    row = tx.row("run_get", owner=owner, id=id)
    return None if row is None else _run(row)


def newest(tx: Transaction, owner: str, states: Sequence[RunState], limit: int) -> list[Run]:
    """The person's runs in one of these states, newest first."""
    chosen = json.dumps([state.value for state in states])
    return [_run(row) for row in tx.rows("run_list", owner=owner, states=chosen, limit=limit)]


def ids_beginning(tx: Transaction, owner: str, start: str) -> list[str]:
    """At most three ids of the person's runs that begin with `start`."""
    if not start:
        return []
    high = start[:-1] + chr(ord(start[-1]) + 1)
    return [row["id"] for row in tx.rows("run_beginning", owner=owner, low=start, high=high)]


def upto(tx: Transaction, owner: str, conversation: str, task: str | None, flow: str) -> int:
    """The number of the last message that runs of a flow have taken, into a task or none; or 0."""
    row = tx.row("run_upto", owner=owner, conversation=conversation, task=task or "", flow=flow)
    return 0 if row is None or row["upto"] is None else int(row["upto"])


def begun_at(
    tx: Transaction, owner: str, conversation: str, task: str | None, flow: str, *, from_seq: int
) -> int | None:
    """Where the span ends that a run has begun at that message and not ended; None if none has."""
    row = tx.row(
        "run_begun",
        owner=owner,
        conversation=conversation,
        task=task or "",
        flow=flow,
        from_seq=from_seq,
    )
    return None if row is None else int(row["to_seq"])


def end(
    tx: Transaction, id: str, *, holder: str, state: RunState, problem: str, now: datetime
) -> bool:
    """What the run came to; False if it is another's by now."""
    changed = tx.change(
        "run_end", id=id, holder=holder, state=state.value, problem=problem, now=to_micros(now)
    )
    return changed == 1


def move(tx: Transaction, run: Run, to: RunState, *, key: str | None = None, now: datetime) -> bool:
    """From its state to another, perhaps as that piece of work; False if it has left that state."""
    states: dict[str, Value] = {"from": run.state.value, "to": to.value, "key": key or run.key}
    return tx.change("run_move", id=run.id, now=to_micros(now), **states) == 1


def counting(tx: Transaction, flow: str, key: str) -> Run | None:
    """The run of that piece of work that counts."""
    row = tx.row("run_of_key", flow=flow, key=key)
    return None if row is None else _run(row)


def retry(tx: Transaction, owner: str, id: str) -> bool:
    """Let a run that was set aside be tried again; False if it was not."""
    return tx.change("run_retry", owner=owner, id=id) == 1


def add_reply(tx: Transaction, run: str, reply: RunReply, *, given: int, answered: int) -> None:
    """Keep a reply, and what it cost."""
    tx.change(
        "run_reply_add",
        run=run,
        text=reply.text,
        problem=reply.problem,
        tokens=reply.tokens,
        cost=reply.cost,
        now=to_micros(reply.at),
    )
    tx.change("run_charge", id=run, given=given, answered=answered, cost=reply.cost)


def replies(tx: Transaction, run: str) -> list[RunReply]:
    """The replies of a run, in order."""
    return [
        RunReply(
            text=row["text"],
            problem=row["problem"],
            tokens=row["tokens"],
            cost=row["cost"],
            at=from_micros(row["at"]),
        )
        for row in tx.rows("run_replies", run=run)
    ]


def put_items(
    tx: Transaction, run: str, items: Sequence[tuple[Proposal | Refused, Outcome | None]]
) -> None:
    """What the run proposed, and what was answered, in place of what was there."""
    tx.change_many(
        "run_item_add",
        [
            {
                "run": run,
                "no": no,
                "proposal": dumped(proposal),
                "outcome": dumped_outcome(outcome),
            }
            for no, (proposal, outcome) in enumerate(items, 1)
        ],
    )


def set_undone(tx: Transaction, run: str, no: int, undone: Outcome) -> None:
    """What became of an item when the run was rolled back."""
    tx.change("run_item_undone", run=run, no=no, undone=dumped_outcome(undone))


def items(tx: Transaction, run: str) -> list[RunItem]:
    """What the run proposed, in order."""
    return [
        RunItem(
            no=row["no"],
            proposal=loaded(row["proposal"]),
            outcome=loaded_outcome(row["outcome"]),
            undone=loaded_outcome(row["undone"]),
        )
        for row in tx.rows("run_items", run=run)
    ]


def forget_record(tx: Transaction, id: str, others: Collection[str]) -> None:
    """Empty what runs proposed and replied of a record, before it is deleted.

    These are the runs that wrote it, or one of `others`, which took its place.
    """
    found = tx.rows("runs_of_records", records=json.dumps([id, *others]))
    blank, answer = emptied("deleted")
    touched = []
    for run in [row["run"] for row in found]:
        for row in tx.rows("run_items", run=run):
            held = (row["proposal"], row["outcome"], row["undone"])
            if any(id in text for text in held if text is not None):
                tx.change("erase_item_text", run=run, no=row["no"], blank=blank, outcome=answer)
                touched.append(run)
    if touched:
        tx.change("erase_reply_texts", runs=json.dumps(touched))
        tx.change("erase_run_problems", runs=json.dumps(touched))


def charge(
    tx: Transaction, day: str, owner: str, flow: str, *, calls: int, tokens: int, cost: int
) -> None:
    """Add what a model took to its own count and to the tenant's, which others wait for now."""
    if calls <= 0 and not tx.rows("spend_of", day=day, owner=owner, flow=flow):
        # A correction of what was taken for a person who was erased meanwhile.
        owner = ERASED
    for whose, of in (("", ""), (owner, flow)):
        tx.change("spend_add", day=day, owner=whose, flow=of, calls=calls, tokens=tokens, cost=cost)


def spent_on(tx: Transaction, day: str) -> list[Spent]:
    """All that was taken on a day, the tenant's sum included."""
    return [_spent(row) for row in tx.rows("spend_of_day", day=day)]


def spent_between(tx: Transaction, since: str, until: str) -> list[Spent]:
    """What was taken on these days, by person and flow, the newest day first."""
    return [_spent(row) for row in tx.rows("spend_between", since=since, until=until)]


def add_entry_evidence(
    tx: Transaction, owner: str, task: str, entry: str, cited: MessageEvidence, said_at: datetime
) -> bool:
    """Words that an entry rests on; False if it cites that message already."""
    changed = tx.change(
        "entry_evidence_add",
        owner=owner,
        task=task,
        entry=entry,
        conversation=cited.conversation,
        message=cited.message,
        quotation=cited.quotation,
        said_at=to_micros(said_at),
    )
    return changed == 1


def entry_evidence(tx: Transaction, owner: str, task: str) -> dict[str, list[MessageEvidence]]:
    """What the entries of a task rest on, by entry."""
    found: dict[str, list[MessageEvidence]] = {}
    for row in tx.rows("entry_evidence_of", owner=owner, task=task):
        cited = MessageEvidence(
            conversation=row["conversation"], message=row["message"], quotation=row["quotation"]
        )
        found.setdefault(row["entry"], []).append(cited)
    return found


def _run(row: Row) -> Run:
    return Run(
        id=row["id"],
        flow=row["flow"],
        key=row["key"],
        owner=row["owner"],
        conversation=row["conversation"],
        task=row["task"],
        span=None if row["from_seq"] is None else (row["from_seq"], row["to_seq"]),
        state=RunState(row["state"]),
        model=row["model"],
        prompt=row["prompt"],
        attempts=row["attempts"],
        problem=row["problem"],
        calls=row["calls"],
        given=row["given"],
        answered=row["answered"],
        cost=row["cost"],
        started_at=from_micros(row["started_at"]),
        ended_at=None if row["ended_at"] is None else from_micros(row["ended_at"]),
    )


def _spent(row: Row) -> Spent:
    return Spent(
        day=row["day"],
        owner=row["owner"],
        flow=row["flow"],
        calls=row["calls"],
        tokens=row["tokens"],
        cost=row["cost"],
    )
