"""Everything that is held about a person, for the person: what an access request asks for.

Two files with the same content. ``data.json`` has every row, for programs; ``README.md`` is to be
read: a table of contents, a section a layer, in each what is held since when, in whose words, and
where it came from. Search index and vectors are left out, and that is said: they are made of these
texts and hold no others.

The person's own scope is theirs whole. Of a scope that others share, what rests on the person's
words or was written by them is theirs; what others said and wrote there is not.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TextIO

from stratal.core import checks
from stratal.core.canonical import Json
from stratal.errors import InvalidValue
from stratal.storage.database import Database, Transaction
from stratal.storage.held import held

FORMAT = 1
DATA, TO_READ = "data.json", "README.md"

_Row = Mapping[str, Json]


@dataclass(frozen=True, kw_only=True, slots=True)
class Part:
    """Rows of one kind."""

    name: str
    """Under which they stand in the data."""
    query: str
    title: str
    when: str = ""
    """The field that says of when a row is."""
    label: tuple[str, ...] = ()
    """Fields that say which one it is."""
    said: tuple[str, ...] = ()
    """Fields that are quoted: what somebody said or wrote."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Section:
    """A layer."""

    title: str
    about: str
    parts: tuple[Part, ...]


def _part(name: str, title: str, when: str, label: str = "", said: str = "") -> Part:
    return Part(
        name=name,
        query=f"person_{name}",
        title=title,
        when=when,
        label=tuple(label.split()),
        said=tuple(said.split()),
    )


