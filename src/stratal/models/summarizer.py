"""The port to summarizers, the one that needs no model, and the one that asks a model.

A summarizer is given messages and the summary of all that came before them, and answers with one
text that tells of both. It is not trusted: what must not be lost is checked afterwards, and an
answer that is none costs nothing. So a summarizer may be simple.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from stratal.core.messages import Role
from stratal.errors import ModelUnavailable
from stratal.models.language import Ending, LanguageModel, ModelRequest
from stratal.models.prompts import prompt
from stratal.text.counting import estimate_tokens
from stratal.text.critical import critical_spans
from stratal.text.fence import wrap
from stratal.text.languages import language_of
from stratal.text.own_words import sentences
from stratal.text.quotation import fold
from stratal.text.wording import Wording


@dataclass(frozen=True, kw_only=True, slots=True)
class Passage:
    """A message, or a piece of one, as a summarizer is given it: without secrets and thinking."""

    id: str
    """The message's."""
    role: Role
    speaker: str | None
    text: str

    @property
    def line(self) -> str:
        """The passage as it is shown: who, and what."""
        return f"{self.speaker or self.role.value}: {self.text}"

    @property
    def tokens(self) -> int:
        return _FRAME + estimate_tokens(self.line)


_FRAME = 4
"""Of a message, as everywhere."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SummaryRequest:
    """What is to be told in fewer words."""

    messages: tuple[Passage, ...]
    """In order; one at least."""
    earlier: str
    """The summary of what came before, which the answer replaces; empty if there is none."""
    limit: int
    """Tokens that the answer should have at most. What is longer is cut at a sentence."""

    @property
    def tokens(self) -> int:
        """What the summarizer is given."""
        return estimate_tokens(self.earlier) + sum(one.tokens for one in self.messages)


class Summarizer(Protocol):
    """Tells messages in fewer words. Called from many threads, never inside a transaction.

    What it keeps: the goal, decisions with their reasons, open questions, preferences, results.
    A summarizer that cannot answer raises `ModelUnavailable`. It may take its time; whoever waits
    for it does not wait for ever.
    """

    @property
    def name(self) -> str:
        """What the record calls it: a model with its version, say."""
        ...

    @property
    def window(self) -> int:
        """Tokens that it can be given at once, its own instructions aside."""
        ...

    def summarize(self, request: SummaryRequest) -> str:
        """One text that tells of `request.messages` and of what `request.earlier` told."""
        ...


class ExtractiveSummarizer:
    """Picks sentences as they were said, without a model; it ends always, and says what it is.

    What the user said comes before what the assistant said, and both before what tools answered;
    decisions, open questions and preferences, critical spans, and a place at the beginning or the
    end of the exchange count in favour of a sentence. A summary of its own is taken apart again and
    competes with what is new, so that what mattered stays.
    """

    name = "extractive"
    window = 100_000

    def summarize(self, request: SummaryRequest) -> str:
        """The best sentences within the limit, in their order, a line each."""
        sayings = [*_earlier(request.earlier), *_said(request.messages)]
        # Courtesies, and only they, are worth less than nothing.
        sayings = [one for one in sayings if one.score >= 0] or sayings
        told: set[str] = set()
        chosen: list[_Saying] = []
        room = request.limit
        for one in sorted(sayings, key=lambda one: (-one.score, -one.place)):
            cost = estimate_tokens(f"{one.line}\n")
            if one.folded not in told and cost <= room:
                told.add(one.folded)
                chosen.append(one)
                room -= cost
        if not chosen and sayings:
            chosen = [max(sayings, key=lambda one: one.score)]
        return "\n".join(one.line for one in sorted(chosen, key=lambda one: one.place))


@dataclass(frozen=True, kw_only=True, slots=True)
class _Saying:
    """A sentence, by whom it was said, and what it is worth."""

    place: int
    who: str
    text: str
    score: float

    @property
    def line(self) -> str:
        return f"- {self.who}: {self.text}" if self.who else f"- {self.text}"

    @property
    def folded(self) -> str:
        return fold(self.text).casefold()


_LINE = re.compile(r"^- (?:([^:\n]{1,80}): )?(.+)$")
_LONGEST = 240
"""Characters of a sentence that are shown."""
_DECIDES = Wording(
    r"\b(?:decid\w+|decision|agreed?|we(?:'ll| will)|let's|chose|chosen|choose|going with|settled|"
    r"approved|final(?:ly)?|because|so that|conclusion|result|turns? out|fixed|done|works?)\b"
    r"|决定|敲定|选定|选用|采用|定下|就用|改用|改成|确定|同意|批准|结论|原因|因为|所以|已经|完成|搞定|修好"
)
_PREFERS = Wording(
    r"\b(?:prefer\w*|always|never|please|must|don['’]?t|do not|want|need|goal|remember|use|like)\b"
    r"|喜欢|偏好|总是|一直|不要|别用|必须|希望|想要|需要|目标|记住|以后|请"
)
_ASKS = Wording(
    r"[?？]\s*$|\b(?:open question|todo|tbd|not sure|unclear|waiting for|later|next step)\b"
    r"|待定|未定|还没|不确定|等待|下一步|之后再|问题"
)
_FAILS = Wording(
    r"\b(?:error|fail\w*|exception|denied|timed? ?out|refused)\b|错误|失败|异常|超时|拒绝"
)
COURTESY = Wording(
    r"^\W*(?:(?:hi|hello|hey|thanks?(?: you)?(?: so much| a lot)?|thank you|thx|ok(?:ay)?|sure|"
    r"great|perfect|cool|nice|good (?:morning|afternoon|evening|day|job|work)|got it|sounds good|"
    r"bye|goodbye|see you|you['’]?re welcome|no problem|sorry(?: about that)?|(?:i |my )?apolog\w+"
    r"(?: for (?:that|the \w+))?|of course|certainly|absolutely|yes|no worries|there|everyone|all)"
    r"\W*){1,6}$"
    r"|^\W*(?:(?:你好|您好|嗨|早上好|下午好|晚上好|谢谢(?:你|您)?|多谢|感谢|好的?|行|嗯+|收到|明白了?|"
    r"没问题|不客气|抱歉|对不起|不好意思|再见|拜拜|辛苦了?|可以|没事|太好了|了解)[\W吧啊呀哦了]*){1,6}$"
)
"""A message or sentence that is polite, and says nothing else."""
_BY_ROLE = {Role.USER: 2.0, Role.ASSISTANT: 1.0, Role.TOOL: 0.0, Role.SYSTEM: 0.5}


def _earlier(summary: str) -> Iterator[_Saying]:
    """The sentences of the summary so far, before all that is new."""
    place = -1_000_000
    for text in summary.splitlines():
        found = _LINE.match(text)
        who, said = (found[1] or "", found[2]) if found else ("", text.strip())
        for sentence in [said] if found else _sentences(said):
            role = Role.USER if who == Role.USER else Role.ASSISTANT
            yield _Saying(place=place, who=who, text=sentence, score=_worth(sentence, role) + 0.25)
            place += 1


def _said(messages: Sequence[Passage]) -> Iterator[_Saying]:
    place = 0
    goal_is_open = True
    for at, message in enumerate(messages):
        found = list(_sentences(message.text))
        if message.role is Role.TOOL:
            # What a tool answers is long: how it begins and ends tells most.
            found = [*found[:1], *found[1:][-1:]]
        for number, sentence in enumerate(found):
            score = _worth(sentence, message.role)
            if number in (0, len(found) - 1):
                score += 0.5
            if message.role is Role.USER and goal_is_open and not COURTESY.search(sentence):
                score += 2.0
                goal_is_open = False
            if at >= len(messages) - 2:
                score += 0.5
            who = message.speaker or message.role.value
            yield _Saying(place=place, who=who, text=sentence, score=score)
            place += 1


def _sentences(text: str) -> Iterator[str]:
    for start, end in sentences(text, text):
        said = " ".join(text[start:end].split())
        if any(character.isalnum() for character in said):
            yield said if len(said) <= _LONGEST else f"{said[: _LONGEST - 1]}…"


def _worth(sentence: str, role: Role) -> float:
    score = _BY_ROLE[role]
    if COURTESY.search(sentence):
        return score - 4.0
    score += 1.5 * bool(_DECIDES.search(sentence))
    score += 1.5 * bool(_PREFERS.search(sentence))
    score += 1.0 * bool(_ASKS.search(sentence))
    score += 1.0 * bool(_FAILS.search(sentence))
    spans = critical_spans(sentence, by_user=role is Role.USER)
    return score + min(1.5, 0.5 * len(spans))


class ModelSummarizer:
    """Has a language model tell it. What it must not lose is checked by whoever asks, as always."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model
        self.name = f"{model.name} {prompt('summarize').name}/{prompt('summarize').version}"
        self.window = max(_LEAST_WINDOW, model.window - _INSTRUCTIONS)

    def summarize(self, request: SummaryRequest) -> str:
        """What the model tells. Raises `ModelUnavailable` also where it refused or broke off."""
        said = "\n".join(one.line for one in request.messages)
        parts = [wrap("earlier", {}, request.earlier)] if request.earlier else []
        text = "\n".join([*parts, wrap("messages", {}, said)])
        words = prompt("summarize", language_of(text))
        reply = self._model.answer(
            ModelRequest(
                instructions=words.text.replace("{limit}", str(request.limit)),
                text=text,
                # A model counts otherwise than we do, and half a summary is none.
                limit=4 * request.limit + 200,
            )
        )
        if reply.ending is not Ending.WHOLE:
            raise ModelUnavailable(self._model.name, f"gave no whole summary ({reply.ending})")
        return reply.text


_INSTRUCTIONS = 1_000
"""Tokens that the words of the prompt take."""
_LEAST_WINDOW = 1_000
