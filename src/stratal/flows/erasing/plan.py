"""What an erasure takes, found and marked in one transaction before anything goes.

The marks are what makes it resumable: when the rows are gone, they still say what rested on them.
The spaces of the index that go as a whole are given up here: who writes into such a scope from now
on opens a new one.
"""

from __future__ import annotations

import json
from typing import assert_never

from stratal.core.erasure import (
    ConversationTarget,
    Item,
    MessageSpan,
    Person,
    ScopeTarget,
    Target,
    kind_of,
)
from stratal.core.identity import Scope
from stratal.core.records import Layer
from stratal.errors import NotFound
from stratal.flows.erasing.work import UNLINKED, Work
from stratal.layers.cold import cold_scope
from stratal.storage import erasures, messages
from stratal.storage.database import Transaction
from stratal.storage.erasures import Mark
from stratal.storage.receipt_key import ReceiptKey

_LOG = (Layer.CONVERSATION.value, Layer.EVENTS.value)


def mark_all(work: Work, tx: Transaction, target: Target) -> None:
    """Mark all that `target` names. Raises `NotFound` where it names one thing, and there is none.

    Of a person, and of a scope, there may well be nothing.
    """
    match target:
        case Person():
            own = str(Scope.of_user(target.user))
            erasures.set_first(tx, work.erasure, owner=target.user, scope=own)
            _person(work, tx, target.user)
        case ScopeTarget():
            erasures.set_first(tx, work.erasure, scope=str(target.scope))
            _scope(work, tx, str(target.scope), log=False)
        case ConversationTarget():
            place = {"owner": target.user, "conversation": target.conversation}
            erasures.set_first(tx, work.erasure, **place)
            _there(tx, target.user, target.conversation)
            work.mark(tx, Mark(kind="conversation", owner=target.user, id=target.conversation))
        case MessageSpan():
            _span(work, tx, target)
        case Item():
            _item(work, tx, target)
        case _:
            assert_never(target)


def stored_target(target: Target) -> str:
    """The target as it stands in the row of an erasure that is on its way."""
    match target:
        case Person():
            return json.dumps([target.user])
        case ScopeTarget():
            return json.dumps([str(target.scope)])
        case ConversationTarget():
            return json.dumps([target.user, target.conversation])
        case MessageSpan():
            return json.dumps([target.user, target.conversation, target.first, target.last])
        case Item():
            return json.dumps([target.layer, target.id, target.user, target.part])


def named(target: Target) -> tuple[str, ...]:
    """What names the target, for its keyed hash."""
    return (kind_of(target), *(str(part) for part in json.loads(stored_target(target))))


def hashed(key: ReceiptKey, target: Target) -> str:
    """The keyed hash by which a target is known when it is gone."""
    return key.hash("target", *named(target))


def _person(work: Work, tx: Transaction, user: str) -> None:
    work.mark(tx, Mark(kind="person", id=user))
    _scope(work, tx, str(Scope.of_user(user)), log=True)
    work.mark(
        tx,
        *(
            Mark(kind="conversation", owner=user, id=one.id)
            for one in messages.conversations(tx, user)
        ),
        *(Mark(kind="task", owner=user, id=row["id"]) for row in tx.rows("find_tasks", owner=user)),
        *(
            Mark(kind="agent_state", owner=user, part=row["agent"], id=row["name"])
            for row in tx.rows("find_states", owner=user)
        ),
    )
    seq = 0
    while page := tx.rows("find_events", owner=user, seq=seq, limit=1_000):
        work.mark(
            tx, *(Mark(kind="event", owner=user, id=row["id"], seq=row["seq"]) for row in page)
        )
        seq = page[-1]["seq"]


