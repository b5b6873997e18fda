"""An export of a person, read again: its rows, put together to the whole things that they make up.

A thing comes back whole or not at all: a conversation with its messages, a memory with its history,
a task with its checkpoints. What is wrong with a file is said before anything is written.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from stratal.core.canonical import Json
from stratal.errors import InvalidValue, shown
from stratal.transfer.person import DATA, FORMAT, parts

Row = Mapping[str, Json]


@dataclass(frozen=True, kw_only=True, slots=True)
class RowsOf:
    """Rows of a part of an export, and what of a thing they are."""

    part: str
    table: str
    named_by: tuple[str, ...]
    """The fields that say which thing they belong to."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Kind:
    """A kind of whole things. The rows of the first part are the things; one thing has one."""

    name: str
    rows: tuple[RowsOf, ...]
    layer: str = ""


def _kind(name: str, *rows: tuple[str, str, str], layer: str = "") -> Kind:
    return Kind(
        name=name,
        layer=layer or name,
        rows=tuple(
            RowsOf(part=part, table=table, named_by=tuple(named.split()))
            for part, table, named in rows
        ),
    )


KINDS = (
    _kind(
        "conversation",
        ("conversations", "conversation", "id"),
        ("messages", "message", "conversation"),
        ("retractions", "retraction", "conversation"),
        ("compactions", "compaction", "conversation"),
        ("compaction_failures", "compaction_failure", "conversation"),
        ("pages", "page", "conversation"),
        ("page_reads", "page_read", "conversation"),
        ("summaries", "conversation_summary", "conversation"),
        ("usage", "usage_report", "conversation"),
        ("contexts", "context", "conversation"),
        ("context_parts", "context_part", "conversation"),
        ("context_items", "context_item", "conversation"),
    ),
    _kind(
        "record",
        ("records", "record", "id"),
        ("revisions", "revision", "record"),
        ("evidence", "evidence", "record"),
        layer="memories",
    ),
    _kind("tombstone", ("tombstones", "tombstone", "id"), layer="memories"),
    _kind("use", ("uses", "recall_use", "layer item"), layer="memories"),
    _kind("question", ("questions", "question", "conversation seq"), layer="memories"),
    _kind(
        "task",
        ("tasks", "task", "id"),
        ("checkpoints", "checkpoint", "task"),
        ("heads", "task_head", "task"),
        ("payloads", "payload", "task"),
        ("notes", "scratch", "task"),
        ("entry_evidence", "entry_evidence", "task"),
    ),
    _kind(
        "event",
        ("events", "event", "seq"),
        ("event_retractions", "event_retraction", "seq"),
        layer="events",
    ),
    _kind(
        "document",
        ("documents", "document", "id"),
        ("document_versions", "document_version", "document"),
        ("chunks", "chunk", "document"),
        ("chunk_places", "chunk_place", "document"),
        layer="knowledge",
    ),
    _kind(
        "store",
        ("stores", "store", "id"),
        ("files", "file", "store"),
        ("file_versions", "file_version", "store"),
        ("file_changes", "file_change", "store"),
        ("files_waiting", "file_waiting", "store"),
        layer="files",
    ),
    _kind("attachment", ("attachments", "store_attachment", "conversation store"), layer="files"),
    _kind(
        "agent_state",
        ("agent_states", "agent_state", "agent name"),
        ("agent_state_revisions", "agent_state_revision", "agent name"),
    ),
    _kind(
        "run",
        ("runs", "run", "id"),
        ("run_replies", "run_reply", "run"),
        ("run_items", "run_item", "run"),
    ),
    _kind("sweep", ("sweeps", "sweep", "id"), ("sweep_actions", "sweep_action", "sweep")),
    _kind("job", ("jobs", "job", "id")),
    _kind("consent", ("consents", "consent", "no")),
    _kind("spend", ("spend", "spend", "day flow")),
    _kind("key", ("keys", "api_key", "id")),
)
"""In the order in which they come back: what others rest on stands first."""


@dataclass(kw_only=True, slots=True)
class Unit:
    """A whole thing."""

    kind: Kind
    name: tuple[str, ...]
    rows: dict[str, list[Row]] = field(default_factory=dict)
    """By part."""

    @property
    def id(self) -> str:
        return " ".join(self.name)

    @property
    def head(self) -> Row | None:
        """The row that is the thing; None where there is not exactly one."""
        found = self.rows.get(self.kind.rows[0].part, [])
        return found[0] if len(found) == 1 else None

    def of(self, part: str) -> Sequence[Row]:
        """Its rows of that part."""
        return self.rows.get(part, ())

    def members(self) -> list[Unit]:
        """The single things in it: records that name each other come in together."""
        return list(_grouped(self.kind, self.rows).values())

    def same_as(self, other: Unit) -> bool:
        """Whether both are the same, in whatever order."""
        return self._sorted() == other._sorted()

    def __len__(self) -> int:
        return sum(map(len, self.rows.values()))

    def _sorted(self) -> dict[str, list[str]]:
        return {
            part: sorted(json.dumps(row, sort_keys=True) for row in rows)
            for part, rows in self.rows.items()
        }


