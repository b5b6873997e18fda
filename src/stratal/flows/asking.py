"""A question, and the store that answers it: facts, times, meanings, lists, causes, what was said.

A ranking answers a question of meaning and no other. "List my preferences" wants every row, "how
often" a count, "when last" the order of time, "what did I just say" the end of the conversation. So
the wording of the question decides (`stratal.text.questions`) where the answer is read and whether
it is ranked, and the answer says which, and what it did not look at.

Nothing here calls a language model: what is found is given, with its dates, for whoever asked to
read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from stratal.core.checks import whole
from stratal.core.events import ATTEMPT_FAILED, Event
from stratal.core.messages import Message, Role
from stratal.core.records import Kind, Layer, Record
from stratal.core.tasks import TaskStatus
from stratal.errors import InvalidValue
from stratal.flows.recall import recall
from stratal.flows.recalling.hits import Hit, Reason, Recall
from stratal.layers import events as time_line
from stratal.layers.access import Access
from stratal.layers.cold import cooled_by_rule
from stratal.layers.conversation import Conversation
from stratal.layers.events import Events
from stratal.layers.knowledge import Knowledge
from stratal.layers.memories import Memories
from stratal.layers.profile import Profile
from stratal.layers.recording.index import search_text
from stratal.layers.task import Task
from stratal.layers.tasks import Tasks
from stratal.models.embedder import Embedder
from stratal.storage import events as stored_events
from stratal.storage import search
from stratal.text.questions import Aspect, Intent, Question, read_question
from stratal.text.time_ranges import BEGINNING, TimeRange
from stratal.text.tokens import query_terms
from stratal.text.tokens import terms as terms_of

MOST = 1_000
"""Results that one answer can have, but for a list: that is complete."""
_RECENT = timedelta(days=7)
_SAID = 4
"""Messages given for what was just said."""
_FAILURES = 200
_TIMED = (Layer.MEMORIES, Layer.EVENTS, Layer.CONVERSATION)


@dataclass(frozen=True, kw_only=True, slots=True)
class Answered:
    """What was found for one question, where, and why there."""

    hits: tuple[Hit, ...]
    """In the order of time where time or cause was asked for, as kept for a list, else ranked."""
    intent: Intent
    why: str
    """A sentence: which words decided, and what was read."""
    reason: Reason
    complete: bool = False
    """Every row was read, nothing ranked: what is not here is not stored."""
    during: TimeRange | None = None
    """The time that was asked about, or taken."""
    count: int | None = None
    """How many times, where that was asked."""
    notes: tuple[str, ...] = ()


def ask(
    access: Access,
    text: str,
    *,
    embedder: Embedder | None,
    conversation: Conversation,
    most: int = 50,
) -> Answered:
    """What the stores have for a question, at most `most` things where it is no list.

    Raises `InvalidValue` for an empty question.
    """
    if not text.strip():
        raise InvalidValue("question", text, "is empty: say what to look for")
    now = access.now().astimezone(access.time_zone)
    asking = _Asking(
        access=access,
        question=read_question(text, now, access.time_zone),
        embedder=embedder,
        conversation=conversation,
        most=whole("most", most, 1, MOST),
    )
    answers: dict[Intent, Callable[[], Answered]] = {
        Intent.FACT: asking.fact,
        Intent.TIME: asking.time,
        Intent.MEANING: asking.meaning,
        Intent.ALL_OF: asking.all_of,
        Intent.WINDOW: asking.window,
        Intent.CAUSE: asking.cause,
    }
    return answers[asking.question.intent]()


@dataclass(frozen=True, kw_only=True, slots=True)
class _Asking:
    access: Access
    question: Question
    embedder: Embedder | None
    conversation: Conversation
    most: int

    def meaning(self, *notes: str) -> Answered:
        """Memories and documents, ranked."""
        found = self._recall(
            self.question.text,
            (Layer.MEMORIES, Layer.KNOWLEDGE),
            k=min(self.most, self.access.policy.recall_limit),
        )
        return self._answer(
            found.hits,
            "memories and documents by meaning",
            reason=found.reason,
            notes=(*notes, *found.notes),
        )

    def fact(self) -> Answered:
        """The facts of the profile that the question names; memories where it has none.

        One that went out of use by rule is offered, marked, where nothing in use is named.
        """
        profile = Profile(access=self.access)
        best = self._asked_for(profile.facts())
        if best:
            self._count(best)
            hits = [_of_record(fact, f"{fact.key} in the profile") for fact in best]
            return self._answer(hits, "the profile", complete=True)
        asked = set(query_terms(self.question.text))
        offered = [
            one
            for one in self._asked_for([one for one in profile.cold() if cooled_by_rule(one)])
            if _names(self.question.text, one.key) or not asked.isdisjoint(terms_of(one.key))
        ]
        if offered:
            self._count(offered)
            why = "in the profile until nobody had asked for it; restore it if it still holds"
            hits = [_of_record(fact, f"{fact.key}: {why}") for fact in offered]
            notes = ("out of use: ask whether it still holds",)
            return self._answer(hits, "the profile, what is out of use", notes=notes)
        return self.meaning("nothing in the profile answers: looked in memories and documents")

    def _asked_for(self, facts: Sequence[Record]) -> list[Record]:
        """Those whose key the question names; else those that share words with it."""
        asked = set(query_terms(self.question.topic)) | set(query_terms(self.question.text))
        found = []
        for fact in facts:
            named = _names(self.question.text, fact.key)
            shared = asked.intersection(terms_of(f"{fact.key} {fact.content}"))
            if named or shared:
                found.append((not named, -len(shared), fact.key, fact))
        found.sort(key=lambda one: one[:3])
        return [fact for *_, fact in [one for one in found if not one[0]] or found]

    def _count(self, facts: Sequence[Record]) -> None:
        """These facts were asked for."""
        access = self.access
        if access.uses is not None:
            access.uses.used(access.tenant, Layer.PROFILE, [one.id for one in facts], access.now())

    def window(self) -> Answered:
        """The last messages before the question, oldest first."""
        last = self.conversation.last(_SAID + 1)
        text = self.question.text.strip()
        if last and last[-1].role is Role.USER and last[-1].said.strip() == text:
            last = last[:-1]
        hits = [
            _of_message(one, "just said", self.access)
            for one in last[-_SAID:]
            if one.said.strip() and not one.secrets
        ]
        return self._answer(hits, "the end of this conversation", complete=True)

    def cause(self) -> Answered:
        """Failed attempts, the last one first."""
        events = Events(access=self.access).last(_FAILURES, kind=ATTEMPT_FAILED)
        during = self.question.during
        if during is not None:
            events = [one for one in events if during.meets(*one.span(self.access.time_zone))]
        topic = set(query_terms(self.question.topic)) if self.question.topic else set()
        shared = {
            one.id: len(topic.intersection(terms_of(f"{one.text} {one.data.get('cause', '')}")))
            for one in events
        }
        best = max(shared.values(), default=0)
        chosen = [one for one in events if shared[one.id] == best]
        hits = [_of_event(one, self.access, _cause(one)) for one in reversed(chosen)]
        if hits:
            return self._answer(hits[: self.most], "failed attempts, the last first", during=during)
        found = self._recall(self.question.text, _TIMED, during=during)
        return self._answer(
            sorted(found.hits, key=_at, reverse=True),
            "events, memories and messages",
            reason=found.reason,
            notes=("no failed attempt is on record", *found.notes),
            during=during,
        )

    def all_of(self) -> Answered:
        """Every row of the kind that is named, and of those the ones that hold the words left."""
        rows, what = self._rows()
        left = _KINDS.sub(" ", self.question.topic).strip()
        topic = set(query_terms(left)) if left else set()
        held = [one for one in rows if not topic.isdisjoint(terms_of(_words(one)))]
        notes: tuple[str, ...] = ()
        if topic and held:
            others = len(rows) - len(held)
            notes = (f"{others} more of the kind do not say {left!r}",) if others else ()
        elif topic and rows:
            notes = (f"none says {left!r}: all of the kind are given",)
        return self._answer(held or rows, f"every row of {what}", complete=True, notes=notes)

    def time(self) -> Answered:
        """What was when: in a span, or by its order."""
        match self.question.aspect:
            case Aspect.COUNT | Aspect.LATEST | Aspect.FIRST:
                return self._by_order()
            case Aspect.WHEN:
                found = self._recall(self.question.text, _TIMED)
                return self._answer(
                    sorted(found.hits, key=_at),
                    "what speaks of it, in the order of time",
                    reason=found.reason,
                    notes=found.notes,
                )
            case Aspect.BEFORE | Aspect.AFTER:
                return self._beside_event()
        if self.question.during is not None:
            return self._span(self.question.during)
        now = self.access.now().astimezone(UTC)
        recent = TimeRange(since=now - _RECENT, before=now + timedelta(microseconds=1), said="")
        return self._span(recent, "no time is named that can be told: the last 7 days were taken")

    def _span(self, during: TimeRange, *notes: str) -> Answered:
        """Everything of a span, or what of it bears on the topic, in the order of time."""
        topic = self.question.topic
        happened = Events(access=self.access).between(during.since, during.before)
        hits = [_of_event(one, self.access) for one in happened]
        hits += [
            _of_record(one, f"holds since {one.state.valid_from.date().isoformat()}")
            for one in Memories(access=self.access).visible().seen
            if one.state.valid_from in during
        ]
        kept = [hit for hit in hits if self._bears(hit)] if topic else hits
        said = self._recall(
            topic or self.question.text,
            _TIMED,
            k=self.most,
            during=during,
            everything=not topic,
        )
        known = {hit.id for hit in kept}
        together = [*kept, *(hit for hit in said.hits if hit.id not in known)]
        if not together and hits:
            together = hits
            notes = (*notes, f"nothing of that time says {topic!r}: all of it is given")
        left = len(together) - self.most
        more = (f"{left} more of that time are left out",) if left > 0 else ()
        return self._answer(
            sorted(together[: self.most], key=_at),
            "events, memories and messages of that time, in its order",
            during=during,
            notes=(*notes, *more, *said.notes),
        )

    def _bears(self, hit: Hit) -> bool:
        asked = set(query_terms(self.question.topic))
        return not asked.isdisjoint(terms_of(_words(hit)))

    def _by_order(self) -> Answered:
        """The first, the last, or how many: of events that say so, else of messages."""
        during = self.question.during
        hits = [_of_event(one, self.access) for one in self._events_of(self.question.topic)]
        where, notes = "the time line", []
        if not hits:
            found = self._recall(
                self.question.topic or self.question.text,
                (Layer.MEMORIES, Layer.CONVERSATION),
                k=self.most,
                during=during,
            )
            hits = [hit for hit in found.hits if self._bears(hit)] or list(found.hits)
            where = "memories and messages"
            notes = ["no event on the time line says so", *found.notes]
        if during is not None:
            hits = [hit for hit in hits if self._within(hit, during)]
        hits.sort(key=_at)
        count = None
        if self.question.aspect is Aspect.COUNT:
            count = len(hits)
            hits = hits[-self.most :]
        elif hits:
            hits = [hits[0] if self.question.aspect is Aspect.FIRST else hits[-1]]
        return self._answer(
            hits,
            f"{where}, by time",
            complete=where == "the time line",
            during=during,
            count=count,
            notes=tuple(notes),
        )

    def _beside_event(self) -> Answered:
        """Before or after something that happened, if the time line knows it."""
        known = self._events_of(self.question.event)
        if not known:
            found = self._recall(self.question.text, _TIMED)
            return self._answer(
                sorted(found.hits, key=_at),
                "what speaks of it, in the order of time",
                reason=found.reason,
                notes=(f"no event on the time line is {self.question.event!r}", *found.notes),
            )
        since, until = known[-1].span(self.access.time_zone)
        now = self.access.now().astimezone(UTC) + timedelta(microseconds=1)
        if self.question.aspect is Aspect.BEFORE:
            during = TimeRange(since=BEGINNING, before=since, said=self.question.event)
        else:
            during = TimeRange(since=until, before=max(now, until), said=self.question.event)
        if during.since >= during.before:
            return self._answer([], "the time after it", during=during)
        day = since.astimezone(self.access.time_zone).date().isoformat()
        return self._span(
            during, f"{self.question.event!r} is the event of {day}: {known[-1].text}"
        )

    def _events_of(self, words: str) -> list[Event]:
        """The events that share most words with these, and at least a third of them, in order."""
        asked = query_terms(words) if words.strip() else []
        if not asked:
            return []
        access = self.access
        with access.database.read(access.tenant) as tx:
            space = search.find_space(tx, Layer.EVENTS, str(access.own_scope))
            if space is None:
                return []
            found = search.keyword_candidates(tx, [space], asked, limit=search.SCORED)
            best = max((len(one.terms) for one in found), default=0)
            if 3 * best < len(asked):
                return []
            ids = [one.place.item for one in found if len(one.terms) == best]
            events = stored_events.by_ids(tx, access.user, ids).values()
        standing = [one for one in events if not one.retracted]
        return sorted(standing, key=lambda one: one.span(access.time_zone))

    def _within(self, hit: Hit, during: TimeRange) -> bool:
        if hit.event is not None:
            return during.meets(*hit.event.span(self.access.time_zone))
        return hit.at in during

    def _rows(self) -> tuple[list[Hit], str]:
        """Every row of what the question names, and what that is."""
        text, access = self.question.text, self.access
        if _TASKS.search(text):
            status = TaskStatus.OPEN if _OPEN.search(text) else None
            return [_of_task(one) for one in Tasks(access).list(status)], "the tasks"
        if _DOCUMENTS.search(text):
            return [
                Hit(
                    id=one.id,
                    layer=Layer.KNOWLEDGE,
                    text=one.name,
                    score=0.0,
                    parts={},
                    why=f"document of {one.scope}",
                    at=one.created_at,
                )
                for one in Knowledge(access=access).documents()
            ], "the documents"
        if _EVENTS.search(text):
            events = Events(access=access)
            return [_of_event(one, access) for one in events if not one.retracted], "the events"
        kinds = {kind for kind, words in _OF_KIND.items() if words.search(text)}
        seen = Memories(access=access).visible().seen
        kept = [one for one in seen if not kinds or one.kind in kinds]
        facts: Sequence[Record] = ()
        if not kinds or kinds & {Kind.PREFERENCE, Kind.FACT}:
            facts = Profile(access=access).facts()
        hits = [_of_record(one, f"{one.key} in the profile") for one in facts]
        hits += [_of_record(one, f"{one.kind.value} of {one.scope}") for one in kept]
        named = ", ".join(sorted(kind.value for kind in kinds)) or "any kind"
        return hits, f"the profile and memories ({named})"

    def _recall(
        self,
        query: str,
        layers: Sequence[Layer],
        *,
        k: int | None = None,
        during: TimeRange | None = None,
        everything: bool = False,
    ) -> Recall:
        k = self.access.policy.recall_limit if k is None else k
        hits: list[Hit] = []
        notes: list[str] = []
        reasons = []
        for layer in layers:
            found = recall(
                self.access,
                query,
                embedder=self.embedder,
                k=k,
                layers=[layer],
                during=during,
                everything=everything,
            )
            hits += [hit for hit in found.hits if not self._is_question(hit)]
            notes += found.notes
            reasons.append(found.reason)
        hits.sort(key=lambda hit: (-hit.score, hit.layer, hit.id))
        reason = Reason.FOUND if hits else Reason.NO_MATCH
        if set(reasons) == {Reason.NOTHING_STORED}:
            reason = Reason.NOTHING_STORED
        return Recall(hits=tuple(hits[:k]), reason=reason, notes=tuple(dict.fromkeys(notes)))

    def _is_question(self, hit: Hit) -> bool:
        """Whether it is the question itself, which the host has logged before it asked."""
        return hit.message is not None and hit.text.strip() == self.question.text.strip()

    def _answer(
        self,
        hits: Iterable[Hit],
        read: str,
        *,
        reason: Reason | None = None,
        complete: bool = False,
        during: TimeRange | None = None,
        count: int | None = None,
        notes: tuple[str, ...] = (),
    ) -> Answered:
        found = tuple(hits)
        decided = f"asked by {self.question.why!r}" if self.question.why else "no other sign"
        return Answered(
            hits=found,
            intent=self.question.intent,
            why=f"{self.question.intent.value} ({decided}): {read}",
            reason=Reason.FOUND if found else (reason or Reason.NO_MATCH),
            complete=complete,
            during=during,
            count=count,
            notes=notes,
        )


_KEYS: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...] = tuple(
    (re.compile(asked, re.IGNORECASE), re.compile(key, re.IGNORECASE))
    for asked, key in (
        (
            r"\bname\b|call(?:ed)? me|should (?:you|i be) call|who am i|我叫|称呼|叫我|名字|姓名",
            r"name|名|^address$|称呼",
        ),
        (r"\bcall\b|\baddress me\b|称呼|叫我", r"address|称呼"),
        (r"language|语言|中文|英文", r"language|语言"),
        (r"format|bullet|格式|怎么写", r"format|length|格式"),
        (
            r"\beat|diet|meat|vegetarian|vegan|allerg|吃|饮食|忌口|素|过敏",
            r"diet|allerg|饮食|过敏|忌口",
        ),
        (r"time ?zone|时区", r"time.?zone|时区"),
        (r"\blive|where|city|address|住|哪里|城市", r"city|home|live|location|住|城市"),
        (r"\bjob|profession|work|living|工作|职业", r"job|profession|occupation|work|工作|职业"),
    )
)


def _names(question: str, key: str) -> bool:
    """Whether the question asks for that key in other words than its own."""
    return any(asked.search(question) and named.search(key) for asked, named in _KEYS)


_TASKS = re.compile(r"\btasks?\b|任务|待办", re.IGNORECASE)
_OPEN = re.compile(r"\bopen\b|unfinished|没做完|未完成|没完成|进行中", re.IGNORECASE)
_DOCUMENTS = re.compile(r"\bdocuments?\b|文档|资料", re.IGNORECASE)
_EVENTS = re.compile(r"\bevents?\b|事件|大事", re.IGNORECASE)
_OF_KIND = {
    Kind.PREFERENCE: re.compile(
        r"preferences?|habits?|likes|restrictions?|conventions?|rules?|偏好|习惯|忌口|约定|规矩|规则"
        r"|喜好",
        re.IGNORECASE,
    ),
    Kind.DECISION: re.compile(r"decisions?|decided|决定|决策", re.IGNORECASE),
    Kind.LESSON: re.compile(r"lessons?|takeaways?|教训|经验", re.IGNORECASE),
    Kind.FACT: re.compile(r"\bfacts?\b|事实", re.IGNORECASE),
    Kind.CORRECTION: re.compile(r"corrections?|corrected|纠正|更正", re.IGNORECASE),
    Kind.CASE: re.compile(r"\bcases?\b|案例", re.IGNORECASE),
}
_KINDS = re.compile(
    "|".join(words.pattern for words in (_TASKS, _OPEN, _DOCUMENTS, _EVENTS, *_OF_KIND.values()))
    + r"|\b(?:dietary|stored|kept|written|down|took|taken|repository|repo|project|here|set"
    r"|mentioned|short|now|still|currently|show|complete|relating)\b"
    r"|仓库|项目|这个|这里|现在|存|记|总结|关于|手头|定",
    re.IGNORECASE,
)


def _at(hit: Hit) -> tuple[datetime, str]:
    return hit.at, hit.id


def _words(hit: Hit) -> str:
    if hit.record is not None:
        return search_text(hit.record)
    if hit.event is not None:
        return time_line.search_text(hit.event)
    return hit.text


def _of_record(record: Record, why: str) -> Hit:
    return Hit(
        id=record.id,
        layer=record.layer,
        text=record.content,
        score=0.0,
        parts={},
        why=why,
        at=record.state.valid_from,
        record=record,
    )


def _of_event(event: Event, access: Access, why: str = "") -> Hit:
    told = time_line.told(event, access.time_zone)
    return Hit(
        id=event.id,
        layer=Layer.EVENTS,
        text=event.text,
        score=0.0,
        parts={},
        why=f"{told}; {why}" if why else told,
        at=event.span(access.time_zone)[0],
        event=event,
    )


def _of_message(message: Message, why: str, access: Access) -> Hit:
    who = message.speaker or message.role.value
    said = message.said_at.astimezone(access.time_zone).isoformat(timespec="minutes")
    return Hit(
        id=message.id,
        layer=Layer.CONVERSATION,
        text=message.said,
        score=0.0,
        parts={},
        why=f"{why} by {who} at {said}",
        at=message.said_at,
        message=message,
    )


def _of_task(task: Task) -> Hit:
    made = task.checkpoint
    return Hit(
        id=task.id,
        layer=Layer.TASK,
        text=task.state.goal or task.id,
        score=0.0,
        parts={},
        why=f"task {task.id}, {task.status.value}",
        at=made.at,
    )


def _cause(event: Event) -> str:
    cause = event.data.get("cause")
    return f"because {cause}" if isinstance(cause, str) and cause else ""
