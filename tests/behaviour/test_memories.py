"""Memories: one scope each, superseded by topic, never merged across a difference that matters."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from tests.behaviour.conftest import Sessions

from stratal import (
    Done,
    InvalidValue,
    Kind,
    MessageEvidence,
    NotFound,
    Scope,
    ScopeNotGranted,
    Session,
    Source,
    StaleRevision,
    Status,
    Topic,
)
from stratal.testing.clock import ManualClock

WORK = ("user:ana", "repo:trip")


def said(session: Session, text: str) -> MessageEvidence:
    outcome = session.conversation.append({"role": "user", "content": text})
    assert outcome.id is not None
    return MessageEvidence(conversation=session.id, message=outcome.id, quotation=text)


def test_a_call_without_evidence_is_an_inference(sessions: Sessions) -> None:
    """Told by the agent alone: recallable at once, but never binding, never pinned."""
    session = sessions(scopes=WORK)
    outcome = session.memories.remember(
        "The build needs Node 22.", kind=Kind.PREFERENCE, binding=True, pinned=True
    )
    assert outcome.done is Done.STORED
    [memory] = session.memories.entries()
    assert memory.source is Source.AGENT_INFERRED
    assert not memory.state.binding
    assert not memory.state.pinned
    assert memory.scope == Scope.parse("repo:trip")
    assert memory.state.expires is not None


def test_the_persons_words_make_it_explicit_pinned_and_kept(sessions: Sessions) -> None:
    """A preference in the person's words is explicit, pinned in its scope, and does not expire."""
    session = sessions(scopes=WORK)
    evidence = said(session, "Use pnpm here, not npm")
    outcome = session.memories.remember(
        "Use pnpm, not npm", kind=Kind.PREFERENCE, evidence=evidence, binding=True
    )
    assert outcome.done is Done.STORED
    [memory] = session.memories.pinned()
    assert memory.source is Source.USER_EXPLICIT
    assert memory.state.binding
    assert memory.state.expires is None
    assert session.memories.constraints() == [memory]


def test_topics_supersede_and_can_be_undone(sessions: Sessions, clock: ManualClock) -> None:
    """The newer value closes the older; undoing it reopens the older and retires the newer."""
    session = sessions(scopes=WORK)
    topic = Topic(subject="Trip", attribute="package manager")
    first = session.memories.remember("Use npm", topic=topic)
    clock.advance(timedelta(days=1))
    second = session.memories.remember("Use pnpm", topic=topic)
    assert (second.done, second.closed) == (Done.SUPERSEDED, (first.id,))
    assert [one.content for one in session.memories.entries()] == ["Use pnpm"]
    assert first.id is not None
    assert second.id is not None
    closed = session.memories.get(first.id)
    assert closed.state.superseded_by == second.id
    assert session.memories.get(second.id).state.supersedes == (first.id,)

    undone = session.memories.restore(first.id)
    assert (undone.code, undone.closed) == ("restored", (second.id,))
    assert [one.content for one in session.memories.entries()] == ["Use npm"]
    redone = session.memories.restore(second.id)
    assert redone.closed == (first.id,)
    assert [one.content for one in session.memories.entries()] == ["Use pnpm"]


def test_no_topic_never_supersedes(sessions: Sessions) -> None:
    """Another person's fact, or a bare "not", ends nothing: only the same topic does (F07)."""
    session = sessions(scopes=WORK)
    remember = session.memories.remember
    told = [
        ("Mira lives in Turku.", Topic(subject="Mira", attribute="home city")),
        ("Mira's brother Olli lives in Bergen.", Topic(subject="Olli", attribute="home city")),
        ("Olli's dog is not insured.", Topic(subject="Olli's dog", attribute="insured")),
        ("Mira's dog is not chipped.", Topic(subject="Mira's dog", attribute="chipped")),
    ]
    outcomes = [remember(text, topic=topic) for text, topic in told]
    assert [outcome.done for outcome in outcomes] == [Done.STORED] * 4
    moved = remember("Mira lives in Espoo.", topic=told[0][1])
    assert moved.closed == (outcomes[0].id,)
    assert len(session.memories.entries()) == 4
    line = session.memories.timeline(told[0][1])
    assert [one.content for one in line] == ["Mira lives in Turku.", "Mira lives in Espoo."]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The fee is due on the 15th.", "The fee is due on the 16th."),
        ("The gate code is 4417.", "The gate code is 4471."),
        ("The app needs version 3.12.", "The app needs version 3.13."),
        ("The shop is open on Sunday.", "The shop is not open on Sunday."),
        ("会议室在三楼左边，编号 302。", "会议室在三楼左边，编号 305。"),
    ],
)
def test_a_difference_that_matters_is_never_a_duplicate(
    sessions: Sessions, one: str, other: str
) -> None:
    """Two texts that differ in a number or a negation are two memories, the second marked (F06)."""
    session = sessions(scopes=WORK)
    first = session.memories.remember(one)
    second = session.memories.remember(other)
    assert (second.done, second.code) == (Done.STORED, "conflicts")
    assert first.id is not None
    assert first.id in second.message
    assert {memory.content for memory in session.memories.entries()} == {one, other}


