"""Contexts on the record: what each held, what stayed out, and the texts that they share.

A text is kept once for each person, by its digest, as long as any part of a context has it. What is
erased leaves its part behind, without text and digest, so that a context says that it was there.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from stratal.core.canonical import digest
from stratal.core.clock import from_micros, to_micros
from stratal.core.records import Layer
from stratal.storage.database import Row, Transaction, Value


@dataclass(frozen=True, kw_only=True, slots=True)
class PartRow:
    """A block of a context, or the copy of a message that it showed."""

    part: str
    tokens: int
    reason: str
    text: str | None
    """None: it was erased."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ItemRow:
    """Something that was considered; `why` says why it stayed out, None that it went in."""

    block: str
    item: str
    layer: str
    revision: int | None
    reason: str
    tokens: int
    why: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class ContextRow:
    """One context."""

    id: str
    conversation: str
    scopes: tuple[str, ...]
    """That its session was granted."""
    task: str | None
    asked: str
    """What was searched for."""
    stage: str
    stage_reason: str
    tokens: int
    stable_prefix: str
    notes: tuple[str, ...]
    actor: str
    made_at: datetime
    parts: tuple[PartRow, ...] = field(repr=False)
    items: tuple[ItemRow, ...] = field(repr=False)


def add(tx: Transaction, owner: str, context: ContextRow, *, keep: int) -> None:
    """Record a context, and let go of all but the newest `keep` of its conversation."""
    place: dict[str, Value] = {"owner": owner, "conversation": context.conversation}
    tx.change(
        "context_add",
        id=context.id,
        scopes=json.dumps(context.scopes, ensure_ascii=False),
        task=context.task,
        asked=context.asked,
        stage=context.stage,
        stage_reason=context.stage_reason,
        tokens=context.tokens,
        stable_prefix=context.stable_prefix,
        notes=json.dumps(context.notes, ensure_ascii=False),
        actor=context.actor,
        made_at=to_micros(context.made_at),
        **place,
    )
    texts = {digest(part.text): part.text for part in context.parts if part.text is not None}
    tx.change_many(
        "context_text_add",
        ({"owner": owner, "digest": name, "content": texts[name]} for name in sorted(texts)),
    )
    tx.change_many(
        "context_part_add",
        (
            {
                "context": context.id,
                "no": no,
                "part": part.part,
                "tokens": part.tokens,
                "reason": part.reason,
                "digest": "" if part.text is None else digest(part.text),
                **place,
            }
            for no, part in enumerate(context.parts, start=1)
        ),
    )
    tx.change_many(
        "context_item_add",
        (
            {
                "context": context.id,
                "no": no,
                "block": item.block,
                "item": item.item,
                "layer": item.layer,
                "revision": item.revision,
                "reason": item.reason,
                "tokens": item.tokens,
                "why": item.why,
                **place,
            }
            for no, item in enumerate(context.items, start=1)
        ),
    )
    ids = [row["id"] for row in tx.rows("context_ids", **place)]
    remove(tx, owner, context.conversation, ids[keep:])


def of(tx: Transaction, owner: str, conversation: str, id: str) -> ContextRow | None:
    """The context of that id; None if there is none."""
    rows = tx.rows("context_of", owner=owner, conversation=conversation, id=id)
    return next(iter(_contexts(tx, owner, conversation, rows)), None)


def newest(tx: Transaction, owner: str, conversation: str, limit: int) -> list[ContextRow]:
    """The newest contexts of a conversation, newest first."""
    rows = tx.rows("context_newest", owner=owner, conversation=conversation, limit=limit)
    return _contexts(tx, owner, conversation, rows)


def ids_beginning(tx: Transaction, owner: str, conversation: str, start: str) -> list[str]:
    """At most two ids of contexts that begin with `start`."""
    if not start:
        return []
    rows = tx.rows(
        "context_beginning",
        owner=owner,
        conversation=conversation,
        low=start,
        high=start[:-1] + chr(ord(start[-1]) + 1),
    )
    return [row["id"] for row in rows]


def count(tx: Transaction, owner: str, conversation: str | None = None) -> Mapping[str, int]:
    """How many rows there are of a conversation, or of all of a person's, by table.

    The tables are those of contexts and of compaction: what else tells of a conversation is its
    log.
    """
    found: dict[str, int] = {}
    for one in _conversations(tx, owner, conversation):
        for row in tx.rows("context_compactions_count", owner=owner, conversation=one):
            found[row["kind"]] = found.get(row["kind"], 0) + int(row["found"])
    return found


def erase(tx: Transaction, owner: str, conversation: str | None = None) -> Mapping[str, int]:
    """Remove all that `count` counts, for good; how much it was."""
    found = count(tx, owner, conversation)
    for one in _conversations(tx, owner, conversation):
        ids = [row["id"] for row in tx.rows("context_ids", owner=owner, conversation=one)]
        remove(tx, owner, one, ids)
        for query in (
            "page_reads_erase",
            "pages_erase",
            "compactions_erase",
            "compaction_failures_erase",
        ):
            tx.change(query, owner=owner, conversation=one)
    return found


