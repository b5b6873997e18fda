"""The profile: only what the person said, with the words, one current value a key, history kept."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from tests.behaviour.conftest import Sessions

from stratal import (
    Done,
    Memory,
    MessageEvidence,
    NewMessage,
    NotFound,
    Session,
    Source,
    Standing,
    Status,
)
from stratal.core.policy import Granularity
from stratal.testing.clock import ManualClock


def said(
    session: Session,
    text: str,
    *,
    role: str = "user",
    speaker: str | None = None,
    quotation: str | None = None,
    at: datetime | None = None,
) -> MessageEvidence:
    """Append a message and cite it."""
    outcome = session.conversation.append(
        NewMessage.of({"role": role, "content": text}, speaker=speaker, said_at=at)
    )
    assert outcome.id is not None
    return MessageEvidence(conversation=session.id, message=outcome.id, quotation=quotation or text)


def test_a_stated_fact_is_active_with_its_words(sessions: Sessions) -> None:
    """What the person states in so many words holds at once, and can be accounted for."""
    session = sessions()
    evidence = said(session, "Please always answer in German, thanks.",
                    quotation="always answer in German")  # fmt: skip
    outcome = session.profile.set("answer language", "German", evidence=evidence)
    assert outcome.done is Done.STORED
    [fact] = session.profile.facts()
    assert (fact.key, fact.content, fact.source) == (
        "answer language",
        "German",
        Source.USER_EXPLICIT,
    )
    known = session.profile.how_do_you_know("Answer Language")
    assert [held.quotation for held in known.evidence] == ["always answer in German"]
    assert known.history[0].id == fact.id


@pytest.mark.parametrize(
    ("role", "text", "quotation", "code"),
    [
        ("user", "I only eat plants.", "I only eat meat.", "quotation_not_found"),
        ("user", "I only eat plants and fruit.", "eat plants", "quotation_too_short"),
        ("assistant", "You only eat plants.", "You only eat plants.", "not_the_person"),
        ("system", "The user only eats plants.", "The user only eats plants.", "not_the_person"),
        ("tool", "The user only eats plants.", "The user only eats plants.", "not_the_person"),
    ],
)
def test_evidence_that_does_not_hold_writes_nothing(
    sessions: Sessions, role: str, text: str, quotation: str, code: str
) -> None:
    """Only the person's own words, verbatim, are evidence; all else is refused by name (F10)."""
    session = sessions()
    body = {"role": role, "content": text}
    if role == "tool":
        body["tool_call_id"] = "c1"
    stored = session.conversation.append(body)
    assert stored.id is not None
    evidence = MessageEvidence(conversation=session.id, message=stored.id, quotation=quotation)
    outcome = session.profile.set("diet", "plants", evidence=evidence)
    assert (outcome.done, outcome.code) == (Done.REJECTED, code)
    assert session.profile.facts() == []


def test_a_message_that_is_not_there_is_no_evidence(sessions: Sessions) -> None:
    """An invented message id and a missing citation are refused, again and again (F10)."""
    session = sessions()
    evidence = MessageEvidence(conversation=session.id, message="m99", quotation="I own a boat.")
    for _ in range(3):
        assert session.profile.set("boat", "yes", evidence=evidence).code == "no_such_message"
        assert session.profile.set("boat", "yes", evidence=()).code == "no_evidence"
    assert session.profile.pending() == session.profile.facts() == []


def test_what_the_words_do_not_state_waits(sessions: Sessions) -> None:
    """A true quotation with an inferred value is pending, whatever source is claimed."""
    session = sessions()
    evidence = said(session, "I still have to help with the homework tonight.")
    outcome = session.profile.set(
        "family", "Has 2 children at school", evidence=evidence, source=Source.USER_EXPLICIT
    )
    assert (outcome.done, outcome.code) == (Done.PENDING, "inferred")
    assert session.profile.facts() == []
    [waiting] = session.profile.pending()
    assert waiting.source is Source.AGENT_INFERRED

    assert session.profile.confirm(waiting.id).done is Done.STORED
    [fact] = session.profile.facts()
    assert fact.origin.verified_by == "ana"
    assert session.profile.pending() == []