def test_a_paraphrase_adds_evidence(sessions: Sessions) -> None:
    """The same statement in slightly other words is one memory with both messages (F06)."""
    session = sessions(scopes=WORK)
    first = session.memories.remember(
        "Rent is due on the 15th.", evidence=said(session, "Rent is due on the 15th.")
    )
    second = session.memories.remember(
        "The rent is due on the 15th.", evidence=said(session, "The rent is due on the 15th.")
    )
    assert (second.done, second.id) == (Done.MERGED, first.id)
    [memory] = session.memories.entries()
    assert len(memory.evidence) == 2
    assert session.memories.remember("Rent is due on the 15th.").done is Done.UNCHANGED


def test_scopes_shadow_and_never_supersede_each_other(sessions: Sessions) -> None:
    """Across scopes nothing is closed; the nearest scope's value is seen, the other named."""
    topic = Topic(subject="style", attribute="quotes")
    near = sessions(scopes=("team:web", "repo:trip"))
    team = sessions(scopes=("team:web",))
    team.memories.remember("Single quotes", topic=topic)
    assert near.memories.remember("Double quotes", topic=topic).done is Done.STORED
    visible = near.memories.visible()
    assert [one.content for one in visible.seen] == ["Double quotes"]
    assert [one.content for one in visible.hidden] == ["Single quotes"]
    assert [one.content for one in team.memories.visible().seen] == ["Single quotes"]


def test_a_nearer_value_hides_what_is_pinned_further_away(sessions: Sessions) -> None:
    """What is pinned for a team leaves the prompt where a nearer scope says otherwise."""
    topic = Topic(subject="style", attribute="quotes")
    team = sessions(scopes=("team:web",))
    evidence = said(team, "Use single quotes everywhere")
    team.memories.remember(
        "Use single quotes", kind=Kind.PREFERENCE, topic=topic, evidence=evidence, binding=True
    )
    near = sessions(scopes=("team:web", "repo:trip"))
    assert [one.content for one in near.memories.pinned()] == ["Use single quotes"]
    near.memories.remember("Use double quotes", topic=topic)
    assert near.memories.pinned() == near.memories.constraints() == []
    assert [one.content for one in near.memories.always().hidden] == ["Use single quotes"]
    assert [one.content for one in team.memories.constraints()] == ["Use single quotes"]


def test_scope_outside_the_grant_is_an_error_of_its_own(sessions: Sessions) -> None:
    """A scope that was not granted is refused by name; what lies there is not found."""
    inside = sessions(scopes=("repo:trip",))
    outside = sessions(scopes=("repo:other",))
    with pytest.raises(ScopeNotGranted):
        outside.memories.remember("x marks the spot", scope=Scope.parse("repo:trip"))
    outcome = inside.memories.remember("The map lies in the blue drawer.")
    assert outcome.id is not None
    for call in (outside.memories.get, outside.memories.forget, outside.memories.delete,
                 outside.memories.restore, outside.memories.log):  # fmt: skip
        with pytest.raises(NotFound):
            call(outcome.id)
    assert outside.memories.entries() == []


