"""What a person states outright, found without a model, in English and Chinese.

It finds few things, but right ones. A sentence is taken apart into clauses, and a clause counts
only if it *begins* as a statement ("use X, not Y", "call me …", 记住…, 别用…); what is asked,
supposed, reported from others, meant for this once, quoted or pasted states nothing. In doubt
nothing is found: what is missed can be said again, what is wrongly kept does damage.

What is found is sure or not. Rules hear the same thing at different words: what two of them read in
the same way is nearly always right, what one alone has heard is wrong one time in six. So of most
kinds a statement is sure if a second rule bears it out; who is not sure asks the person.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import islice, pairwise

from stratal.text.english import ACROSS, SOUGHT, RuleSet, trimmed, unanchored
from stratal.text.han_variants import as_mandarin
from stratal.text.own_words import HAN, own_words, sentences
from stratal.text.politeness import before_question, told_politely
from stratal.text.quotation import is_pasted, long_enough
from stratal.text.rules import CHINESE, ENGLISH, RULES
from stratal.text.settling import joined, once_each, settled
from stratal.text.staging import unstaged
from stratal.text.statement_parts import (
    ABOUT_PERSON,
    OF_MANNER,
    Heard,
    Reading,
    Rule,
    Statement,
    StatementKind,
    Told,
)
from stratal.text.titles import STOP, titles_held
from stratal.text.witnesses import is_sure
from stratal.text.wording import CLAUSE, LEAD, OFF_RECORD_HINT, TAIL, Wording
from stratal.text.zh_fences import fenced

__all__ = ["Statement", "StatementKind", "off_record", "statements"]

TEXT_LIMIT = 20_000
"""Characters above which a text was not said but put in."""

SENTENCE_LIMIT = 500
"""Characters above which a sentence is no plain statement."""


def statements(text: str) -> tuple[Statement, ...]:
    """What `text`, one utterance of a person, states outright, in order."""
    if len(text) > TEXT_LIMIT or is_pasted(text):
        return ()
    own = unstaged(own_words(as_mandarin(text)))
    breaths = [one for one in _breaths(own, text) if one[1] - one[0] <= SENTENCE_LIMIT]
    found = [
        statement
        for start, end in breaths
        for statement in _Sentence(text, own, start, _told_until(own, start, end)).statements()
    ]
    return tuple(once_each(_with_pairs(found, text, own, breaths)))


_TASK = re.compile(
    r"^[^\n]{0,60}\b(?:summari[sz]e|translate|proofread|rewrite|rephrase|polish|shorten|correct|"
    r"edit|improve|check|"
    r"review|analy[sz]e|explain|format|fix)\b[^\n]{0,60}:\s*(?:\n|$)|"
    r"^[^\n]{0,60}\b(?:translate|proofread|rewrite|rephrase|paraphrase)\b[^\n:]{0,60}:|"
    r"^[^\n:]{0,20}\b(?:write|draft|compose)\b[^\n:]{0,60}\b(?:bio|letter|e?-?mail|story|poem|"
    r"script|speech|essay|"
    r"post|message|introduction|dialogue|song)\b[^\n:]{0,40}:|"
    r"^[^\n：:]{0,30}(?:翻译|改写|润色|校对|造句|仿写|续写|扩写|缩写)[^\n：:]{0,30}[：:]|"
    r"^[^\n：:]{0,12}(?:写|编|起草)[^\n：:]{0,16}(?:介绍|信(?!息)|邮件|故事|剧本|小说|诗|对白|对话|作文|文案|通知|演讲|简历)"
    r"[^\n：:]{0,16}[：:]|"
    r"^[^\n]{0,30}(?:总结|翻译|润色|改写|校对|整理|概括|缩写|修改|分析|检查|看看)[^\n]{0,30}[：:]\s*\n",
    re.IGNORECASE,
)
"""What is to be worked upon follows, and was not said to be kept: "Summarise this mail:"."""
_BREATH = re.compile(
    r"(?<=[\u4e00-\u9fff]{5})[ \u3000]+(?=[\u4e00-\u9fff]{4})|[\U0001F300-\U0001FAFF](?=\s*\w)"
)


def _breaths(own: str, text: str) -> Iterator[tuple[int, int]]:
    """The sentences of an utterance, also where a space or a smile alone stands between two."""
    task = _TASK.match(own)
    last = len(own) if task is None else task.end()
    for start, stop in sentences(own, text):
        if start >= last:
            return
        end = min(stop, last)
        at = start
        for found in _BREATH.finditer(own, start, end):
            yield at, found.end()
            at = found.end()
        yield at, end


def _with_pairs(
    found: list[Statement], text: str, own: str, breaths: list[tuple[int, int]]
) -> list[Statement]:
    """`found`, and what two sentences say together: "The port isn't 8080. It's 9443."."""
    for (start, _), (after, end) in pairwise(breaths):
        both = own[start:end]
        if len(both) > SENTENCE_LIMIT or not any(one.hint.search(both) for one in ACROSS):
            continue
        if HAN.search(both):
            continue
        for one in _Sentence(text, own, start, end).across(after - start):
            within = [known for known in found if known.start >= start and known.end <= end]
            rest = [known for known in found if known not in within]
            found = sorted([*rest, *joined(within, one)], key=lambda known: known.start)
    return found


def _told_until(own: str, start: int, end: int) -> int:
    until = before_question(own[start:end])
    return end if until is None else start + until


def off_record(text: str) -> bool:
    """Whether the person asks not to remember `text` ("don't save this", 这个别记)."""
    return OFF_RECORD_HINT.search(text) is not None and any(
        statement.kind is StatementKind.OFF_RECORD for statement in statements(text)
    )


def _starts(words: str) -> Iterator[int]:
    yield 0
    for boundary in CLAUSE.every(words):
        yield boundary.end()


def _after_lead(words: str, start: int) -> tuple[int, ...]:
    """Where a clause that begins at `start` may say its thing: behind what leads up to it.

    The farthest first: a word that leads up may as well belong to what is said ("no emojis").
    """
    lead = LEAD.match(words, start)
    if lead is None:
        return (start,)
    end = lead.end()
    within = (at for at in range(end - 1, start, -1) if words[at - 1] in _APART)
    inside = islice((at for at in within if words[at] not in _APART), _WITHIN_LEAD)
    return tuple(dict.fromkeys((end, *inside, start)))


_ACTING = frozenset((StatementKind.STANDING_ORDER, StatementKind.PERMISSION))
_LATIN = re.compile("[A-Za-z]")
_TRIED = 8
"""Matches of one rule that are looked at in a sentence."""
_APART = " ,，:：、"
_WITHIN_LEAD = 3
"""Places tried among the words that lead up."""


def places(words: str) -> Iterator[int]:
    for start in _starts(words):
        yield from _after_lead(words, start)


_SOUGHT = {
    kind: tuple(rule for rules in (*SOUGHT, *ACROSS) for rule in rules.rules if rule.kind is kind)
    for kind in StatementKind
}


def _spoken(sentence: str) -> tuple[Rule, ...]:
    """What a sentence with Chinese characters may say, and in which words."""
    return RULES if _LATIN.search(sentence) else CHINESE


class _Sentence:
    """One sentence of an utterance, and where it stands in it."""

    def __init__(self, text: str, own: str, start: int, end: int) -> None:
        self._text = text
        self._own = own
        self._start = start
        self._end = end
        self._chinese = HAN.search(own, start, end) is not None
        self._rules = ENGLISH if not self._chinese else _spoken(own[start:end])
        self._heard = Heard(told_politely(titles_held(own[start:end])))

    def statements(self) -> list[Statement]:
        found: list[Statement] = []
        reached = 0
        for start in _starts(self._heard.words):
            if start < reached or start > self._heard.said_until:
                continue
            for place in _after_lead(self._heard.words, start):
                one = self._at(place)
                if one is not None:
                    found.append(one[0])
                    reached = one[1]
                    break
        found = settled(found)
        if not self._chinese:
            for each, _ in sorted(self._sought(SOUGHT), key=_in_order):
                found = joined(found, each)
            found = settled(found)
        return [self._narrowed(self._weighed(one), found) for one in found]

    def across(self, middle: int) -> list[Statement]:
        """What is said from before `middle`, where a sentence ends, to behind it."""
        return [
            self._weighed(one)
            for one, (start, end) in self._sought(ACROSS)
            if start < middle and end > middle
        ]

    def _weighed(self, one: Statement) -> Statement:
        return replace(one, sure=is_sure(one, self._text, partial(self._heard_alike, one)))

    def _heard_alike(self, one: Statement, count: int) -> bool:
        """Whether so many rules read the same in this sentence."""
        said = (one.value.casefold(), one.not_value.casefold())
        witnesses: set[int] = set()
        for rule, match in self._heard_of(one.kind):
            reading = None if id(rule) in witnesses else self._read(rule, match)
            if reading is None:
                continue
            read = self._statement(rule, match, reading)
            if (read.value.casefold(), read.not_value.casefold()) == said:
                witnesses.add(id(rule))
                if len(witnesses) == count:
                    return True
        return False

    def _heard_of(self, kind: StatementKind) -> Iterator[tuple[Rule, re.Match[str]]]:
        """Every match of a rule of that kind which its sentence does not take back."""
        words = self._heard.words
        rules = [rule for rule in self._rules if rule.kind is kind]
        for place in places(words):
            for rule in rules:
                match = rule.wording.match(words, place)
                if match is None or rule.unsaid(self._heard, match):
                    continue
                if rule.open_ended or TAIL.match(words, match.end()):
                    yield rule, match
        if self._chinese:
            return
        for rule in _SOUGHT[kind]:
            if rule.hint is None or rule.hint.search(words):
                for match in islice(rule.wording.every(words), _TRIED):
                    if not rule.unsaid(self._heard, match):
                        yield rule, match

    def _sought(self, sets: tuple[RuleSet, ...]) -> list[tuple[Statement, tuple[int, int]]]:
        """What stands anywhere in the sentence, and not only at the begin of a clause."""
        words = self._heard.words
        found: list[tuple[Statement, tuple[int, int]]] = []
        taken: list[tuple[StatementKind, tuple[int, int], tuple[int, int]]] = []
        for rule in (rule for rules in sets if rules.hint.search(words) for rule in rules.rules):
            if rule.hint is not None and not rule.hint.search(words):
                continue
            for match in islice(rule.wording.every(words), _TRIED):
                span, core = match.span(), _core(match)
                if any(
                    _meet(span, whole) if kind is rule.kind else _meet(core, value)
                    for kind, whole, value in taken
                ):
                    continue
                if rule.unsaid(self._heard, match):
                    continue
                reading = self._read(rule, match)
                if reading is not None:
                    taken.append((rule.kind, span, core))
                    found.append((self._statement(rule, match, reading), span))
        return found

    def _narrowed(self, one: Statement, found: list[Statement]) -> Statement:
        """`one`, quoting its own clause alone where the sentence orders or permits something too.

        Else a plain preference would be judged by the order beside it.
        """
        if one.kind in _ACTING or not any(other.kind in _ACTING for other in found):
            return one
        start = self._text.find(one.stated, self._start)
        if start < 0 or not long_enough(one.stated, self._text):
            return one
        return replace(one, quotation=one.stated, start=start, end=start + len(one.stated))

    def _at(self, place: int, *, within: bool = False) -> tuple[Statement, int] | None:
        """The statement that begins at `place`, and where it ends."""
        for rule in self._rules:
            match = rule.wording.match(self._heard.words, place)
            if match is None or rule.unsaid(self._heard, match):
                continue
            if rule.kind is StatementKind.REMEMBER:
                inner = None if within else self._within(match.start("value"))
                if inner is not None:
                    return inner
            if not rule.open_ended and not TAIL.match(self._heard.words, match.end()):
                continue
            reading = self._read(rule, match)
            if reading is not None:
                return self._statement(rule, match, reading), match.end()
        return None

    def _read(self, rule: Rule, match: re.Match[str]) -> Reading | None:
        told = Told(heard=self._heard, match=match)
        reading = rule.read(told)
        if reading is None:
            return None
        if self._chinese:
            reading = fenced(rule.kind, reading, told)
        elif unanchored(rule.kind, told, reading):
            return None
        else:
            reading = trimmed(rule.kind, reading, told)
        if rule.kind is StatementKind.CORRECTION and not _puts_right(reading, self._heard.words):
            return None
        return reading

    def _within(self, start: int) -> tuple[Statement, int] | None:
        """What "remember that …" is followed by, if that is a statement of its own."""
        for place in _after_lead(self._heard.words, start):
            one = self._at(place, within=True)
            if one is not None and one[0].kind not in _NOT_WITHIN:
                return one
        return None

    def _statement(self, rule: Rule, match: re.Match[str], reading: Reading) -> Statement:
        start, end = self._quoted()
        said_from = self._start + match.start()
        said_until = self._start + (
            match.end() if rule.open_ended else min(match.end(), self._heard.said_until)
        )
        return Statement(
            kind=rule.kind,
            attribute=reading.attribute.replace(STOP, "."),
            value=self._as_said(reading.value.strip(), match.start()),
            not_value=self._as_said(reading.not_value.strip(), match.start()),
            reason="" if rule.open_ended else self._as_said(self._heard.reason),
            about_work=self._about_work(rule, reading),
            corrects=reading.corrects,
            stated=self._text[said_from:said_until].strip(" ,，"),
            quotation=self._text[start:end],
            start=start,
            end=end,
        )

    def _as_said(self, words: str, since: int = 0) -> str:
        """`words`, which were read in plain Mandarin, in the characters in which they were said."""
        at = self._heard.words.find(words, since)
        at = self._heard.words.find(words) if at < 0 else at
        if at < 0 or words.isascii():
            return words.replace(STOP, ".")
        return self._text[self._start + at : self._start + at + len(words)]

    def _about_work(self, rule: Rule, reading: Reading) -> bool:
        told = rule.about_work if reading.about_work is None else reading.about_work
        if rule.kind in ABOUT_PERSON:
            return False
        if rule.kind in OF_MANNER:
            return told or self._heard.within_work
        if self._heard.of_work:
            return True
        return told and not self._heard.everywhere

    def _quoted(self) -> tuple[int, int]:
        """The sentence, and if it is too short to be evidence, its neighbours with it."""
        start, end = self._start, self._end
        others = list(sentences(self._own, self._text))
        while not long_enough(self._text[start:end], self._text):
            before = [one for one in others if one[1] <= start]
            after = [one for one in others if one[0] >= end]
            if before:
                start = before[-1][0]
            elif after:
                end = after[0][1]
            else:
                return 0, len(self._text)
        return start, end


def _puts_right(reading: Reading | None, words: str) -> bool:
    """Whether a correction names two things: "nope, not yet" and "not just a hobby" name none."""
    if reading is None or _NOT_ONLY.search(words):
        return False
    named = (one.strip(" .!。！").casefold() for one in (reading.value, reading.not_value))
    return not any(one in _NO_THINGS for one in named)


_NOT_ONLY = Wording(r"\bnot (?:just|only|merely|simply|so much)\b|不(?:仅仅?|只|光|单)是?")
_NO_THINGS = frozenset(
    "yes yep yeah no nope nah ok okay sure soon yet now then today tonight ever really just only"
    " here there this that it always never 是 是的 不 不是 没 没有 对 好 好的 现在 还 还没 今天"
    " 这样 那样 以后".split()
)


def _in_order(sought: tuple[Statement, tuple[int, int]]) -> int:
    """Forms of answers as they are told: of several the first says what is wished."""
    return sought[1][0] if sought[0].kind is StatementKind.FORMAT else -1


def _core(match: re.Match[str]) -> tuple[int, int]:
    """Where the value of a match stands, or all of it if it names none."""
    for part in ("value", "food", "other"):
        if match.groupdict().get(part) is not None:
            return match.span(part)
    return match.span()


def _meet(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] < other[1] and other[0] < one[1]


_NOT_WITHIN = (StatementKind.REMEMBER, StatementKind.COMMITMENT, StatementKind.CORRECTION)
"""What "remember that …" is not: who says so wants the words themselves to be kept."""
