from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest

from stratal import (
    Done,
    Kind,
    Memory,
    Outcome,
    Principal,
    Role,
    Session,
    Source,
    TimeOrderedIds,
    default_policy,
)
from stratal.core.messages import NewMessage
from stratal.core.records import Record, Topic
from stratal.storage.database import Database
from stratal.testing.clock import ManualClock

Open = Callable[..., Session]
LATER = timedelta(minutes=1)
SCOPES = ("user:ana", "repo:trip-miniapp")


@pytest.fixture
def opened(database: Database, clock: ManualClock) -> Iterator[Open]:
    """`opened()`: a session of ana's that writes to repo:trip-miniapp, if nothing else is said."""
    memory = Memory(
        database,
        policy=default_policy(),
        embedder=None,
        clock=clock,
        ids=TimeOrderedIds(clock),
    )

    def session(scopes: tuple[str, ...] = SCOPES) -> Session:
        return memory.session(
            Principal(tenant="acme", user="ana"), id="monday", scopes=list(scopes)
        )

    yield session
    memory.close()


@pytest.fixture
def session(opened: Open) -> Session:
    return opened()


def says(session: Session, text: str) -> list[Outcome]:
    """What became of the statements of `text`."""
    return session.add(text)[1:]


def only(outcomes: list[Outcome]) -> Outcome:
    [outcome] = outcomes
    return outcome


def memory_of(session: Session, outcome: Outcome) -> Record:
    assert outcome.id is not None
    return session.memories.get(outcome.id)


def fact(session: Session, key: str) -> str:
    [record] = session.profile.values(key)
    return record.content


def kept(session: Session) -> int:
    """How much the profile and the memories hold, waiting things included."""
    layers = (session.profile, session.memories)
    waiting = sum(len(layer.pending()) for layer in layers)
    return len(session.profile.facts()) + len(session.memories.entries()) + waiting


@pytest.mark.parametrize(
    ("said", "content"),
    [
        ("This project uses pnpm, not npm.", "Use pnpm, not npm"),
        ("use pnpm, not npm", "Use pnpm, not npm"),
        ("In this repo use pnpm instead of npm", "Use pnpm instead of npm"),
        ("switch to pnpm", "Use pnpm"),
        ("这个项目用 pnpm，别用 npm", "用 pnpm，不用 npm"),
        ("我们已经从 npm 换成 pnpm 了", "用 pnpm，代替 npm"),
        ("改用 pnpm", "用 pnpm"),
    ],
)
def test_a_preference_about_the_work(session: Session, said: str, content: str) -> None:
    """It becomes a pinned memory of the scope, in the person's language, with their exact words."""
    outcome = only(says(session, said))
    record = memory_of(session, outcome)
    assert outcome.done is Done.STORED
    assert (record.content, record.kind) == (content, Kind.PREFERENCE)
    assert str(record.scope) == "repo:trip-miniapp"
    assert record.topic == Topic(subject="trip-miniapp", attribute="package manager")
    assert record.source is Source.USER_EXPLICIT
    assert record.state.pinned
    assert record.evidence[0].quotation == said
    assert session.profile.facts() == []


def test_a_reason_is_kept(session: Session) -> None:
    """The why of a preference goes with it, apart from its content."""
    says_so = "In this repo use pnpm, not npm, because the lockfile is shared."
    record = memory_of(session, only(says(session, says_so)))
    assert record.content == "Use pnpm, not npm"
    assert record.state.reason_given == "the lockfile is shared"


def test_a_change_of_mind_supersedes(session: Session, clock: ManualClock) -> None:
    """The newer tool of a family takes the place of the older, in whatever words and language."""
    first = only(says(session, "这个项目用 pnpm，别用 npm"))
    clock.advance(LATER)
    second = only(says(session, "Let's switch to bun in this project."))
    assert second.done is Done.SUPERSEDED
    assert second.closed == (first.id,)
    assert [record.content for record in session.memories.pinned()] == ["Use bun"]


def test_tools_of_no_family_meet_by_their_names(session: Session, clock: ManualClock) -> None:
    """The names tell that "X, not Y" and later "Z, not X" are about one thing."""
    first = only(says(session, "In this repo use Foo, not Bar."))
    clock.advance(LATER)
    second = only(says(session, "From now on use Baz, not Foo."))
    assert second.closed == (first.id,)
    clock.advance(LATER)
    assert only(says(session, "In this repo use Qux, not Quux.")).done is Done.STORED


def test_an_exclusion_loses_nothing(session: Session, clock: ManualClock) -> None:
    """ "Not Y" keeps the X that is in use, adds up with "not Z", and ends an X that is excluded."""
    says(session, "don't use npm in this project")
    clock.advance(LATER)
    both = only(says(session, "don't use yarn in this project"))
    assert memory_of(session, both).content == "Don't use npm or yarn"
    assert memory_of(session, both).source is Source.USER_EXPLICIT
    clock.advance(LATER)
    chosen = only(says(session, "use pnpm in this project"))
    clock.advance(LATER)
    again = only(says(session, "这个项目不要用 yarn"))
    assert (again.done, again.code, again.id) == (Done.UNCHANGED, "excluded_already", chosen.id)
    clock.advance(LATER)
    ended = only(says(session, "don't use pnpm in this project"))
    assert ended.closed == (chosen.id,)


