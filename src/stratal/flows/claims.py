"""What is put right and what lies ahead, to where they belong.

A correction takes the place of the old value where exactly one thing that is known states it: in
the open task, in the memories of the scope, in the profile. A commitment is an event at the time
that its words name, in the zone of the person.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo

from stratal.core.evidence import MessageEvidence
from stratal.core.messages import Message
from stratal.core.outcomes import Done, Outcome
from stratal.core.records import Kind, Layer, Record
from stratal.core.tasks import Entry, Field
from stratal.layers.access import Access
from stratal.layers.events import Events
from stratal.layers.memories import Memories
from stratal.layers.profile import Profile
from stratal.layers.task import Task
from stratal.text.claim_rules import ahead
from stratal.text.own_words import HAN
from stratal.text.quotation import stands_in
from stratal.text.statements import Statement
from stratal.text.time_ranges import BEGINNING, TimeRange

COMMITMENT = "commitment"
"""The kind of the event."""
_MOMENT = timedelta(microseconds=1)
_BEFORE = re.compile(r"\b(?:before|prior to)\b|前", re.IGNORECASE)
_EMPTY = frozenset(
    """no nope actually sorry correction wrong it it's its is are was be should not but the a an
    that this meant i mean said make rather than instead of s""".split()
)
_EXACT = re.compile(r"[\d零〇一二两三四五六七八九十百千万]|\b[A-Z]|[a-z][A-Z._/@-]\w")
"""A number, a name or an identifier: what has it by chance is rare."""
_EMPTY_HAN = re.compile(r"不是|不对|应该|更正|纠正|一下|其实|错了|说错|是|不|而|我|你|的|刚才")


def committed(access: Access, message: Message, told: Statement, cited: MessageEvidence) -> Outcome:
    """Write a commitment down as an event at its time; what names no such time is refused."""
    zone = access.time_zone
    found = ahead(told.value, message.said_at, zone)
    if found is None:
        return Outcome(
            done=Done.REJECTED,
            layer=Layer.EVENTS,
            code="no_time",
            message="It names no time that lies ahead.",
        )
    at, until = on_the_line(found, zone)
    return Events(access=access).log(
        told.value, kind=COMMITMENT, at=at, until=until, evidence=(cited,)
    )


def on_the_line(found: TimeRange, zone: tzinfo) -> tuple[datetime | date, datetime | None]:
    """Where a time that somebody named begins and ends: a day, or from when until when."""
    # "Before Friday" names Friday, as "by Friday" does.
    ends = found.before if _BEFORE.search(found.said) else found.before - _MOMENT
    last = ends.astimezone(zone).date()
    span = found.days(zone) if found.since != BEGINNING else None
    if span is None or (span.until - span.first).days == 1:
        exact = span is not None and found.before - found.since < timedelta(hours=20)
        return (found.since, found.before) if exact else (last, None)
    return found.since, found.before


@dataclass(frozen=True, kw_only=True, slots=True)
class _Known:
    """One thing that states the old value."""

    content: str
    where: Record | tuple[Field, Entry]


class Correcting:
    """One correction, and what it may be of."""

    def __init__(
        self,
        told: Statement,
        cited: MessageEvidence,
        *,
        access: Access,
        profile: Profile,
        memories: Memories,
        task: Task | None,
    ) -> None:
        self._told = told
        self._cited = cited
        self._access = access
        self._profile = profile
        self._memories = memories
        self._task = task

    def outcome(self) -> Outcome:
        """Put right the one thing that states the old value, or keep what is so by itself."""
        known = list(self._known()) if self._told.not_value else []
        at = meant(self._told, [one.content for one in known])
        return self._kept() if at is None else self._put_right(known[at])

    def _known(self) -> Iterator[_Known]:
        old = self._told.not_value
        if self._task is not None:
            for field in Field:
                for entry in self._task.state.entries(field):
                    if entry.handle is None and stands_in(old, entry.text):
                        yield _Known(content=entry.text, where=(field, entry))
        scopes = (self._access.write, self._access.own_scope)
        entries = [one for one in self._memories.entries() if one.scope in scopes]
        facts: Sequence[Record] = (*entries, *self._profile.facts())
        for record in facts:
            if stands_in(old, record.content):
                yield _Known(content=record.content, where=record)

    def _put_right(self, known: _Known) -> Outcome:
        said = put_right(self._told, known.content)
        if isinstance(known.where, tuple):
            field, entry = known.where
            assert self._task is not None
            return self._task.add(field, said, replaces=(entry.id,), evidence=(self._cited,))
        record = known.where
        if record.layer == Layer.PROFILE:
            return self._profile.set(
                record.key, said, evidence=(self._cited,), reason="corrected by the person"
            )
        return self._memories.revise(
            record.id, said, evidence=(self._cited,), reason="corrected by the person"
        )

    def _kept(self) -> Outcome:
        if not _subject(self._told):
            return Outcome(
                done=Done.REJECTED,
                layer=Layer.MEMORIES,
                code="nothing_to_correct",
                message="Nothing known states the old value, and what it is of was not said.",
            )
        own = self._access.own_scope
        about_work = self._told.about_work or own not in self._access.scopes
        return self._memories.remember(
            self._told.stated,
            kind=Kind.CORRECTION,
            scope=self._access.write if about_work else own,
            evidence=(self._cited,),
            reason="said so",
        )


def meant(told: Statement, contents: Sequence[str]) -> int | None:
    """Which one of `contents` a correction is of; None where it is of none, or could be of two.

    What says of which thing it speaks is of no other thing for an ordinary word that both have.
    """
    stating = [
        at for at, one in enumerate(contents) if told.not_value and stands_in(told.not_value, one)
    ]
    words = _subject(told)
    named = [at for at in stating if any(word in contents[at].casefold() for word in words)]
    found = named or ([] if words and not _EXACT.search(told.not_value) else stating)
    return found[0] if len(found) == 1 else None


def put_right(told: Statement, content: str) -> str:
    """`content` with the corrected value in the place of the old one."""
    old, new = told.not_value, told.value
    return re.sub(re.escape(old), lambda _: new, content, count=1, flags=re.IGNORECASE)


def _subject(told: Statement) -> list[str]:
    """The words of a correction that are neither of its values nor of correcting."""
    rest = told.stated.casefold()
    for value in (told.value, told.not_value):
        rest = rest.replace(value.casefold(), " ") if value else rest
    words = [one for one in re.findall(r"[a-z][\w'-]+", rest) if one not in _EMPTY]
    return words + [run for run in _EMPTY_HAN.sub(" ", rest).split() if len(HAN.findall(run)) >= 2]