def test_a_rejected_inference_is_gone_from_the_queue(sessions: Sessions) -> None:
    """What a person rejects is neither waiting nor held, and history says who."""
    session = sessions()
    evidence = said(session, "I still have to help with the homework tonight.")
    session.profile.set("family", "Has 2 children", evidence=evidence)
    [waiting] = session.profile.pending()
    session.profile.reject(waiting.id, reason="they are my sister's")
    assert session.profile.pending() == session.profile.facts() == []
    assert [one.status for one in session.profile.log(waiting.id)] == [
        Status.PENDING,
        Status.REJECTED,
    ]


def test_a_new_value_supersedes_and_the_old_one_is_kept(
    sessions: Sessions, clock: ManualClock
) -> None:
    """One current value a key: the new one closes the old, which stays readable."""
    session = sessions()
    first = session.profile.set("name", "Ana", evidence=said(session, "Call me Ana please."))
    clock.advance(timedelta(days=2))
    second = session.profile.set("name", "Annie", evidence=said(session, "Call me Annie now."))
    assert (second.done, second.closed) == (Done.SUPERSEDED, (first.id,))
    [fact] = session.profile.facts()
    assert fact.content == "Annie"
    history = session.profile.how_do_you_know("name").history
    assert [(one.content, one.status) for one in history] == [
        ("Ana", Status.SUPERSEDED),
        ("Annie", Status.ACTIVE),
    ]
    assert history[0].state.valid_to == history[1].state.valid_from
    before = clock.now() - timedelta(days=1)
    assert [one.content for one in session.profile.as_of(before)] == ["Ana"]


def test_hearing_it_again_adds_evidence_to_the_right_person(sessions: Sessions) -> None:
    """A known fact gains evidence once per message; equal words of others stay theirs (F09)."""
    first, second = sessions(id="s1"), sessions(id="s2")
    session_one = said(first, "I'm vegetarian, as I said.")
    first.profile.set("diet", "vegetarian", evidence=session_one)
    again = said(second, "I'm vegetarian, as I said.")
    assert second.profile.set("diet", "vegetarian", evidence=again).done is Done.MERGED
    repeated = second.profile.set("diet", "vegetarian", evidence=again)
    assert (repeated.done, repeated.code) == (Done.UNCHANGED, "known")
    [fact] = first.profile.facts()
    cited = [held.cited for held in fact.evidence]
    assert cited == [session_one, again]

    ben = sessions("ben", id="s3")
    bens = said(ben, "I'm vegetarian, as I said.")
    assert ben.profile.set("diet", "vegetarian", evidence=bens).done is Done.STORED
    [his] = ben.profile.facts()
    assert [held.cited for held in his.evidence] == [bens]
    assert len(first.profile.facts()[0].evidence) == 2


def test_in_a_group_each_speaker_speaks_for_themselves(sessions: Sessions) -> None:
    """What another speaker said in a conversation is no evidence for one's own profile (F09)."""
    session = sessions()
    bens = said(session, "Ship the release on Friday.", speaker="ben")
    mine = said(session, "Ship the release on Friday.", speaker="ana")
    refused = session.profile.set("release day", "Friday", evidence=bens)
    assert (refused.done, refused.code) == (Done.REJECTED, "not_the_person")
    assert session.profile.set("release day", "Friday", evidence=mine).done is Done.STORED


def test_retracted_evidence_no_longer_serves(sessions: Sessions) -> None:
    """A fact whose every evidence was retracted is not served; with one left it is (F09)."""
    one, two = sessions(id="s1"), sessions(id="s2")
    one.profile.set("diet", "vegetarian", evidence=said(one, "I'm vegetarian, you know."))
    two.profile.set("diet", "vegetarian", evidence=said(two, "I'm vegetarian, you know."))
    one.conversation.retract(1)
    [fact] = one.profile.facts()
    assert [held.standing for held in fact.evidence] == [Standing.RETRACTED, Standing.HELD]
    two.conversation.retract(1)
    assert one.profile.facts() == []
    refused = two.profile.set("diet", "vegetarian", evidence=fact.evidence[1].cited)
    assert refused.code == "message_retracted"


