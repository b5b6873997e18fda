"""Which stores a conversation works with, and what it may do with them."""

from __future__ import annotations

from stratal.core.clock import from_micros, to_micros
from stratal.core.files import Attachment, FileAccess
from stratal.storage.database import Transaction
from stratal.storage.file_stores import store_from


def attach(tx: Transaction, owner: str, conversation: str, one: Attachment) -> None:
    """The conversation works with a store from now on."""
    tx.change(
        "attachment_add",
        owner=owner,
        conversation=conversation,
        store=one.store.id,
        access=one.access,
        instructions=one.instructions,
        name=one.name,
        description=one.description,
        slug=one.slug,
        now=to_micros(one.attached_at),
    )


def reattach(tx: Transaction, owner: str, conversation: str, one: Attachment) -> None:
    """It works with it in another way."""
    tx.change(
        "attachment_change",
        owner=owner,
        conversation=conversation,
        store=one.store.id,
        access=one.access,
        instructions=one.instructions,
    )


def detach(tx: Transaction, owner: str, conversation: str, store: str) -> bool:
    """It works with it no longer; False if it did not."""
    return bool(tx.change("attachment_remove", owner=owner, conversation=conversation, store=store))


def attachments(tx: Transaction, owner: str, conversation: str) -> list[Attachment]:
    """The stores of a conversation, in the order in which they were attached."""
    return [
        Attachment(
            store=store_from(row),
            access=FileAccess(row["access"]),
            instructions=row["instructions"],
            name=row["attached_name"],
            description=row["attached_description"],
            slug=row["slug"],
            attached_at=from_micros(row["attached_at"]),
        )
        for row in tx.rows("attachment_list", owner=owner, conversation=conversation)
    ]


def attached_access(
    tx: Transaction, owner: str, conversation: str, store: str
) -> FileAccess | None:
    """What the conversation may do with the store, if it is attached."""
    row = tx.row("attachment_access", owner=owner, conversation=conversation, store=store)
    return None if row is None else FileAccess(row["access"])
