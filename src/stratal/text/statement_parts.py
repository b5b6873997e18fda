"""What a rule is by which a statement is recognised: a wording, what unsays it, and a reader."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from stratal.text.own_words import HAN
from stratal.text.wording import (
    BYGONE,
    CALLED_OFF,
    EVERYWHERE,
    EXAMPLE,
    IRONIC,
    LASTING,
    OF_WORK,
    ONCE,
    OTHERS_ZH,
    OURS,
    QUESTION,
    REASON,
    REASON_FIRST,
    REPORTED,
    STAGED,
    SUPPOSED,
    SUPPOSING,
    UNDECIDED,
    UNMEANT,
    WITHIN_WORK,
    Scope,
    Wording,
)

COMMAS = " ,，:："


class StatementKind(StrEnum):
    """What sort of thing is stated."""

    NAME = "name"
    LANGUAGE = "language"
    FORMAT = "format"
    TOOL = "tool"
    CORRECTION = "correction"
    """"No, the port is 8443, not 8080": what is so, and what is not."""
    COMMITMENT = "commitment"
    """What the person has to do or will do at a time that is named."""
    DIET = "diet"
    TIME_ZONE = "time_zone"
    REMEMBER = "remember"
    """"Remember that …": the value is what is to be kept, in the person's words."""
    FORGET = "forget"
    """"Forget that I …": the value is what is to be forgotten."""
    OFF_RECORD = "off_record"
    """"Don't remember this": consent withdrawn for the utterance."""
    DECISION = "decision"
    LESSON = "lesson"
    ASK_BEFORE = "ask_before"
    """Narrows what the agent does: it is to ask first."""
    STANDING_ORDER = "standing_order"
    """To act on the world or on others from now on, or to skip asking."""
    PERMISSION = "permission"
    """Widens what the agent may do."""


ABOUT_PERSON = frozenset(
    (
        StatementKind.NAME,
        StatementKind.DIET,
        StatementKind.TIME_ZONE,
        StatementKind.OFF_RECORD,
        StatementKind.PERMISSION,
        StatementKind.COMMITMENT,
    )
)
"""Kinds that are about the person whatever else the sentence mentions."""

OF_MANNER = frozenset((StatementKind.LANGUAGE, StatementKind.FORMAT, StatementKind.ASK_BEFORE))
"""Kinds that are bound to the work only if the sentence says so: "in this project …"."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Statement:
    """One thing that the person stated, and the words that state it."""

    kind: StatementKind
    attribute: str
    """What the value is a value of: "package manager", "answer language"; empty if not known."""
    value: str
    """In the person's words; empty only where a thing is excluded and none put in its place."""
    not_value: str = ""
    """What it takes the place of, or what is excluded."""
    reason: str = ""
    about_work: bool
    """About this project, repository or team, and not about the person wherever they are."""
    corrects: bool = False
    """It corrects what the agent did by default."""
    stated: str
    """The clause that states it, in the person's words, without what leads up to it or the why."""
    quotation: str
    """The words of the text that state it, exactly: ``text[start:end]``."""
    start: int
    end: int
    sure: bool = False
    """Whether it was heard well enough to be acted upon; if not, the person is asked."""

    @property
    def han(self) -> bool:
        """Whether it was said in Chinese."""
        return bool(HAN.search(self.stated))


class Heard:
    """One sentence of somebody's own words, with what holds for all of it."""

    def __init__(self, own: str) -> None:
        self.whole = own
        self.words = own.rstrip(" \t。.！!；;")
        reason, first = REASON.search(self.words), REASON_FIRST.search(self.words)
        self.reason, self.said = "", self.words
        self.said_until = len(self.words)
        if first is not None:
            self.reason, self.said = first["reason"].strip(), self.words[first.end() :]
        elif reason is not None:
            self.reason, self.said = reason["reason"].strip(), self.words[: reason.start()]
            self.said_until = reason.start()
        self.lasting = bool(LASTING.search(self.said))
        self.everywhere = bool(EVERYWHERE.search(self.said))
        ours = not self.everywhere or bool(OURS.search(self.said))
        self.of_work = ours and bool(OF_WORK.search(self.said))
        self.within_work = ours and bool(WITHIN_WORK.search(self.said))

    @property
    def marked(self) -> bool:
        """Whether it says where or for how long it holds."""
        return self.lasting or self.everywhere or self.of_work

    @property
    def asks(self) -> bool:
        return self.whole.rstrip().endswith(("?", "？"))