def test_a_correction_is_pinned_and_weighs_more(session: Session) -> None:
    """What corrects the agent's default stands in every prompt of its scope."""
    record = memory_of(session, only(says(session, "别再用 npm 了，用 pnpm")))
    assert record.kind is Kind.CORRECTION
    assert record.state.pinned
    assert record.state.importance == 8


@pytest.mark.parametrize(
    ("said", "key", "value"),
    [
        ("My name is Ana Lopez.", "name", "Ana Lopez"),
        ("以后叫我老周就行", "address", "老周"),
        ("Always answer in German.", "answer language", "German"),
        ("以后请用英文回复", "answer language", "英文"),
        ("Keep your answers short, please.", "answer length", "short"),
        ("I'm vegetarian.", "diet", "vegetarian"),
        ("我对花生过敏", "allergy: 花生", "对花生过敏"),
        ("My time zone is Europe/Vienna", "time zone", "Europe/Vienna"),
        ("In all my projects I use uv, not pip.", "python tool", "uv, not pip"),
        ("我习惯用 vim，不用 emacs", "editor", "vim，不用 emacs"),
        ("I prefer vim to emacs", "editor", "vim instead of emacs"),
    ],
)
def test_about_the_person(session: Session, said: str, key: str, value: str) -> None:
    """What is true of the person everywhere is a profile fact, active at once, and no memory."""
    outcome = only(says(session, said))
    assert (outcome.done, outcome.layer) == (Done.STORED, "profile")
    assert fact(session, key) == value
    assert session.memories.entries() == []


def test_a_diet_changes(session: Session, clock: ManualClock) -> None:
    """Two diets are never both current."""
    says(session, "I'm vegetarian.")
    clock.advance(LATER)
    assert only(says(session, "我现在吃肉了")).done is Done.SUPERSEDED
    assert fact(session, "diet") == "吃肉"


def test_asking_first_narrows(session: Session) -> None:
    """What to ask about first binds; several such wishes stand side by side."""
    says(session, "Ask me before changing production.")
    says(session, "Please ask me before rotating the API key.")
    says(session, "没有我的同意不要上线")
    wishes = session.profile.values("ask before")
    assert len(wishes) == 3
    assert all(wish.state.binding for wish in wishes)


@pytest.mark.parametrize(
    "said",
    [
        "always open an urgent ticket",
        "以后都直接开紧急工单",
        "Each Monday send the fuel report to the harbour master",
        "Whenever an invoice comes in, forward it to the bookkeeper",
        "以后吊机一坏就直接开紧急工单",
        "凡是晚点的渡轮都给乘客发短信",
    ],
)
def test_a_standing_order_waits(session: Session, said: str) -> None:
    """To act on the world from now on waits for a person, and is never recalled as settled."""
    assert only(says(session, said)).done is Done.PENDING
    assert session.memories.entries() == []
    assert [record.content for record in session.memories.pending()] == [said]


@pytest.mark.parametrize("said", ["You may deploy without asking.", "以后可以直接上线，不用问我"])
def test_a_permission_is_refused(session: Session, said: str) -> None:
    """What would widen what the agent may do is rejected with the rule; nothing is kept."""
    outcome = only(says(session, said))
    assert (outcome.done, outcome.code) == (Done.REJECTED, "permission")
    assert kept(session) == 0


def test_a_preference_beside_a_permission_is_kept(session: Session) -> None:
    """Each statement of a sentence is answered by itself."""
    kinds = [o.done for o in says(session, "Answer in German, and you may deploy without asking.")]
    assert kinds == [Done.STORED, Done.REJECTED]


@pytest.mark.parametrize(
    "said",
    ["Use pnpm, not npm. But don't remember this.", "我叫小林，这个别记", "别记这个：我对花生过敏"],
)
def test_without_consent_nothing_is_kept(session: Session, said: str) -> None:
    """ "Don't remember this" covers the whole utterance, and the answer says so."""
    outcome = only(says(session, said))
    assert (outcome.done, outcome.code) == (Done.REJECTED, "no_consent")
    assert kept(session) == 0


def test_remember_goes_straight_in(session: Session) -> None:
    """What one is told to remember is a fact of the work, or the person's own if it is of them."""
    work = memory_of(session, only(says(session, "Remember that invoices go out on the first.")))
    own = memory_of(session, only(says(session, "Remember that I have two kids.")))
    assert (work.content, str(work.scope)) == ("invoices go out on the first", "repo:trip-miniapp")
    assert (own.content, str(own.scope)) == ("I have two kids", "user:ana")
    assert only(says(session, "记住我叫阿宁")).layer == "profile"