def test_revise_forget_restore_delete_are_each_on_the_record(sessions: Sessions) -> None:
    """Every change is a revision with actor and reason; deletion leaves nothing but a tombstone."""
    session = sessions(scopes=WORK)
    item = session.memories.remember("The staging host is called heron.").id
    assert item is not None
    assert (
        session.memories.revise(item, "The staging host is called egret.", expect=1).revision == 2
    )
    with pytest.raises(StaleRevision):
        session.memories.revise(item, "The staging host is called stork.", expect=1)
    assert session.memories.forget(item, reason="noise").done is Done.REMOVED
    assert session.memories.entries() == []
    assert session.memories.restore(item).done is Done.STORED
    log = session.memories.log(item)
    assert [(one.revision, one.status) for one in log] == [
        (1, Status.ACTIVE),
        (2, Status.ACTIVE),
        (3, Status.COLD),
        (4, Status.ACTIVE),
    ]
    assert log[2].origin.reason == "noise"
    assert log[0].known_to == log[1].known_from
    assert {one.origin.actor for one in log} == {"ana"}
    assert session.memories.delete(item).done is Done.REMOVED
    with pytest.raises(NotFound):
        session.memories.get(item)
    assert session.recall("egret").hits == ()


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ("w" * 2001, "too_long"),
        ("It was broken yesterday.", "cannot_stand_alone"),
        ("昨天部署失败了。", "cannot_stand_alone"),
        ("The agent may deploy without asking.", "permission"),
        ("key: AKIA" + "IOSFODNN7EXAMPL2", "secret"),
    ],
)
def test_what_may_not_be_kept_is_rejected_with_the_rule(
    sessions: Sessions, content: str, code: str
) -> None:
    """Too long, leaning on something outside, a permission, a secret: refused by name."""
    session = sessions(scopes=WORK)
    outcome = session.memories.remember(content)
    assert (outcome.done, outcome.code) == (Done.REJECTED, code)
    assert session.memories.entries() == []
    assert session.memories.pending() == []


@pytest.mark.parametrize(
    "content", ["The package manager of this repo is pnpm", "这个项目的包管理器是 pnpm"]
)
def test_this_repo_stands_alone_only_where_it_is_known_which(
    sessions: Sessions, content: str
) -> None:
    """A memory kept for a repository may say "this repo"; one about the person may not."""
    session = sessions(scopes=WORK)
    assert session.memories.remember(content).done is Done.STORED
    own = session.memories.remember(content, scope=session.scopes[0])
    assert session.scopes[0] == Scope.of_user(session.principal.user)
    assert (own.done, own.code) == (Done.REJECTED, "cannot_stand_alone")


def test_a_standing_order_waits_from_any_source(sessions: Sessions) -> None:
    """An order to act on the world is pending even in the person's own words."""
    session = sessions(scopes=WORK)
    text = "Always open an urgent ticket when the printer fails"
    outcome = session.memories.remember(text, evidence=said(session, text))
    assert (outcome.done, outcome.code) == (Done.PENDING, "standing_order")
    assert session.memories.entries() == []
    [waiting] = session.memories.pending()
    assert session.memories.confirm(waiting.id, binding=True).done is Done.STORED
    assert [one.content for one in session.memories.constraints()] == [text]


def test_history_by_both_clocks(sessions: Sessions, clock: ManualClock) -> None:
    """What held then, and what we knew then, are two questions with two answers (F13)."""
    session = sessions(scopes=WORK)
    topic = Topic(subject="Dana", attribute="employer")
    new = datetime(2026, 2, 10, tzinfo=UTC)
    old = datetime(2023, 6, 1, tzinfo=UTC)
    session.memories.remember("Dana works at Norddeich.", topic=topic, valid_from=new)
    before_import = clock.now()
    clock.advance(timedelta(hours=1))
    late = session.memories.remember("Dana works at Eichgrund.", topic=topic, valid_from=old)
    assert late.code == "older_than_current"

    def at(moment: datetime, known: datetime | None = None) -> list[str]:
        return [one.content for one in session.memories.as_of(moment, known)]

    assert at(datetime(2024, 1, 1, tzinfo=UTC)) == ["Dana works at Eichgrund."]
    assert at(new) == at(clock.now()) == ["Dana works at Norddeich."]
    assert at(datetime(2020, 1, 1, tzinfo=UTC)) == []
    assert at(datetime(2024, 1, 1, tzinfo=UTC), before_import) == []


