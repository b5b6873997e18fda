"""Documents of agent instances, and the row of history that goes with every change."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from stratal.core.agent_state import AgentDocument
from stratal.core.canonical import Json, parsed
from stratal.core.clock import from_micros, to_micros
from stratal.storage.database import Transaction


@dataclass(frozen=True, kw_only=True, slots=True)
class Instance:
    """Which instance: whose, through which agent, by what name."""

    owner: str
    agent: str
    name: str

    @property
    def key(self) -> dict[str, str]:
        return {"owner": self.owner, "agent": self.agent, "name": self.name}


def get(tx: Transaction, instance: Instance) -> AgentDocument | None:
    """The current document, or None."""
    row = tx.row("agent_state_of", **instance.key)
    if row is None:
        return None
    return AgentDocument(
        name=row["name"],
        schema_version=row["schema_version"],
        revision=row["revision"],
        document=_object(row["document"]),
        updated_at=from_micros(row["updated_at"]),
    )


def take(tx: Transaction, instance: Instance) -> AgentDocument | None:
    """The current document, with other writers of this instance waiting from here on."""
    tx.change("agent_state_take", **instance.key)
    return get(tx, instance)


def names(tx: Transaction, owner: str, agent: str) -> list[str]:
    """The names of the owner's instances."""
    return [row["name"] for row in tx.rows("agent_state_names", owner=owner, agent=agent)]


def create(
    tx: Transaction, instance: Instance, text: str, schema_version: int, now: datetime
) -> bool:
    """Store a first document; False if the instance exists."""
    return bool(
        tx.change(
            "agent_state_create",
            document=text,
            schema_version=schema_version,
            now=to_micros(now),
            **instance.key,
        )
    )


def replace(
    tx: Transaction,
    instance: Instance,
    text: str,
    schema_version: int,
    *,
    expected: int,
    now: datetime,
) -> bool:
    """Store the next document; False if the revision is not the expected one any more."""
    return bool(
        tx.change(
            "agent_state_replace",
            document=text,
            schema_version=schema_version,
            expected=expected,
            now=to_micros(now),
            **instance.key,
        )
    )


def remember(
    tx: Transaction,
    instance: Instance,
    text: str,
    schema_version: int,
    *,
    revision: int,
    actor: str,
    reason: str,
    now: datetime,
) -> None:
    """The row of history of a change."""
    tx.change(
        "agent_state_remember",
        revision=revision,
        schema_version=schema_version,
        document=zlib.compress(text.encode("utf-8")),
        actor=actor,
        reason=reason,
        now=to_micros(now),
        **instance.key,
    )


def history(tx: Transaction, instance: Instance) -> list[AgentDocument]:
    """Every revision, oldest first."""
    return [
        AgentDocument(
            name=instance.name,
            schema_version=row["schema_version"],
            revision=row["revision"],
            document=_object(zlib.decompress(row["document"]).decode("utf-8")),
            updated_at=from_micros(row["recorded_at"]),
        )
        for row in tx.rows("agent_state_history", **instance.key)
    ]


def _object(text: str) -> Mapping[str, Json]:
    value = parsed(text)
    assert isinstance(value, dict)
    return value