SECTIONS = (
    Section(
        title="Conversations",
        about="What you and the assistant said, word for word, also what was taken back. A message "
        "that holds a password or a key is shown as it was said.",
        parts=(
            _part("conversations", "Conversations", "created_at", "id"),
            _part("messages", "Messages", "said_at", "role speaker conversation seq", "body"),
            _part("retractions", "Taken back", "retracted_at", "conversation from_seq to_seq",
                  "reason"),
            _part("compactions", "Summaries that stood in for older messages", "made_at",
                  "conversation version", "summary kept critical"),
            _part("compaction_failures", "Summaries that failed", "failed_at", "conversation",
                  "error"),
            _part("pages", "Older pieces that can be read again", "", "conversation from_seq",
                  "title"),
            _part("page_reads", "When these were read", "read_at", "conversation from_seq"),
            _part("summaries", "What conversations were about", "made_at", "conversation",
                  "summary"),
        ),
    ),
    Section(
        title="Profile and memories",
        about="What is remembered of you and of your work: every version, with the words of yours "
        "that it rests on. `layer` says which is which. A version that has `known_to` was "
        "corrected then.",
        parts=(
            _part("records", "What is remembered", "created_at", "layer kind scope id",
                  "subject attribute"),
            _part("revisions", "What it says, version by version", "known_from",
                  "layer status record revision", "content reason_given"),
            _part("evidence", "What it rests on", "said_at", "record type conversation",
                  "quotation"),
            _part("questions", "What was put to you for a yes or no", "asked_at", "layer record"),
            _part("tombstones", "What was deleted", "deleted_at", "layer id", "reason"),
            _part("uses", "How often it was used", "last_used", "layer item uses"),
            _part("sweeps", "When it was tidied up", "started_at", "id state"),
            _part("sweep_actions", "What tidying up did to it", "done_at", "act kind item cause"),
        ),
    ),
    Section(
        title="Tasks",
        about="Work that the assistant kept track of for you; every change is a checkpoint.",
        parts=(
            _part("tasks", "Tasks", "created_at", "id status"),
            _part("checkpoints", "Changes", "recorded_at", "task seq", "patch whole reason"),
            _part("heads", "Lines of work", "", "task name seq"),
            _part("payloads", "Long texts", "recorded_at", "task handle", "content"),
            _part("notes", "Scratch notes", "touched_at", "task", "content"),
            _part("entry_evidence", "What entries rest on", "said_at", "task entry message",
                  "quotation"),
        ),
    ),
    Section(
        title="Events",
        about="Your time line: what happened, and when.",
        parts=(
            _part("events", "Events", "at", "kind seq", "text data"),
            _part("event_retractions", "Taken off the time line", "retracted_at", "seq", "reason"),
        ),
    ),
    Section(
        title="Documents",
        about="Documents that you gave, with all versions. A piece stands once, whatever versions "
        "hold it.",
        parts=(
            _part("documents", "Documents", "created_at", "scope id", "name"),
            _part("document_versions", "Versions", "known_from", "document version",
                  "metadata reason"),
            _part("chunks", "What they say", "", "name heading", "content"),
            _part("chunk_places", "Where that stands", "", "document start_offset first_version"),
        ),
    ),
    Section(
        title="Files",
        about="What the assistant wrote down in files for you. Files of a store in a folder lie "
        "there too.",
        parts=(
            _part("stores", "Stores", "created_at", "id", "name description metadata"),
            _part("files", "Files", "updated_at", "store id", "path title hook"),
            _part("file_versions", "Versions", "created_at", "store seq operation",
                  "path content reason"),
            _part("file_changes", "Changes by the ids of programs", "created_at", "store id"),
            _part("files_waiting", "Texts that wait for you to confirm them", "created_at",
                  "store id", "path content"),
            _part("attachments", "Which conversations worked with which store", "attached_at",
                  "conversation store", "name description instructions"),
        ),
    ),
    Section(
        title="State of agents",
        about="Documents in which programs that act for you keep where they are.",
        parts=(
            _part("agent_states", "Now", "updated_at", "agent name revision", "document"),
            _part("agent_state_revisions", "Before", "recorded_at", "agent name revision",
                  "document"),
        ),
    ),
    Section(
        title="What models were shown",
        about="Prompts that were put on record: of what they were made, and what stayed out.",
        parts=(
            _part("contexts", "Prompts", "made_at", "conversation id", "asked"),
            _part("context_parts", "Their parts", "", "context no part", "content"),
            _part("context_items", "What was considered", "", "context no block item layer"),
        ),
    ),
    Section(
        title="What was done with your data",
        about="Runs of models and of rules, with their raw answers, and work that waits.",
        parts=(
            _part("runs", "Runs", "started_at", "flow state model id", "problem"),
            _part("run_replies", "What was answered", "at", "run no", "text problem"),
            _part("run_items", "What was proposed, and what became of it", "", "run no",
                  "proposal outcome"),
            _part("jobs", "Work that waits or was done", "created_at", "kind state id"),
        ),
    ),
    Section(
        title="Consent, use and keys",
        about="What you decided about being remembered, what requests cost, and keys that act as "
        "you. Of a key only a digest is kept, which opens nothing.",
        parts=(
            _part("consents", "Your decisions", "recorded_at", "given layer conversation",
                  "reason"),
            _part("usage", "Requests", "reported_at", "model conversation", ""),
            _part("spend", "What models took, by day", "", "day flow calls tokens cost"),
            _part("keys", "Keys", "created_at", "id", "label"),
        ),
    ),
)  # fmt: skip

LEFT_OUT = (
    "The search index and the vectors are left out: they are made of the texts above and hold no "
    "others. So are copies outside of this database: backups, logs of servers, what a vendor of "
    "models keeps."
)


@dataclass(kw_only=True, slots=True)
class Told:
    """What went out."""

    rows: dict[str, int] = field(default_factory=dict)
    """By part."""
    secrets: int = 0
    """Messages among them that hold a secret: the files are to be kept accordingly."""

    @property
    def total(self) -> int:
        return sum(self.rows.values())


def write_person(
    database: Database, *, tenant: str, user: str, folder: Path, now: datetime
) -> Told:
    """Write everything held about `user` into a new folder, as of one moment.

    Raises `InvalidValue` if there is something at `folder` already, or it cannot be made.
    """
    name = checks.name("user", user)
    told = Told()
    try:
        folder.mkdir(mode=0o700, parents=True)
    except OSError as error:
        raise InvalidValue("folder", str(folder), f"cannot be made: {error.strerror}") from error
    with (
        database.read(tenant) as tx,
        _new(folder / DATA) as data,
        _new(folder / TO_READ) as readable,
    ):
        _write_data(tx, data, name, now, told)
        _write_readable(tx, readable, name, now, told)
    return told


def _new(path: Path) -> TextIO:
    # For the owner alone: it holds all that is known of somebody.
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    return os.fdopen(handle, "w", encoding="utf-8")