@dataclass(frozen=True, kw_only=True, slots=True)
class Reading:
    """What a rule made of its match."""

    attribute: str
    value: str
    not_value: str = ""
    about_work: bool | None = None
    """None: as the rule says."""
    corrects: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Told:
    """A match of a rule's wording, and the sentence in which it stands."""

    heard: Heard
    match: re.Match[str]

    def __getitem__(self, part: str) -> str:
        """A named part of the match, without outer white space; empty if it has none."""
        return (self.match.groupdict().get(part) or "").strip()

    @property
    def matched(self) -> str:
        return self.match.group().strip(COMMAS)


_NO_MATTER = re.compile(r"(?:不管|无论|不论|管他|管你)[^，,。；;]{0,14}")
"""不管我说什么 asks nothing."""


def _blanked(found: re.Match[str]) -> str:
    return " " * len(found.group())


_WHENEVER = re.compile(
    r"\b(?:whenever|every time|each time|any time|as soon as|when)\b[^,]*,"
    r"|(?:每当|只要|一旦|每次|凡是|一有|但凡|以后)[^，,]{0,16}?(?:[，,]|就|都)",
    re.IGNORECASE,
)

_NEXT = re.compile(r"[,，;；—–]+\s*|\s+(?=(?:so|and)\s)", re.IGNORECASE)
_LIMITS = re.compile(
    r"(?:and |but |so )?(?:just|only|but|for|until|till|unless|if|maybe|perhaps|possibly|"
    r"probably|he|she|they|said|says|as|"
    r"according|at least|this|that|these|today|tonight|tomorrow|in case|when|while|i (?:think|"
    r"guess|heard|was told|"
    r"might|may|would)|or|not|no|right|apparently|supposedly|e\.g|like|\w+ (?:says|said|told|"
    r"suggests|wrote))\b"
    r"|(?:只|就|仅|今天|今晚|这|那|先|如果|要是|假如|除非|他|她|暂时|目前|眼下|可能|也许|大概|"
    r"应该|说|听说|据说|或者|但|不过|比如|以前|之前|"
    r"不是|[\u4e00-\u9fff]{1,4}(?:说|建议|要求|觉得|认为))",
    re.IGNORECASE,
)


def _bearing(said: str, end: int) -> str:
    """What of a sentence bears on what ends at `end`: all before, and after it what limits it.

    "I'm vegan, so plan this week's menu": what is asked for this week is another matter.
    """
    after = _NEXT.search(said, end)
    limited = after is None or _LIMITS.match(said, after.end()) is not None
    return said if after is None or limited else said[: after.start()]


Reader = Callable[[Told], Reading | None]
Veto = Callable[[Heard, "re.Match[str]"], bool]
"""Whether a sentence does not assert what a match in it says."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Rule:
    """How one kind of statement is worded, and what unsays it."""

    kind: StatementKind
    wording: Wording
    read: Reader
    unsaid_by: tuple[Wording, ...]
    about_work: bool
    open_ended: bool
    """The value runs to the sentence's end, and only what stands before it can unsay it."""
    hint: Wording | None = None
    """What a sentence must have for a rule that is sought anywhere to be tried."""
    unless: tuple[Veto, ...] = ()
    """What unsays a match of a rule that is sought anywhere in a sentence."""

    def unsaid(self, heard: Heard, found: re.Match[str]) -> bool:
        """Whether the sentence takes back, in one way or another, what the match says."""
        if self.unless:
            return any(veto(heard, found) for veto in self.unless)
        if self.open_ended:
            said = heard.words[: found.start("value")]
        else:
            said = _bearing(heard.said, found.end())
        said = _NO_MATTER.sub(_blanked, said)
        if self.kind is StatementKind.STANDING_ORDER:
            # "Whenever a customer asks, …": who asks there is no one who is reported.
            said = _WHENEVER.sub("", said)
        if (
            heard.asks
            or IRONIC.search(heard.words)
            or EXAMPLE.search(heard.words[: found.start()])
            or STAGED.search(heard.words)
            or self._thought_of(heard.words, found)
            or (self.kind in _OF_ONESELF and OTHERS_ZH.search(_clause(heard.words, found)))
            or (self.open_ended and QUESTION.search(heard.words))
        ):
            return True
        return any(one.search(_in_scope(one.scope, said, found)) for one in self.unsaid_by)

    def _thought_of(self, words: str, found: re.Match[str]) -> bool:
        """Whether a condition, or the past, stands before what can be neither and hold today."""
        if self.kind is StatementKind.COMMITMENT and CALLED_OFF.search(words):
            return True
        if self.kind in _SETTLED and UNDECIDED.search(words):
            return True
        said = _NOW.split(words[: found.end()])[-1]
        if self.kind in _OF_TODAY and BYGONE.search(said):
            return True
        return self.kind in _PLAIN_FACT and SUPPOSING.search(said) is not None


