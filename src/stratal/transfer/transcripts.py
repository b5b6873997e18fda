"""Transcripts as files: JSON lines of messages, parsed once, here, into messages on their way in.

A line is a message in Anthropic's or OpenAI's form, with the fields beside it that say which one it
is: ``id``, the time (``said_at``, ``timestamp`` or ``created_at``), the conversation
(``conversation``, ``conversation_id`` or ``session_id``) and the ``speaker``. Or the message stands
whole under ``message``, with those fields beside it, as `outgoing` writes it; there a ``format``
says which version of that form it is, and a file with a newer one is refused whole. Files break, so
a damaged line is told with its number and the others are read. The order is that of the file,
whatever the times say.
"""

from __future__ import annotations

import codecs
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, time, tzinfo
from pathlib import Path
from typing import BinaryIO

from stratal.core import checks
from stratal.core.canonical import Json, canonical, digest
from stratal.core.clock import parse_time
from stratal.core.messages import NewMessage
from stratal.errors import InvalidValue, shown

FORMAT = 1
"""The version of the form that `outgoing` writes."""
LINE_LIMIT = 16_000_000
"""Bytes of one line; a longer one holds no message that could be stored."""

_TIMES = ("said_at", "timestamp", "created_at")
_CONVERSATIONS = ("conversation", "conversation_id", "session_id")
_MILLISECONDS = 1e11
"""Numbers above are milliseconds since 1970, as in the year 1973 nobody counted seconds so."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Turn:
    """One message and the conversation it belongs to."""

    conversation: str
    message: NewMessage


@dataclass(frozen=True, kw_only=True, slots=True)
class Line:
    """One line of a file: the messages that could be read, and what is wrong with it if anything.

    An empty line has neither. `share` says how much of the file is read with it, 0 to 1.
    """

    number: int
    turns: tuple[Turn, ...] = ()
    problem: str | None = None
    share: float = 1.0


@dataclass(frozen=True, kw_only=True, slots=True)
class Transcript:
    """A file of JSON lines. `conversation` is that of lines which name none."""

    path: Path
    conversation: str
    time_zone: tzinfo = UTC

    def __iter__(self) -> Iterator[Line]:
        """Read the file line by line. Raises `InvalidValue` if it is no text of JSON lines."""
        seen: Counter[str] = Counter()
        with opened(self.path) as file:
            size = max(1, file.seek(0, 2))
            file.seek(0)
            for number, raw in enumerate(_lines(file), start=1):
                turns, problem = self._read(raw, seen)
                share = min(1.0, file.tell() / size)
                yield Line(number=number, turns=turns, problem=problem, share=share)

    def _read(self, raw: bytes, seen: Counter[str]) -> tuple[tuple[Turn, ...], str | None]:
        if len(raw) > LINE_LIMIT:
            return (), f"is longer than {LINE_LIMIT:,} bytes"
        objects, problem = _objects(raw)
        turns = []
        for one in objects:
            _refuse_newer(one)
            try:
                turns.append(self._turn(one, seen))
            except InvalidValue as error:
                problem = problem or str(error)
        return tuple(turns), problem

    def _turn(self, line: Json, seen: Counter[str]) -> Turn:
        if not isinstance(line, Mapping):
            raise InvalidValue("line", line, 'must be an object with "role" and "content"')
        fields = dict(line)
        conversation = _first(fields, _CONVERSATIONS)
        moment = _first(fields, _TIMES)
        speaker = fields.pop("speaker", None)
        # With a type, the object is a wire form of its own, and the id is part of it.
        given = fields.get("id") if "type" in fields else fields.pop("id", None)
        inner = fields.get("message")
        if isinstance(inner, Mapping) and "role" not in fields:
            fields = dict(inner)
        return Turn(
            conversation=(
                self.conversation
                if conversation is None
                else checks.name("conversation", _word("conversation", conversation))
            ),
            message=NewMessage.of(
                fields,
                id=self._derived(line, seen) if given is None else _word("id", given),
                speaker=None if speaker in (None, "") else _word("speaker", speaker),
                said_at=None if moment is None else _moment(moment, self.time_zone),
            ),
        )

    def _derived(self, line: Mapping[str, Json], seen: Counter[str]) -> str:
        """The same id for the same line of the same file, also after others were mended or added.

        Equal lines are told apart by their order, equal lines of other files by the file's name.
        """
        content = canonical("line", line)
        seen[content] += 1
        named = "\n".join((self.path.name, str(seen[content]), content))
        return f"line-{digest(named)[:24]}"


def _refuse_newer(line: Json) -> None:
    """Who cannot know what a line means does not guess, and reads none of the file."""
    if not isinstance(line, Mapping) or not isinstance(line.get("message"), Mapping):
        return
    form = line.get("format")
    if isinstance(form, int) and form > FORMAT:
        raise InvalidValue(
            "format", form, f"is newer than this Stratal reads ({FORMAT}): update Stratal"
        )


def opened(path: Path) -> BinaryIO:
    """The file, for reading. Raises `InvalidValue` if it cannot be opened."""
    try:
        return path.open("rb")
    except OSError as error:
        raise InvalidValue("file", str(path), f"cannot be read: {error.strerror}") from error


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines without their ends and without the mark that some editors put at the beginning."""
    first = True
    while raw := file.readline(LINE_LIMIT + 1):
        if first and raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            raise InvalidValue("file", file.name, "is UTF-16: save it as UTF-8")
        whole = raw.endswith(b"\n")
        while not whole and len(raw) > LINE_LIMIT:
            # The rest of a line that is too long is passed over, not kept.
            rest = file.readline(LINE_LIMIT)
            whole = not rest or rest.endswith(b"\n")
        yield raw.removeprefix(codecs.BOM_UTF8) if first else raw
        first = False