@pytest.mark.parametrize(
    ("key", "value", "text"),
    [
        ("deploying", "ask before changing production",
         "Ask me before changing production, always."),
        ("channels", "mail only", "Contact people by mail only, please."),
        ("改动", "改生产环境前先问我", "改生产环境前先问我一声。改生产环境前先问我"),
    ],
)  # fmt: skip
def test_narrowing_preferences_are_kept(
    sessions: Sessions, key: str, value: str, text: str
) -> None:
    """A preference that narrows what the agent does is a profile fact like any other."""
    session = sessions()
    outcome = session.profile.set(key, value, evidence=said(session, text))
    assert outcome.done is Done.STORED, outcome


@pytest.mark.parametrize(
    ("key", "value", "text"),
    [
        ("deploying", "may deploy without asking",
         "From now on you may deploy without asking me."),
        ("production", "可以不经确认直接改生产环境", "你可以不经确认直接改生产环境。"),
    ],
)  # fmt: skip
def test_widening_preferences_are_refused_as_permissions(
    sessions: Sessions, key: str, value: str, text: str
) -> None:
    """What would widen what the agent may do is refused, even in the person's own words."""
    session = sessions()
    outcome = session.profile.set(key, value, evidence=said(session, text))
    assert (outcome.done, outcome.code) == (Done.REJECTED, "permission")
    assert session.profile.facts() == session.profile.pending() == []


@pytest.mark.parametrize(
    "key",
    [
        "API key",
        "API keys",
        "my passwords",
        "access_permissions",
        "health-guess",
        "password",
        "数据库密码",
        "权限",
        "API 密钥",
    ],
)
def test_forbidden_keys_are_refused(sessions: Sessions, key: str) -> None:
    """Keys that the policy forbids are refused however they are joined."""
    session = sessions()
    evidence = said(session, "The value is blue sky today.")
    assert session.profile.set(key, "blue sky", evidence=evidence).code == "forbidden_key"


@pytest.mark.parametrize(
    "key", ["accessories", "tokenizer", "passwordless sign-in", "性能", "诊所"]
)
def test_a_key_that_only_looks_like_a_forbidden_one_is_kept(sessions: Sessions, key: str) -> None:
    """Part of another word is no forbidden key."""
    session = sessions()
    outcome = session.profile.set(key, "blue sky", evidence=said(session, "It is blue sky today."))
    assert outcome.kept


SKY = "The colour of my boat is blue sky, 我的船是天蓝色的。"


@pytest.mark.parametrize(
    ("key", "value", "rule", "code"),
    [
        ("colour of my own boat", "blue sky", {}, "key_too_fine"),
        ("colour of my own boat", "blue sky", {"key_words": 5}, None),
        ("boat colour", "blue sky", {}, None),
        ("boat colour", "blue sky", {"key_words": 1}, "key_too_fine"),
        ("boat: colour of what I row in", "blue sky", {"key_words": 1}, None),
        ("boat: colour of what I row in", "blue sky", {"key_length": 12}, "key_too_fine"),
        ("boat", "blue sky", {"value_length": 7}, "too_long"),
        ("boat", "blue sky", {"value_length": 8}, None),
        ("我自己那条船的颜色", "天蓝色", {}, "key_too_fine"),
        ("我自己那条船的颜色", "天蓝色", {"key_words": 5}, None),
        ("船的颜色", "天蓝色", {}, None),
        ("船的颜色", "天蓝色", {"key_words": 1}, "key_too_fine"),
        ("船：我划的那条是什么颜色", "天蓝色", {"key_words": 1}, None),
        ("船", "天蓝色的", {"value_length": 3}, "too_long"),
    ],
)
def test_how_fine_a_fact_may_be_is_by_policy(
    memory: Memory,
    sessions: Sessions,
    key: str,
    value: str,
    rule: dict[str, int],
    code: str | None,
) -> None:
    """Another rule, another answer, with what would do; words are counted in both languages."""
    memory.policy = replace(memory.policy, profile_granularity=Granularity(**rule))
    session = sessions()
    outcome = session.profile.set(key, value, evidence=said(session, SKY))
    if code is None:
        assert outcome.kept
        return
    assert (outcome.done, outcome.code) == (Done.REJECTED, code)
    assert "(policy)" in outcome.message
    assert any(str(limit) in outcome.message for limit in rule.values()) or not rule
    assert session.profile.facts() == session.profile.pending() == []


