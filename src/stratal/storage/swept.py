"""What a sweep knows of a scope since it last looked through it, kept beside the scope's index.

Whoever writes a memory that is in use, or waits, gives its entry in the index a number that was
never given before; whoever takes one out of use takes its entry out. So as long as the last number
and the count of entries are those of before, the memories of the scope are those of before.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from stratal.core.forgetting import Kept
from stratal.core.identity import Scope
from stratal.core.records import Layer
from stratal.storage.database import Transaction


@dataclass(frozen=True, kw_only=True, slots=True)
class Standing:
    """How the index of a scope stands."""

    next: int
    """The number that the next entry is given."""
    entries: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Swept:
    """What held when a scope was last looked through."""

    rules: str
    """A digest of the rules that it was looked through with."""
    standing: Standing
    until: int | None
    """Microseconds since 1970: from then on a rule may have work; None: never."""
    size: int
    """How many records there were."""
    kept: Mapping[Kept, int] = field(default_factory=dict)
    """What a rule would have taken, and another kept."""


def find(tx: Transaction, layer: Layer, scope: Scope) -> tuple[Standing, Swept | None] | None:
    """How a scope stands now, and what is known of it; None if nothing of it is indexed."""
    row = tx.row("swept_find", layer=layer.value, scope=str(scope))
    if row is None:
        return None
    standing = Standing(next=row["next_seq"], entries=row["entries"])
    return standing, _read(row["swept"])


def keep(tx: Transaction, layer: Layer, scope: Scope, swept: Swept) -> bool:
    """Note what is known of a scope; False if it stands differently by now."""
    text = json.dumps(
        {
            "rules": swept.rules,
            "next": swept.standing.next,
            "entries": swept.standing.entries,
            "until": swept.until,
            "size": swept.size,
            "kept": {kept.value: count for kept, count in sorted(swept.kept.items())},
        }
    )
    changed = tx.change(
        "swept_keep",
        layer=layer.value,
        scope=str(scope),
        next=swept.standing.next,
        entries=swept.standing.entries,
        swept=text,
    )
    return bool(changed)


def _read(text: str) -> Swept | None:
    """What was noted; None if nothing was, or somebody has damaged it: then it is looked anew."""
    try:
        found = json.loads(text)
        return Swept(
            rules=str(found["rules"]),
            standing=Standing(next=int(found["next"]), entries=int(found["entries"])),
            until=None if found["until"] is None else int(found["until"]),
            size=int(found["size"]),
            kept={Kept(kept): int(count) for kept, count in found["kept"].items()},
        )
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