def forget_record(tx: Transaction, layer: Layer, id: str) -> int:
    """Remove every text in which that record, or a piece of that document, stands; how many.

    For what is deleted: a prompt of the past is a copy, too, whoever was shown it.
    """
    # A piece of a document bears the document's id and, after a '#', its own.
    named: dict[str, Value] = {"item": id, "beyond": f"{id}$", "layer": layer.value}
    held = [(row["owner"], row["digest"]) for row in tx.rows("context_holding", **named)]
    for owner, name in held:
        _erase_text(tx, owner, name)
    tx.change("context_item_erase", **named)
    return len(held)


def forget_message(tx: Transaction, owner: str, conversation: str, id: str) -> int:
    """Remove from the contexts of a conversation every text that has words of a message; how many.

    These are the copy that was shown in its place and the blocks that hold it as an item; what was
    searched for goes along, for that may be its words.
    """
    names: set[str] = set()
    touched = []
    for row in newest(tx, owner, conversation, _ALL):
        holding = {copy_of(id)} | {
            one.block
            for one in row.items
            if one.item == id and one.layer == Layer.CONVERSATION and one.why is None
        }
        for part in row.parts:
            if part.part in holding and part.text is not None:
                names.add(digest(part.text))
            # The window names its messages.
            if f'"{id}"' in (part.text or ""):
                touched.append(row.id)
    for name in sorted(names):
        _erase_text(tx, owner, name)
    if touched:
        tx.change(
            "context_query_erase",
            owner=owner,
            conversation=conversation,
            contexts=json.dumps(touched),
        )
    return len(names)


def forget_recalled(tx: Transaction, owner: str, layer: Layer, id: str) -> int:
    """Remove a person's texts in which an item of their own stands; how many."""
    named: dict[str, Value] = {"owner": owner, "item": id, "layer": layer.value}
    held = [row["digest"] for row in tx.rows("erase_context_holding", **named)]
    for name in held:
        _erase_text(tx, owner, name)
    tx.change("erase_context_item", **named)
    return len(held)


def forget_task(tx: Transaction, owner: str, task: str) -> int:
    """Remove a person's contexts that showed a task; how many."""
    place: dict[str, Value] = {"owner": owner, "task": task}
    gone = 0
    for row in tx.rows("erase_contexts_of_task", **place):
        conversation = row["conversation"]
        found = tx.rows("erase_context_ids_of_task", conversation=conversation, **place)
        remove(tx, owner, conversation, [one["id"] for one in found])
        gone += len(found)
    return gone


def copy_of(message: str) -> str:
    """The part that holds the copy of a message that was shown in its place."""
    return f"message/{message}"


_ALL = 1_000_000


def _erase_text(tx: Transaction, owner: str, name: str) -> None:
    tx.change("context_text_erase", owner=owner, digest=name)
    tx.change("context_part_erase", owner=owner, digest=name)


def _conversations(tx: Transaction, owner: str, conversation: str | None) -> list[str]:
    if conversation is not None:
        return [conversation]
    return [row["conversation"] for row in tx.rows("context_conversations", owner=owner)]


def remove(tx: Transaction, owner: str, conversation: str, ids: Sequence[str]) -> None:
    """Remove these contexts, and the texts that no other has."""
    if not ids:
        return
    values: dict[str, Value] = {
        "owner": owner,
        "conversation": conversation,
        "contexts": json.dumps(list(ids)),
    }
    names = [row["digest"] for row in tx.rows("context_digests", **values)]
    for query in ("context_items_remove", "context_parts_remove", "context_remove"):
        tx.change(query, **values)
    tx.change("context_texts_unused", owner=owner, digests=json.dumps(names))


def _contexts(
    tx: Transaction, owner: str, conversation: str, rows: Sequence[Row]
) -> list[ContextRow]:
    if not rows:
        return []
    asked: dict[str, Value] = {
        "owner": owner,
        "conversation": conversation,
        "contexts": json.dumps([row["id"] for row in rows]),
    }
    parts: dict[str, list[PartRow]] = {}
    for row in tx.rows("context_parts", **asked):
        part = PartRow(
            part=row["part"], tokens=row["tokens"], reason=row["reason"], text=row["content"]
        )
        parts.setdefault(row["context"], []).append(part)
    items: dict[str, list[ItemRow]] = {}
    for row in tx.rows("context_items", **asked):
        item = ItemRow(
            block=row["block"],
            item=row["item"],
            layer=row["layer"],
            revision=row["revision"],
            reason=row["reason"],
            tokens=row["tokens"],
            why=row["why"],
        )
        items.setdefault(row["context"], []).append(item)
    return [
        ContextRow(
            id=row["id"],
            conversation=row["conversation"],
            scopes=tuple(json.loads(row["scopes"])),
            task=row["task"],
            asked=row["asked"],
            stage=row["stage"],
            stage_reason=row["stage_reason"],
            tokens=row["tokens"],
            stable_prefix=row["stable_prefix"],
            notes=tuple(json.loads(row["notes"])),
            actor=row["actor"],
            made_at=from_micros(row["made_at"]),
            parts=tuple(parts.get(row["id"], ())),
            items=tuple(items.get(row["id"], ())),
        )
        for row in rows
    ]