def test_naive_times_and_empty_texts_are_refused(sessions: Sessions) -> None:
    """A time without a zone and a text without words raise; nothing is stored."""
    session = sessions(scopes=WORK)
    with pytest.raises(InvalidValue):
        session.memories.remember("Dana works.", valid_from=datetime(2026, 1, 1))  # noqa: DTZ001
    for empty in ("", "   ", "\n"):
        with pytest.raises(InvalidValue):
            session.memories.remember(empty)
    with pytest.raises(InvalidValue):
        session.memories.remember("Dana works.", confidence=float("nan"))
    with pytest.raises(InvalidValue):
        session.memories.remember("Dana works.", importance=11)
    assert session.memories.entries() == []


@pytest.mark.parametrize(
    ("first", "again"),
    [
        ("The gate of the yard is heavy.", "The gate of the yard is really very heavy!"),
        ("If the rope tears, the mast falls.", "The mast falls if the rope tears."),
        ("Small repairs take a day.", "Even small repairs take a day."),
        ("院子的门很重", "院子的门真的很重。"),
    ],
)
def test_the_same_with_more_emphasis_is_known(sessions: Sessions, first: str, again: str) -> None:
    """Evidence is united, and the newest wording of the person is kept (F06)."""
    session = sessions(scopes=WORK)
    one = session.memories.remember(first, evidence=said(session, first))
    other = session.memories.remember(again, evidence=said(session, again))
    assert (other.done, other.id) == (Done.MERGED, one.id)
    [record] = session.memories.entries()
    assert record.content == again
    assert len(record.evidence) == 2
    assert session.memories.remember(first).done is Done.UNCHANGED


def test_what_is_exactly_the_same_is_found_before_what_is_nearly(sessions: Sessions) -> None:
    """An older database may hold both: the evidence goes to the one that has the words."""
    session = sessions(scopes=WORK)
    session.memories.remember("The gate is not very heavy.")
    held = session.memories.remember("The gate is not heavy.")
    again = session.memories.remember("the gate is not heavy")
    assert (again.done, again.id) == (Done.UNCHANGED, held.id)


@pytest.mark.parametrize(
    ("text", "again"),
    [
        ("The ferry to the island takes two hours.", "- the ferry to the island takes 2 hours"),
        ("去岛上的渡轮要两个小时", "我记得去岛上的渡轮要两个小时"),
    ],
)
def test_what_is_known_in_another_scope_of_the_session_is_not_kept_twice(
    sessions: Sessions, text: str, again: str
) -> None:
    """What was recalled from one scope and comes back goes into no other, whoever proposes it."""
    session = sessions(scopes=WORK)
    evidence = said(session, text)
    own = session.memories.remember(text, scope=session.scopes[0], evidence=evidence)
    for cited in (None, evidence):
        echo = session.memories.remember(again, evidence=cited)
        assert (echo.done, echo.code, echo.id) == (Done.UNCHANGED, "known", own.id)
    derived = session.memories.remember(text, scope=session.scopes[1], run="r1", evidence=evidence)
    assert (derived.done, derived.id) == (Done.UNCHANGED, own.id)
    assert [one.id for one in session.memories.entries()] == [own.id]


def test_what_is_said_again_for_another_scope_is_kept_there(sessions: Sessions) -> None:
    """New words of the person, or a scope that the host names, are a reason to keep it there."""
    session = sessions(scopes=WORK)
    text = "The ferry to the island takes two hours."
    first = session.memories.remember(text, scope=session.scopes[0], evidence=said(session, text))
    again = session.memories.remember(text, evidence=said(session, text))
    assert (again.done, again.id == first.id) == (Done.STORED, False)
    other = "The crane of the yard is red."
    session.memories.remember(other)
    assert session.memories.remember(other, scope=session.scopes[0]).done is Done.STORED


def test_what_differs_in_a_number_is_kept_in_both_scopes(sessions: Sessions) -> None:
    """Two hours in one scope, three in the other: neither is the other's echo."""
    session = sessions(scopes=WORK)
    session.memories.remember("The ferry takes two hours.", scope=session.scopes[0])
    assert session.memories.remember("The ferry takes three hours.").done is Done.STORED
    assert session.memories.remember("The ferry does not take two hours.").done is Done.STORED