def units(kind: Kind, rows_of: Mapping[str, Iterable[Row]]) -> dict[tuple[str, ...], Unit]:
    """The things of a kind by their names, in the order of the file."""
    found = _grouped(kind, rows_of)
    return found if kind.name != "record" else _linked(found)


def _grouped(kind: Kind, rows_of: Mapping[str, Iterable[Row]]) -> dict[tuple[str, ...], Unit]:
    found: dict[tuple[str, ...], Unit] = {}
    for one in kind.rows:
        for row in rows_of.get(one.part, ()):
            name = tuple(str(row.get(field)) for field in one.named_by)
            unit = found.setdefault(name, Unit(kind=kind, name=name))
            unit.rows.setdefault(one.part, []).append(row)
    return found


def _linked(records: dict[tuple[str, ...], Unit]) -> dict[tuple[str, ...], Unit]:
    """Records that name each other as one thing, called after its first: no link leads nowhere."""
    first = {name: name for name in records}

    def leader(name: tuple[str, ...]) -> tuple[str, ...]:
        while first[name] != name:
            first[name] = name = first[first[name]]
        return name

    for name, unit in records.items():
        for other in _named(unit):
            if other in records:
                one, two = sorted((leader(name), leader(other)))
                first[two] = one
    found: dict[tuple[str, ...], Unit] = {}
    for name, unit in records.items():
        whole = found.setdefault(leader(name), Unit(kind=unit.kind, name=leader(name)))
        for part, rows in unit.rows.items():
            whole.rows.setdefault(part, []).extend(rows)
    return found


def _named(unit: Unit) -> Iterator[tuple[str, ...]]:
    for row in unit.of("revisions"):
        others = row.get("supersedes")
        for other in (row.get("superseded_by"), *(others if isinstance(others, list) else ())):
            yield (str(other),)
    for row in unit.of("evidence"):
        if row.get("type") == "memory":
            yield (str(row.get("ref")),)


def read(source: Path, user: str) -> dict[str, list[Row]]:
    """The rows of an export of `user` by part; `source` is its folder or its ``data.json``.

    Raises `InvalidValue` if it is cut off or damaged, of a newer format, or of somebody else.
    """
    path = source / DATA if source.is_dir() else source
    document = _document(path)
    form = document.get("format")
    if not isinstance(form, int) or isinstance(form, bool) or form < 1:
        raise InvalidValue("format", form, f"is no format of an export: is {path} one?")
    if form > FORMAT:
        raise InvalidValue(
            "format", form, f"is newer than this Stratal reads ({FORMAT}): update Stratal"
        )
    if document.get("user") != user:
        raise InvalidValue(
            "user", user, f"is another than in {path}: it is of {shown(document.get('user'))}"
        )
    return dict(_rows(document))


def _document(path: Path) -> Mapping[str, Json]:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InvalidValue("file", str(path), f"cannot be read: {error.strerror}") from error
    try:
        text = data.decode("utf-8")
        del data
    except UnicodeDecodeError as error:
        mend = f"is not UTF-8 (byte {error.start + 1}): export again"
        raise InvalidValue("file", str(path), mend) from None
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        cut = "is cut off" if error.pos >= len(text.rstrip()) - 1 else "is damaged"
        if error.msg.startswith("Unterminated string"):
            cut = "is cut off"
        mend = f"{cut} in line {error.lineno}: nothing was written; export again"
        raise InvalidValue("file", str(path), mend) from None
    except RecursionError:
        raise InvalidValue("file", str(path), "is nested too deep: export again") from None
    if not isinstance(document, Mapping):
        raise InvalidValue("file", str(path), "is no export: it must be a JSON object")
    return document


_HEAD = {"format", "user", "made_at", "left_out"}


def _rows(document: Mapping[str, Json]) -> Iterator[tuple[str, list[Row]]]:
    names = {part.name for part in parts()}
    for name in sorted(names ^ (document.keys() - _HEAD)):
        if name in names:
            raise InvalidValue("file", name, "is missing in it: export again")
        raise InvalidValue("file", name, "is a part of it that this Stratal does not know")
    for name in names:
        rows = document[name]
        if not isinstance(rows, list):
            raise InvalidValue(name, rows, "must be a list of rows")
        for number, row in enumerate(rows, start=1):
            if not isinstance(row, Mapping):
                raise InvalidValue(f"{name}, row {number}", row, "must be an object")
        yield name, rows
