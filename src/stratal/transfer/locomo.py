"""The LoCoMo file: long conversations between two people, in dated sessions.

Each session becomes a conversation of its own, ``<sample>-session_<n>``, and the ids of its turns
stay what they are, so that the evidence of a question names messages. Both speakers are people and
neither is an assistant, so both have the role ``user`` and keep their names: what they say is what
somebody said, and none of it is evidence about the person who imports it, whose name is another.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path

from stratal.core.canonical import Json
from stratal.core.messages import NewMessage
from stratal.errors import InvalidValue, NotFound
from stratal.transfer.transcripts import Line, Turn, opened

_SESSION = re.compile(r"session_(\d{1,4})")
_DATE = re.compile(
    r"(\d{1,2}):(\d{2})\s*([ap])m\s+on\s+(\d{1,2})\s+([a-z]+),?\s+(\d{4})", re.IGNORECASE
)
# Not strptime: its names of months are those of the machine's language.
_MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july"),
    *("august", "september", "october", "november", "december"),
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Locomo:
    """The file, or one sample of it, named by its id or its place (1 is the first)."""

    path: Path
    sample: str | None = None
    time_zone: tzinfo = UTC

    def __iter__(self) -> Iterator[Line]:
        """A line is a turn here. Raises `InvalidValue` for a file that is another, `NotFound`."""
        samples = self._chosen(_samples(self.path))
        turns = [turn for sample in samples for turn in _turns(sample)]
        for number, turn in enumerate(turns, start=1):
            share = number / len(turns)
            try:
                yield Line(number=number, turns=(turn.read(self.time_zone),), share=share)
            except InvalidValue as error:
                yield Line(number=number, problem=f"({turn.place}) {error}", share=share)

    def _chosen(self, samples: list[Mapping[str, Json]]) -> list[Mapping[str, Json]]:
        if self.sample is None:
            return samples
        for place, sample in enumerate(samples, start=1):
            if self.sample in (sample.get("sample_id"), str(place)):
                return [sample]
        raise NotFound("sample", self.sample)


def looks_like_locomo(path: Path) -> bool:
    """Whether the file is one JSON list, which a file of JSON lines never begins as."""
    with opened(path) as file:
        return file.read(256).lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"[")


@dataclass(frozen=True, kw_only=True, slots=True)
class _RawTurn:
    sample: str
    session: str
    date: Json
    order: int
    turn: Json

    @property
    def place(self) -> str:
        return f"{self.sample} {self.session}, turn {self.order + 1}"

    def read(self, local: tzinfo) -> Turn:
        if not isinstance(self.turn, Mapping):
            raise InvalidValue("turn", self.turn, "must be an object with speaker, dia_id and text")
        said = [_text(self.turn, "text")]
        if self.turn.get("blip_caption"):
            said.append(f"[picture: {_text(self.turn, 'blip_caption')}]")
        said_at = _date(self.date, local)
        return Turn(
            conversation=f"{self.sample}-{self.session}",
            message=NewMessage.of(
                {"role": "user", "content": "\n".join(said)},
                id=_text(self.turn, "dia_id"),
                speaker=_text(self.turn, "speaker"),
                # The file dates sessions, not turns; seconds keep their order readable.
                said_at=None if said_at is None else said_at + timedelta(seconds=self.order),
            ),
        )


def _samples(path: Path) -> list[Mapping[str, Json]]:
    with opened(path) as file:
        raw = file.read()
    try:
        samples: Json = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise InvalidValue("file", path.name, f"is one JSON value, and broken: {error}") from None
    found = [
        sample
        for sample in (samples if isinstance(samples, list) else [])
        if isinstance(sample, Mapping) and isinstance(sample.get("conversation"), Mapping)
    ]
    if not found or not isinstance(samples, list) or len(found) != len(samples):
        raise InvalidValue(
            "file", path.name, "is neither JSON lines of messages nor the LoCoMo file"
        )
    return found


def _turns(sample: Mapping[str, Json]) -> Iterator[_RawTurn]:
    conversation = sample["conversation"]
    assert isinstance(conversation, Mapping)
    sessions = sorted(
        (name for name in conversation if _SESSION.fullmatch(name)),
        key=lambda name: int(name.rpartition("_")[2]),
    )
    for session in sessions:
        turns = conversation[session]
        for order, turn in enumerate(turns if isinstance(turns, Sequence) else ()):
            yield _RawTurn(
                sample=str(sample.get("sample_id", "sample")),
                session=session,
                date=conversation.get(f"{session}_date_time"),
                order=order,
                turn=turn,
            )


def _text(turn: Mapping[str, Json], field: str) -> str:
    value = turn.get(field)
    if not isinstance(value, str) or not value:
        raise InvalidValue(field, value, "must be a text")
    return value


def _date(value: Json, local: tzinfo) -> datetime | None:
    if value is None:
        return None
    found = _DATE.fullmatch(value.strip()) if isinstance(value, str) else None
    if found is None or found[5].lower() not in _MONTHS:
        raise InvalidValue("date", value, "is not like 1:56 pm on 8 May, 2023")
    hour = int(found[1]) % 12 + (12 if found[3].lower() == "p" else 0)
    try:
        return datetime(
            int(found[6]), _MONTHS.index(found[5].lower()) + 1, int(found[4]), hour, int(found[2]),
            tzinfo=local,
        )  # fmt: skip
    except ValueError:
        raise InvalidValue("date", value, "is no date") from None