def _scope(work: Work, tx: Transaction, scope: str, *, log: bool) -> None:
    """All of a scope; with `log` the index of the person's conversations and events as well."""
    work.mark(tx, Mark(kind="scope", id=scope))
    for row in tx.rows("find_spaces", scope=scope, cold=cold_scope(scope)):
        if log or row["layer"] not in _LOG:
            # Taken first: who writes there has ended, and nobody begins before we have.
            values = {"name": f"erased:{row['no']}", "space": row["no"]}
            work.change(tx, "search_space", "erase_space_name", way=UNLINKED, **values)
            work.mark(tx, Mark(kind="space", id=str(row["no"]), seq=row["no"]))
    for row in tx.rows("find_records", scope=scope):
        work.mark(tx, _record(row["id"], row["layer"], row["scope"]))
    for row in tx.rows("find_documents", scope=scope):
        work.mark(tx, Mark(kind="document", owner=row["scope"], part=row["name"], id=row["id"]))
    for row in tx.rows("find_stores", scope=scope):
        work.mark(tx, Mark(kind="store", owner=scope, part=row["place"], id=row["id"]))
        for file in tx.rows("find_files", store=row["id"]):
            work.mark(tx, Mark(kind="file", owner=scope, part=row["id"], id=file["id"]))


def _record(id: str, layer: str, scope: str) -> Mark:
    kind = "fact" if layer == Layer.PROFILE else "memory"
    return Mark(kind=kind, owner=scope, part=layer, id=id)


def _there(tx: Transaction, user: str, conversation: str) -> int:
    row = tx.row("find_conversation", owner=user, conversation=conversation)
    if row is None:
        raise NotFound("conversation", conversation)
    return int(row["last_seq"])


def _span(work: Work, tx: Transaction, span: MessageSpan) -> None:
    last = min(_there(tx, span.user, span.conversation), span.last)
    if span.first > last:
        raise NotFound("message", f"{span.conversation} {span.first}")
    first = span.first
    while page := tx.rows(
        "find_messages",
        owner=span.user,
        conversation=span.conversation,
        first=first,
        last=last,
        limit=1_000,
    ):
        work.mark(
            tx,
            *(
                Mark(
                    kind="message",
                    owner=span.user,
                    part=span.conversation,
                    id=row["id"],
                    seq=row["seq"],
                )
                for row in page
            ),
        )
        first = page[-1]["seq"] + 1
    for edge, seq in (("first", span.first), ("last", last)):
        mark = Mark(kind=f"span_{edge}", owner=span.user, id=span.conversation, seq=seq)
        work.mark(tx, mark)


def _item(work: Work, tx: Transaction, item: Item) -> None:
    kind = kind_of(item)
    match item.layer:
        case Layer.MEMORIES | Layer.PROFILE:
            row = tx.row("find_record", id=item.id)
            if row is None or row["layer"] != item.layer:
                raise NotFound(kind, item.id)
            work.mark(tx, _record(row["id"], row["layer"], row["scope"]))
            if item.layer is Layer.PROFILE:
                # A fact is its key: the values that it had before are of it.
                for one in tx.rows("find_values", id=item.id):
                    work.mark(tx, _record(one["id"], row["layer"], row["scope"]))
        case Layer.KNOWLEDGE:
            row = tx.row("find_document", id=item.id)
            if row is None:
                raise NotFound(kind, item.id)
            mark = Mark(kind="document", owner=row["scope"], part=row["name"], id=item.id)
            work.mark(tx, mark)
        case Layer.FILES:
            store = tx.row("store_of", store=item.part)
            if store is None or not any(
                row["id"] == item.id for row in tx.rows("find_files", store=item.part)
            ):
                raise NotFound(kind, item.id)
            mark = Mark(kind="file", owner=store["scope"], part=item.part, id=item.id)
            work.mark(tx, mark)
        case Layer.EVENTS:
            row = tx.row("find_event", owner=item.user, id=item.id)
            if row is None:
                raise NotFound(kind, item.id)
            work.mark(tx, Mark(kind="event", owner=item.user, id=item.id, seq=row["seq"]))
        case Layer.TASK:
            if not any(row["id"] == item.id for row in tx.rows("find_tasks", owner=item.user)):
                raise NotFound(kind, item.id)
            work.mark(tx, Mark(kind="task", owner=item.user, id=item.id))
        case _:
            known = tx.rows("find_states", owner=item.user)
            if not any((row["agent"], row["name"]) == (item.part, item.id) for row in known):
                raise NotFound(kind, item.id)
            work.mark(tx, Mark(kind="agent_state", owner=item.user, part=item.part, id=item.id))