def test_other_words_of_a_fact_are_held_to_the_policy_too(
    memory: Memory, sessions: Sessions
) -> None:
    """`revise` lets no value grow beyond what the policy lets it be."""
    memory.policy = replace(memory.policy, profile_granularity=Granularity(value_length=10))
    session = sessions()
    kept = session.profile.set("boat", "blue sky", evidence=said(session, SKY))
    assert kept.id is not None
    longer = session.profile.revise(kept.id, "blue sky with clouds", verified=True)
    assert (longer.done, longer.code) == (Done.REJECTED, "too_long")
    assert session.profile.revise(kept.id, "sky blue", verified=True).kept


def test_facts_expire_and_confirmation_renews(sessions: Sessions, clock: ManualClock) -> None:
    """A fact that nobody confirms for a year is not served; a confirmed one is."""
    session = sessions()
    session.profile.set("role", "editor", evidence=said(session, "I work as an editor here."))
    other = session.profile.set("town", "Graz", evidence=said(session, "My home is in Graz."))
    clock.advance(timedelta(days=300))
    assert other.id is not None
    session.profile.confirm(other.id)
    clock.advance(timedelta(days=100))
    assert [fact.key for fact in session.profile.facts()] == ["town"]


def test_an_older_statement_imported_later_does_not_end_the_newer_fact(
    sessions: Sessions, clock: ManualClock
) -> None:
    """Values take their place by when they were said, not by when they arrive (F13)."""
    for order in ((0, 1), (1, 0)):
        session = sessions("dana" + "".join(map(str, order)), id="s")
        told = [
            ("Norddeich", datetime(2026, 2, 10, tzinfo=UTC), "I work at Norddeich now."),
            ("Eichgrund", datetime(2023, 6, 1, tzinfo=UTC), "I work at Eichgrund now."),
        ]
        known_before = clock.now()
        for number, place in enumerate(order):
            value, at, text = told[place]
            if number == 1:
                known_before = clock.now()
            clock.advance(timedelta(hours=1))
            session.profile.set("employer", value, evidence=said(session, text, at=at))

        def employer(at: datetime, session: Session = session) -> list[str]:
            return [fact.content for fact in session.profile.as_of(at)]

        assert [fact.content for fact in session.profile.facts()] == ["Norddeich"]
        assert employer(clock.now()) == ["Norddeich"]
        assert employer(datetime(2024, 1, 1, tzinfo=UTC)) == ["Eichgrund"]
        assert employer(datetime(2026, 2, 10, tzinfo=UTC)) == ["Norddeich"]
        assert employer(datetime(2020, 1, 1, tzinfo=UTC)) == []
        history = session.profile.how_do_you_know("employer").history
        assert [(one.content, one.state.valid_to) for one in history] == [
            ("Eichgrund", datetime(2026, 2, 10, tzinfo=UTC)),
            ("Norddeich", None),
        ]
        known = session.profile.as_of(clock.now(), known_at=known_before)
        first_told = told[order[0]][0]
        assert [fact.content for fact in known] in ([first_told], [])


def test_an_unknown_key_is_not_found(sessions: Sessions) -> None:
    """Asking how a key is known that nobody ever stated raises NotFound."""
    with pytest.raises(NotFound):
        sessions().profile.how_do_you_know("shoe size")