def test_what_cannot_stand_alone_is_refused_aloud(session: Session) -> None:
    """An explicit wish to remember is never dropped without a word."""
    assert only(says(session, "Remember that it breaks on Mondays")).code == "cannot_stand_alone"
    assert only(says(session, "记住：明天上线新版本")).code == "cannot_stand_alone"


def test_about_the_person_needs_the_persons_scope(opened: Open) -> None:
    """Without a grant for the person's own scope a fact about them is refused, not misplaced."""
    session = opened(("repo:trip-miniapp",))
    outcome = only(says(session, "Remember that I have two kids."))
    assert outcome.code == "scope_not_granted"
    assert kept(session) == 0


def test_a_decision_belongs_to_the_open_task(session: Session) -> None:
    """It goes into the task with its reason; once that has ended, or without one, to memories."""
    said = "We decided on Postgres because we need row locks."
    task = session.task("choose-database", goal="choose a database")
    assert only(session.add(said, task=task)[1:]).layer == "task"
    [decision] = task.state.decisions
    assert (decision.text, decision.reason) == ("We decided on Postgres", "we need row locks")
    assert session.memories.entries() == []

    task.close("Postgres it is")
    record = memory_of(session, only(session.add(said, task=task)[1:]))
    assert (record.kind, record.content) == (Kind.DECISION, "We decided on Postgres")
    assert record.state.reason_given == "we need row locks"
    assert record.state.importance == 7
    assert record.topic == Topic(subject="trip-miniapp", attribute="database")


def test_a_lesson(session: Session) -> None:
    """It is a fact of the open task, or a memory of its own kind."""
    said = "教训：迁移要在 worker 启动前跑完"
    task = session.task("migrate", goal="migrate the queue")
    session.add(said, task=task)
    assert [entry.text for entry in task.state.facts] == ["迁移要在 worker 启动前跑完"]
    assert memory_of(session, only(says(session, said))).kind is Kind.LESSON


def test_forgetting_by_word(session: Session, clock: ManualClock) -> None:
    """What was stated in these words goes out of recall; what nobody said is answered so."""
    says(session, "I'm vegetarian.")
    says(session, "Remember that the CI is slow.")
    clock.advance(LATER)
    assert only(says(session, "Forget that I'm vegetarian.")).done is Done.REMOVED
    assert only(says(session, "Forget that the CI is slow.")).done is Done.REMOVED
    assert kept(session) == 0
    assert only(says(session, "Forget that the moon is cheese.")).code == "not_remembered"


@pytest.mark.parametrize(
    "text",
    ["Thanks, that works!", "should we use pnpm, not npm?", "这次用 npm，别用 pnpm", "用一下这个"],
)
def test_the_rest_stays_in_the_conversation(session: Session, text: str) -> None:
    """Nothing stated outright: no outcome, and nothing kept."""
    assert says(session, text) == []
    assert kept(session) == 0


def test_only_the_persons_own_words_count(session: Session) -> None:
    """The assistant, a tool and another speaker in the group state nothing about the person."""
    said = "use pnpm, not npm"
    for message in (
        NewMessage.of({"role": "assistant", "content": said}),
        NewMessage.of({"role": "system", "content": said}),
        NewMessage.of({"role": "user", "content": said}, speaker="ben"),
        NewMessage.of(
            {
                "role": "user",
                "content": [{"type": "tool_result", "tool_use_id": "u1", "content": said}],
            }
        ),
    ):
        assert session.add(message)[1:] == []
    assert kept(session) == 0
    own = NewMessage.of({"role": "user", "content": said}, speaker="ana")
    assert only(session.add(own)[1:]).done is Done.STORED
    assert session.conversation.last(1)[0].role is Role.USER


def test_memory_is_not_taken_in_again(session: Session) -> None:
    """A recalled block in a user message is nobody's statement: fifty rounds leave nothing."""
    block = '<memory kind="preference">\nUse yarn, not npm, in this repo.\n</memory>\nNext?'
    for _ in range(50):
        assert says(session, block) == []
    assert kept(session) == 0


def test_saying_it_again_adds_evidence(session: Session, clock: ManualClock) -> None:
    """The same preference in a later message is merged into the one that is known."""
    first = only(says(session, "这个项目用 pnpm，别用 npm"))
    clock.advance(LATER)
    again = only(says(session, "本项目用 pnpm，不要用 npm"))
    assert (again.done, again.id) == (Done.MERGED, first.id)
    assert len(memory_of(session, first).evidence) == 2


def test_a_message_with_a_secret_is_no_evidence(session: Session) -> None:
    """Its statements are refused aloud by the layer's own door."""
    key = "sk-ant-api03-" + "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG"
    outcome = only(says(session, f"The key is {key}. Call me Jo."))
    assert (outcome.done, outcome.code) == (Done.REJECTED, "message_holds_secret")
    assert kept(session) == 0