def _in_scope(scope: Scope, said: str, found: re.Match[str]) -> str:
    if scope is Scope.BEARING:
        return said
    start = _clause_start(said, found.start()) if scope is Scope.CLAUSE else 0
    return said[start : found.end()]


def _clause(words: str, found: re.Match[str]) -> str:
    """The clause in which the value begins, from its subject on."""
    at = found.start("value") if found.groupdict().get("value") else found.start()
    return words[_clause_start(words, at) : found.end()]


def _clause_start(words: str, at: int) -> int:
    return max(words.rfind(mark, 0, at) for mark in _MARKS) + 1


_MARKS = "，,。；;：:！!~～ \n"
_NOW = re.compile(r"现在|如今|目前|\bnow(?:adays)?\b|\btoday\b", re.IGNORECASE)
_PLAIN_FACT = frozenset(
    (
        StatementKind.NAME,
        StatementKind.DIET,
        StatementKind.TIME_ZONE,
        StatementKind.DECISION,
        StatementKind.COMMITMENT,
        StatementKind.CORRECTION,
        StatementKind.PERMISSION,
        StatementKind.LESSON,
    )
)
"""Kinds that hold whatever comes; of the others a condition may be a part."""
_OF_ONESELF = frozenset(
    (
        StatementKind.DIET,
        StatementKind.TIME_ZONE,
        StatementKind.COMMITMENT,
        StatementKind.FORMAT,
        StatementKind.PERMISSION,
    )
)
"""Kinds that hold of the person, and not of whom they speak about."""
_SETTLED = frozenset((StatementKind.FORGET, StatementKind.TOOL, StatementKind.DECISION))
"""Kinds of which nothing holds while nothing is decided."""
_OF_TODAY = _PLAIN_FACT | {StatementKind.TOOL, StatementKind.FORMAT, StatementKind.LANGUAGE}

EVERYTHING = (QUESTION, SUPPOSED, REPORTED, UNMEANT, ONCE)


def rule(
    kind: StatementKind,
    read: Reader,
    unsaid_by: tuple[Wording, ...],
    *patterns: str,
    about_work: bool = False,
    open_ended: bool = False,
) -> list[Rule]:
    return [
        Rule(
            kind=kind,
            wording=Wording(pattern),
            read=read,
            unsaid_by=unsaid_by,
            about_work=about_work,
            open_ended=open_ended,
        )
        for pattern in patterns
    ]


def sought(
    kind: StatementKind,
    read: Reader,
    unless: tuple[Veto, ...],
    *patterns: str,
    about_work: bool = False,
    hint: str = "",
) -> list[Rule]:
    """Rules whose wording may stand anywhere in a sentence, and that cut their own value.

    `hint`: what one of their sentences has, and few others, where the patterns begin widely.
    """
    return [
        Rule(
            kind=kind,
            wording=Wording(pattern),
            read=read,
            unsaid_by=(),
            about_work=about_work,
            open_ended=False,
            hint=Wording(hint) if hint else None,
            unless=unless,
        )
        for pattern in patterns
    ]
