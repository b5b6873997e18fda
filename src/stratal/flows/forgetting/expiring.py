"""What of the log and of tasks is removed by retention, once it was set aside and its time came.

Messages and events go as an erasure takes them, but for what rests on them. Of a task that has
ended its last states stay; of what it was before, only that it was.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import groupby, islice
from typing import TYPE_CHECKING

from stratal.core.forgetting import Action, ActionState
from stratal.core.policy import Policy
from stratal.core.tasks import Field, TaskStatus
from stratal.flows.erasing.expiry import expire_event, expire_messages
from stratal.storage import messages, sweeps, tasks
from stratal.storage.database import Transaction, Value
from stratal.storage.sweeps import Running

if TYPE_CHECKING:
    from stratal.flows.forgetting.sweep import Ground

EXPIRING = frozenset({"message", "event", "checkpoint"})
"""The kinds that are removed here."""
_MESSAGES = 25
"""Messages that go in one transaction: others wait for some hundredths of a second."""


def running(policy: Policy, now: datetime) -> Running:
    """Which conversations are not over, and how much of them stays."""
    idle = policy.flows.idle_after
    since = None if idle is None else now - idle
    return Running(since=since, messages=policy.window.messages)


def together(actions: Sequence[Action]) -> Iterator[list[Action]]:
    """What is removed in one transaction: messages of a conversation, else each by itself."""
    for (kind, _, _), same in groupby(actions, key=lambda one: (one.kind, one.owner, one.place)):
        size = _MESSAGES if kind == "message" else 1
        while some := list(islice(same, size)):
            yield some


def remove(ground: Ground, actions: Sequence[Action], now: datetime) -> int:
    """Remove what is of one conversation, or one thing, in one transaction; how much it was."""
    with ground.database.write(ground.tenant) as tx:
        going = list(actions)
        if actions[0].kind == "message":
            going = _out_of_window(ground, tx, actions, now)
        # Whoever takes it out of its state first removes it.
        going = [one for one in going if sweeps.move(tx, one, ActionState.REMOVED)]
        if not going:
            return 0
        one = going[0]
        match one.kind:
            case "message":
                ids = [each.item for each in going]
                expire_messages(ground.database, tx, one.owner, one.place, ids, now)
            case "event":
                expire_event(ground.database, tx, one.owner, one.item, now)
            case _:
                _only_how_it_ended(tx, one.owner, one.item)
    return len(going)


def _out_of_window(
    ground: Ground, tx: Transaction, actions: Sequence[Action], now: datetime
) -> list[Action]:
    """The messages that are in no window; of a conversation that went on the others wait."""
    owner, conversation = actions[0].owner, actions[0].place
    start = sweeps.window_starts(tx, owner, conversation, running(ground.policy, now))
    found = messages.by_ids(tx, owner, conversation, [one.item for one in actions])
    going = []
    for action in actions:
        if action.item in found and found[action.item][0].seq >= start:
            sweeps.put_off(tx, action, now + ground.policy.forgetting.grace)
        else:
            going.append(action)
    return going


def _only_how_it_ended(tx: Transaction, owner: str, task: str) -> None:
    row = tasks.take(tx, owner, task)
    if row is None or row.status is TaskStatus.OPEN:
        return
    place: dict[str, Value] = {"owner": owner, "task": task}
    last = {head.seq for head in tasks.heads(tx, owner, task)}
    states = {seq: tasks.line_at(tx, owner, task, seq).state for seq in sorted(last)}
    for seq, state in states.items():
        tx.change("expire_last", seq=seq, whole=tasks.packed(state), **place)
    for each in tx.rows("expire_checkpoints", **place):
        if each["seq"] not in last:
            tx.change("expire_checkpoint", seq=each["seq"], **place)
    handles = {handle for state in states.values() for handle in tasks.handles(state)}
    entries = {one.id for state in states.values() for name in Field for one in state.entries(name)}
    tx.change("expire_payloads", handles=json.dumps(sorted(handles)), **place)
    tx.change("expire_entries", entries=json.dumps(sorted(entries)), **place)