def _write_data(tx: Transaction, out: TextIO, user: str, now: datetime, told: Told) -> None:
    head = {
        "format": FORMAT,
        "user": user,
        "made_at": now.isoformat(),
        "left_out": LEFT_OUT,
    }
    out.write("{\n" + ",\n".join(f'"{name}": {_json(value)}' for name, value in head.items()))
    for section in SECTIONS:
        for part in section.parts:
            out.write(f',\n"{part.name}": [')
            count = 0
            for row in held(tx, part.query, user):
                out.write((",\n" if count else "\n") + _json(row))
                count += 1
                told.secrets += part.name == "messages" and bool(row["secrets"])
            out.write("]")
            told.rows[part.name] = count
    out.write("\n}\n")


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _write_readable(tx: Transaction, out: TextIO, user: str, now: datetime, told: Told) -> None:
    out.write(f"# Everything held about {_inline(user)}\n\n")
    out.write(
        f"As of {now.isoformat(timespec='minutes')}. Times are UTC. The same for programs, with "
        f"hash sums and the like, stands in `{DATA}`.\n\n"
    )
    for number, section in enumerate(SECTIONS, start=1):
        count = sum(told.rows[part.name] for part in section.parts)
        out.write(f"{number}. [{section.title}](#{_anchor(section.title)}) ({count:,})\n")
    out.write(f"\n{LEFT_OUT}\n")
    if told.secrets:
        out.write(
            f"\n**{told.secrets:,} of the messages hold a password, a key or the like.** Keep this "
            "folder accordingly.\n"
        )
    for section in SECTIONS:
        out.write(f"\n## {section.title}\n\n{section.about}\n")
        for part in section.parts:
            if not told.rows[part.name]:
                continue
            out.write(f"\n### {part.title} ({told.rows[part.name]:,})\n")
            for row in held(tx, part.query, user):
                out.writelines(_item(part, row))
        if not any(told.rows[part.name] for part in section.parts):
            out.write("\nNothing is held.\n")


def _item(part: Part, row: _Row) -> Iterator[str]:
    when = row.get(part.when)
    head = [_inline(_short(when))] if isinstance(when, str) else []
    head += [_inline(str(row[name])) for name in part.label if row.get(name) not in (None, "")]
    yield f"\n**{' · '.join(head) or 'One'}**\n"
    shown = {part.when, *part.label, *part.said, *_FOR_PROGRAMS}
    for name in part.said:
        if row.get(name) not in (None, "", [], {}):
            yield from _quoted(name, row[name], alone=len(part.said) == 1)
    rest = [
        f"{name} {_inline(_plain(value))}"
        for name, value in row.items()
        if name not in shown and value not in (None, "", [], {}, False)
    ]
    if rest:
        yield f"\n<sub>{'; '.join(rest)}</sub>\n"


def _quoted(name: str, value: Json, *, alone: bool) -> Iterator[str]:
    text = _spoken(value) if name == "body" else _plain(value)
    if not alone:
        yield f"\n{name}:\n"
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall("`+", text)), default=0))
    yield f"\n{fence}text\n{text.rstrip()}\n{fence}\n"


def _spoken(body: Json) -> str:
    """What a message says; of one that says more than text all of it."""
    content = body.get("content") if isinstance(body, Mapping) else None
    if (
        isinstance(content, str)
        and isinstance(body, Mapping)
        and body.keys() <= {"role", "content"}
    ):
        return content
    return _plain(body)


def _plain(value: Json) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=1)


def _short(when: str) -> str:
    return when[:16].replace("T", " ")


_FOR_PROGRAMS = ("owner", "digest", "fingerprint", "last_seq", "key", "stamp")
"""Fields that tell a reader nothing; the data has them."""
_MARKS = re.compile(r"([\\`*_\[\]<>#|!&~])")


def _inline(text: str) -> str:
    """A text in a line of Markdown, as itself."""
    return _MARKS.sub(r"\\\1", " ".join(text.split()))


def _anchor(title: str) -> str:
    return re.sub(r"[^\w\- ]", "", title.casefold()).replace(" ", "-")


def parts() -> Sequence[Part]:
    """Every kind of rows, in order."""
    return [part for section in SECTIONS for part in section.parts]
