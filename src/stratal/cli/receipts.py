"""How previews and receipts of erasures are shown, written and read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stratal.cli import status
from stratal.cli.options import Here
from stratal.cli.output import one_line
from stratal.core.erasure import ErasureState, Receipt, TableCount, kind_of
from stratal.errors import InvalidValue, UnreadableFile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stratal.flows.erasing import Preview


def show_all(here: Here, done: Sequence[Receipt], nothing: str) -> int:
    """Show these receipts, or that there is nothing."""
    if here.out.as_json:
        here.out.document({"receipts": [receipt_document(one) for one in done]})
    elif not done:
        here.out.say(nothing, "green")
    else:
        for one in done:
            show_receipt(here, one, None)
    return status.DONE


def show_preview(here: Here, before: Preview) -> None:
    """Show what would go."""
    if here.out.as_json:
        here.out.document(
            {
                "kind": kind_of(before.target),
                "things": before.erased,
                "tables": [
                    {
                        "table": one.table,
                        "gone": one.gone,
                        "rebuilt": one.rebuilt,
                        "unlinked": one.unlinked,
                    }
                    for one in before.tables
                ],
                "stays": list(before.stays),
            }
        )
        return
    here.out.heading(f"Erasing this {kind_of(before.target)} takes {before.erased:,} things:")
    _show_tables(here, before.tables, after=False)
    for one in before.stays:
        here.out.say(f"not reached: {one}", "yellow")


def _show_tables(here: Here, tables: Sequence[TableCount], *, after: bool) -> None:
    columns = ("table", "before", "gone", "rebuilt", "unlinked", *(("after",) if after else ()))
    here.out.table(
        columns,
        [
            (
                one.table,
                *(
                    f"{count:,}" if count else ""
                    for count in (one.before, one.gone, one.rebuilt, one.unlinked)
                ),
                *((str(one.after),) if after else ()),
            )
            for one in tables
        ],
        numbers=columns[1:],
    )


def show_receipt(here: Here, done: Receipt, path: Path | None) -> None:
    """Show what was done."""
    here.out.heading(f"Erased: {done.kind}, {done.erased:,} things. Receipt {done.id}")
    _show_tables(here, done.tables, after=True)
    here.out.say(f"asked for by {done.asked_by}, {here.out.moment(done.asked_at)}")
    if done.state is ErasureState.PHYSICAL:
        here.out.say("physical: no byte of it is left in the database's own files", "green")
    else:
        here.out.say("logical: nothing answers with it; its bytes go with stratal erase --compact")
    for one in done.excluded:
        here.out.say(f"not reached: {one}", "dim")
    here.out.say(f"signed {done.signature[:16]}… with key {done.key}", "dim")
    if path is not None:
        here.out.say(f"written to {one_line(str(path))}")


def receipt_document(done: Receipt) -> dict[str, Any]:
    """The receipt as it is written to a file."""
    from stratal.flows.erasing import receipts

    return receipts.document(done)


def write_receipt(path: Path, written: dict[str, Any]) -> None:
    """Write a receipt to a file."""
    try:
        path.write_text(json.dumps(written, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
    except OSError as error:
        # It was erased all the same: the receipt can be shown again.
        raise InvalidValue(
            "receipt", str(path), f"cannot be written ({error.strerror}): stratal erase receipts"
        ) from error


def read_receipt(path: Path) -> dict[str, Any]:
    """A receipt from a file. Raises `UnreadableFile`."""
    try:
        written = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UnreadableFile(f"{path} is no receipt: {error}") from error
    if not isinstance(written, dict):
        raise UnreadableFile(f"{path} is no receipt")
    return written