def _objects(raw: bytes) -> tuple[list[Json], str | None]:
    """What can be read of a line, in order, and what is wrong with the line."""
    problem = None
    if b"\x00" in raw:
        # What a crash leaves of a block that was never written.
        problem = f"holds {raw.count(0)} NUL bytes"
        raw = raw.strip(b"\x00\r\n\t ")
    try:
        text = raw.decode("utf-8").strip()
    except UnicodeDecodeError as error:
        return [], problem or f"is not UTF-8 (byte {error.start + 1})"
    found: list[Json] = []
    at = 0
    while at < len(text):
        try:
            value, at = _DECODER.raw_decode(text, at)
        except (ValueError, RecursionError) as error:
            return found, problem or _broken(text, at, error)
        found.append(value)
        while at < len(text) and text[at].isspace():
            at += 1
    if len(found) > 1:
        problem = problem or f"holds {len(found)} objects glued together; all were read"
    return found, problem


_DECODER = json.JSONDecoder()


def _broken(text: str, at: int, error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError) and error.pos >= len(text.rstrip()):
        return f"is cut off: {shown(text[at:])}"
    return f"is no JSON: {shown(text[at:])}"


def _first(fields: dict[str, Json], names: tuple[str, ...]) -> Json:
    """The first of the fields that has a value; all of them are taken out."""
    values = [fields.pop(name, None) for name in names]
    return next((value for value in values if value is not None), None)


def _word(field: str, value: Json) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, str):
        return value
    raise InvalidValue(field, value, "must be a string or a whole number")


def _moment(value: Json, local: tzinfo) -> datetime:
    if isinstance(value, int | float) and not isinstance(value, bool):
        try:
            return datetime.fromtimestamp(value / 1000 if value > _MILLISECONDS else value, UTC)
        except (OverflowError, ValueError, OSError):
            raise InvalidValue("time", value, "is out of range (years 1 to 9999)") from None
    if not isinstance(value, str):
        raise InvalidValue("time", value, "must be ISO 8601 or seconds since 1970")
    moment = parse_time(value, local)
    if isinstance(moment, datetime):
        return moment
    return datetime.combine(moment, time(), local)
