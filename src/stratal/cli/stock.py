"""What is remembered, class by class, on one page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields

from stratal.cli.documents import instant
from stratal.cli.output import Output, one_line, short_ids
from stratal.core.canonical import Json
from stratal.core.records import Status
from stratal.upkeep.alike import Alike
from stratal.upkeep.stock import CLASSES, COMPARED, Shelf, Stock

_LISTED = 20
_ROWS: tuple[tuple[str, Callable[[Shelf], str]], ...] = (
    ("in use", lambda shelf: f"{shelf.in_use:,}"),
    ("  begun within 7 days", lambda shelf: f"{shelf.of_week:,}"),
    ("  within 30 days", lambda shelf: f"{shelf.of_month:,}"),
    ("  within 90 days", lambda shelf: f"{shelf.of_quarter:,}"),
    ("  older", lambda shelf: f"{shelf.older:,}"),
    ("  used within 30 days", lambda shelf: f"{shelf.used_of_month:,}"),
    ("  never used", lambda shelf: f"{shelf.never_used:,}"),
    ("  unconfirmed", lambda shelf: f"{shelf.unconfirmed:,}"),
    ("  conflicting", lambda shelf: f"{shelf.conflicting:,}"),
    ("  said twice", lambda shelf: "?" if shelf.duplicates is None else f"{shelf.duplicates:,}"),
    ("waiting for a person", lambda shelf: f"{shelf.by_status[Status.PENDING]:,}"),
    ("  quarantined", lambda shelf: f"{shelf.quarantined:,}"),
    ("superseded", lambda shelf: f"{shelf.by_status[Status.SUPERSEDED]:,}"),
    ("out of use", lambda shelf: f"{shelf.out_of_use:,}"),
)


def show_stock(out: Output, stock: Stock) -> None:
    """The table, and what holds for all classes."""
    out.say("")
    out.table(
        ("what is remembered", *CLASSES),
        ((name, *(told(stock.shelves[one]) for one in CLASSES)) for name, told in _ROWS),
        numbers=CLASSES,
    )
    if any(shelf.duplicates is None for shelf in stock.shelves.values()):
        out.say(f"Said twice: not counted above {COMPARED:,} in use; stratal sweep --dry", "dim")
    recalls = stock.recalls
    share = f", {recalls.hits / recalls.recalls:.0%} with a result" if recalls.recalls else ""
    out.say(f"Recalls for prompts within 30 days: {recalls.recalls:,}{share}.")
    last = "never" if stock.last_sweep is None else out.moment(stock.last_sweep)
    out.say(f"Last swept: {last}.")
    if stock.alike:
        _show_alike(out, stock.alike)


def _show_alike(out: Output, found: Sequence[Alike]) -> None:
    both = [half for one in found for half in (one.stays.id, one.other.id)]
    ids = short_ids(both)
    out.say("")
    out.say("May say the same in other words: keep both, or settle it.", "bold")
    out.table(
        ("alike", "where", "to settle it", "both"),
        (
            (
                f"{one.likeness:.2f}",
                str(one.scope),
                _settling(one, ids),
                f"{one_line(one.stays.content)}\n{one_line(one.other.content)}",
            )
            for one in found[:_LISTED]
        ),
        numbers=("alike",),
        wide="both",
    )
    if len(found) > _LISTED:
        out.say(f"and {len(found) - _LISTED:,} more; --json lists them all", "dim")
    out.say("Settling takes the second one out of use; stratal restore brings it back.", "dim")


def _settling(one: Alike, ids: Mapping[str, str]) -> str:
    """The command that leaves only the one that stays, in the person's name if it is theirs."""
    whose = f" --user {one.scope.name}" if one.scope.kind == "user" else ""
    return f"stratal forget {ids[one.other.id]}{whose}"


def stock_document(stock: Stock) -> dict[str, Json]:
    """The same as JSON."""
    classes: dict[str, Json] = {}
    for name in CLASSES:
        counted = stock.shelves[name]
        shelf = {field.name: getattr(counted, field.name) for field in fields(counted)}
        # A Counter is no mapping that `asdict` knows how to copy.
        shelf["by_status"] = {one.value: count for one, count in counted.by_status.items()}
        shelf["oldest"] = instant(shelf["oldest"])
        classes[name] = shelf
    return {
        "classes": classes,
        "recalls": {"days": 30, "recalls": stock.recalls.recalls, "hits": stock.recalls.hits},
        "last_sweep": instant(stock.last_sweep),
        "alike": [
            {
                "scope": str(one.scope),
                "likeness": round(one.likeness, 4),
                "stays": {"id": one.stays.id, "content": one.stays.content},
                "other": {"id": one.other.id, "content": one.other.content},
                "settled_by": _settling(one, {one.other.id: one.other.id}),
            }
            for one in stock.alike
        ],
    }
