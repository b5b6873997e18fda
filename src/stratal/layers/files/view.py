"""What a model sees of a file or a folder: numbered lines, sizes, and how to go on after a cut."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from stratal.errors import CommandRefused

VIEW_LIMIT = 16_000
"""Characters that one view shows."""
LINE_LIMIT = 999_999
_NUMBER_WIDTH = len(str(LINE_LIMIT))
_FOLDER_SIZE = "4K"
_CUT_ROOM = 200
"""Characters that are left for saying that the rest is not shown."""


def numbered_lines(lines: list[str], first: int) -> list[str]:
    return [f"{no:>{_NUMBER_WIDTH}}\t{line}" for no, line in enumerate(lines, start=first)]


def numbered(name: str, content: str, span: tuple[int, int] | None) -> str:
    """A file as a model sees it, cut where it would be too long, with how to go on."""
    lines = content.split("\n")
    if len(lines) > LINE_LIMIT:
        raise CommandRefused(f"File {name} exceeds maximum line limit of 999,999 lines.")
    first, last = 1, len(lines)
    if span is not None:
        first = max(1, span[0])
        last = len(lines) if span[1] == -1 else min(span[1], len(lines))
    head = f"Here's the content of {name} with line numbers:\n"
    numbered = numbered_lines(lines[first - 1 : max(0, last)], first)
    room = VIEW_LIMIT - len(head) - _CUT_ROOM
    text = "\n".join(numbered)
    if len(head) + len(text) <= VIEW_LIMIT:
        return head + text
    fits, size = 0, 0
    for line in numbered:
        size += len(line) + 1
        if size > room:
            break
        fits += 1
    if not fits:
        rest = (
            f" View the lines after it with view_range [{first + 1}, -1]." if first < last else ""
        )
        return (
            f"{head}{numbered[0][:room]}\n[Line {first} is cut after "
            f"{room - _NUMBER_WIDTH - 1:,} of its {len(lines[first - 1]):,} characters.{rest}]"
        )
    following = first + fits
    return (
        head
        + "\n".join(numbered[:fits])
        + f"\n[Cut at {VIEW_LIMIT:,} characters: lines {first} to {following - 1} of {len(lines)} "
        f"are shown. View the next ones with view_range [{following}, {last}].]"
    )


def listed(name: str, entries: Mapping[str, int | None]) -> str:
    """A folder as a model sees it, with its `entries` as `two_levels` gives them."""
    said = f"Here're the files and directories up to 2 levels deep in {name}, "
    lines = [said + "excluding hidden items:", f"{_FOLDER_SIZE}\t{name}"]
    # By the names of the folders that lead there, so that each stands before what it holds.
    ordered = sorted(entries, key=lambda entry: entry.replace("/", "\0"))
    length = sum(map(len, lines)) + 1
    fits = 0
    for entry in ordered:
        size = entries[entry]
        lines.append(f"{_FOLDER_SIZE if size is None else _size(size)}\t{name}/{entry}")
        length += len(lines[-1]) + 1
        if length < VIEW_LIMIT - _CUT_ROOM:
            fits += 1
        elif length > VIEW_LIMIT:
            break
    else:
        return "\n".join(lines)
    said = f"[Cut at {VIEW_LIMIT:,} characters: {len(ordered) - fits:,} more are not shown. "
    return "\n".join([*lines[: fits + 2], said + "View a folder below to see what it holds.]"])


def two_levels(start: int, names: Iterable[tuple[str, int]]) -> dict[str, int | None]:
    """Files at most two levels deep with their sizes, and folders, which end in ``/``, with none.

    `names` are paths and sizes; what is in the folder begins at `start` of each path. What is
    hidden, and what is in a hidden folder, is left out.
    """
    found: dict[str, int | None] = {}
    for path, size in names:
        parts = path[start:].split("/", 2)
        if parts[0][0] == ".":
            continue
        if len(parts) == 1:
            found[parts[0]] = size
            continue
        found[f"{parts[0]}/"] = None
        if parts[1][0] == ".":
            continue
        if len(parts) == 2:
            found[f"{parts[0]}/{parts[1]}"] = size
        else:
            found[f"{parts[0]}/{parts[1]}/"] = None
    return found


def _size(count: int) -> str:
    """Bytes as a listing shows them: ``512B``, ``1.5K``."""
    size, units = float(count), ["B", "K", "M", "G"]
    while size >= 1024 and len(units) > 1:
        size /= 1024
        units.pop(0)
    return f"{int(size)}{units[0]}" if size == int(size) else f"{size:.1f}{units[0]}"
