"""A profile kept from what a person says: by a model that is checked, or by rules."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from tests.behaviour.conftest import Sessions

from stratal import Done, Memory, Principal, Session, Source
from stratal.core.clock import SystemClock
from stratal.core.evidence import MessageEvidence
from stratal.core.messages import NewMessage
from stratal.core.policy import FlowRules, Granularity
from stratal.core.records import Status
from stratal.core.runs import RunState
from stratal.flows.runs import RunReport
from stratal.models.language import ModelRequest
from stratal.models.vendors import language_model
from stratal.storage import jobs
from stratal.testing import ScriptedModel, cut_off
from stratal.testing.clock import ManualClock
from stratal.testing.provider import LoopbackProvider, ToolCall


@pytest.fixture
def session(sessions: Sessions) -> Session:
    return sessions(scopes=("user:ana", "repo:ferry"))


def says(session: Session, *texts: str) -> None:
    """The person says these, the assistant nods to each."""
    for text in texts:
        session.conversation.append({"role": "user", "content": text})
        session.conversation.append({"role": "assistant", "content": "Noted."})


def change(
    action: str, key: str, value: str, message: int | str, quotation: str, **more: Any
) -> Any:
    cited = [{"message": message, "quotation": quotation}] if quotation else []
    claim = {"source": "user_explicit", "confidence": 1.0}
    return {"action": action, "key": key, "value": value, "evidence": cited, **claim, **more}


def replying(*changes: Any) -> ScriptedModel:
    return ScriptedModel({"changes": list(changes)})


def only(reports: list[RunReport]) -> RunReport:
    [report] = reports
    return report


def kept(session: Session, *changes: Any) -> RunReport:
    return only(session.keep_profile(model=replying(*changes)))


def facts(session: Session) -> dict[str, str]:
    return {one.key: one.content for one in session.profile.facts()}


def test_what_the_person_states_is_kept_with_its_words(session: Session) -> None:
    """A stated value is active at once, cites its message, and the run is on the record."""
    says(session, "Please answer in Welsh from now on, it is my first language.")
    report = kept(
        session, change("add", "answer language", "Welsh", 1, "answer in Welsh from now on")
    )
    assert (report.run.flow, report.run.prompt) == ("keep_profile", "keep_profile/2/en")
    assert report.run.state is RunState.DONE
    known = session.profile.how_do_you_know("answer language")
    assert (known.fact.content, known.fact.source) == ("Welsh", Source.USER_EXPLICIT)
    assert [held.quotation for held in known.evidence] == ["answer in Welsh from now on"]
    assert known.fact.origin.run == report.run.id
    assert known.fact.origin.reason.startswith("keep_profile by scripted, keep_profile/2/en, run ")


INFERRED = [
    ("My son forgot his lunch box again.", "family", "has a son in kindergarten"),
    ("I took the 6:40 train, as I do daily.", "home", "lives outside the city"),
    ("The doctor moved my Tuesday slot.", "health", "has a chronic illness"),
    ("I skipped the office party.", "character", "dislikes social events"),
    ("Our rent went up by 90 pounds.", "income", "is short of money"),
    ("I ordered the lentil soup.", "diet", "vegetarian"),
    ("My flight to Oslo leaves at nine.", "home", "lives in Norway"),
    ("I read your summary on my phone.", "answer length", "prefers short answers"),
    ("I fixed the tests in Rust.", "profession", "senior systems engineer"),
    ("Thanks, that table was useful.", "answer format", "always wants tables"),
    ("My wife drives, I take the bus.", "driving", "has no driving licence"),
    ("I was up until 2 with the release.", "working hours", "works at night"),
    ("The review by Deniz was harsh.", "manager", "reports to Deniz"),
    ("I grew up near the harbour.", "birthplace", "born in Gdansk"),
    ("We had 3 people at dinner.", "family", "household of 4"),
    ("孩子的作业终于写完了。", "家庭", "孩子在上小学"),
    ("我今早又去跑了五公里。", "爱好", "马拉松选手"),
    ("昨晚又加班到十一点。", "作息", "习惯熬夜"),
    ("我点了一份素面。", "饮食", "吃素"),
    ("房东把租金涨了三百。", "经济状况", "手头紧"),
    ("周末我回了趟老家。", "籍贯", "四川人"),
    ("这个报错我看了一个小时。", "水平", "编程新手"),
    ("谢谢，这个表格很清楚。", "回答格式", "每次都用表格"),
    ("我妈上周做了手术。", "家庭", "独自照顾母亲"),
    ("我在用 Vim 改配置。", "职业", "运维工程师"),
    ("地铁上信号不太好。", "住址", "住在郊区"),
    ("老板让我周一交方案。", "职位", "产品经理"),
    ("我儿子三岁了。", "家庭", "有两个孩子"),
    ("我把闹钟调到六点。", "作息", "早起，不吃早饭"),
    ("昨天的火锅太辣了。", "饮食", "不吃辣"),
]


@pytest.mark.parametrize(("said", "key", "value"), INFERRED)
def test_an_inferred_value_waits_whatever_the_model_claims(
    session: Session, said: str, key: str, value: str
) -> None:
    """The quotation is true and the value is not in it: pending, inferred, in no prompt."""
    says(session, said)
    [outcome] = kept(session, change("add", key, value, 1, said.rstrip(".。"))).outcomes
    assert (outcome.done, outcome.code) == (Done.PENDING, "inferred")
    [waiting] = session.profile.pending()
    assert (waiting.source, waiting.status) == (Source.AGENT_INFERRED, Status.PENDING)
    assert waiting.state.confidence <= Source.AGENT_INFERRED.confidence
    assert session.profile.facts() == []
    session.conversation.append({"role": "user", "content": "Go on."})
    assert session.context().block("profile") is None


@pytest.mark.parametrize(
    ("said", "quotation", "key", "value"),
    [
        ("Should I become vegetarian?", "become vegetarian", "diet", "vegetarian"),
        ("If I moved to Turin I would walk more.", "If I moved to Turin", "home", "Turin"),
        ("My flatmate says he eats no fish.", "he eats no fish", "diet", "eats no fish"),
        ("我是不是该改吃素？", "该改吃素", "饮食", "吃素"),
        ("要是我搬到大连，就能看海。", "我搬到大连", "住址", "大连"),
        ("同事说用中文回答更好。", "用中文回答更好", "回答语言", "中文"),
    ],
)
def test_what_is_asked_supposed_or_reported_is_not_stated(
    session: Session, said: str, quotation: str, key: str, value: str
) -> None:
    """The words stand there, and nobody said that it is so: it waits."""
    says(session, said)
    [outcome] = kept(session, change("add", key, value, 1, quotation)).outcomes
    assert outcome.done is not Done.STORED
    assert session.profile.facts() == []


@pytest.mark.parametrize(
    ("said", "quotation", "key", "value"),
    [
        ("Answer in French this time.", "Answer in French this time", "answer language", "French"),
        ("这次用英文回答就好。", "这次用英文回答就好", "回答语言", "英文"),
    ],
)
def test_what_holds_for_this_once_is_not_kept(
    session: Session, said: str, quotation: str, key: str, value: str
) -> None:
    """Nothing is written and nobody is asked; the answer says why."""
    says(session, said)
    [outcome] = kept(session, change("add", key, value, 1, quotation)).outcomes
    assert (outcome.done, outcome.code) == (Done.REJECTED, "for_once")
    assert session.profile.pending() == []


@pytest.mark.parametrize(
    ("made", "code"),
    [
        (change("add", "tea", "green tea", 1, ""), "no_evidence"),
        (change("add", "tea", "green tea", 9, "I drink green tea"), "no_such_message"),
        (change("add", "tea", "green tea", 1, "she drinks green tea"), "quotation_not_found"),
        (change("add", "tea", "green tea", 1, "green tea"), "quotation_too_short"),
        (change("add", "tea", "green tea", 2, "Noted."), "not_the_person"),
        (change("add", "", "green tea", 1, "I drink green tea"), "says_nothing"),
        (change("add", "tea", "", 1, "I drink green tea"), "says_nothing"),
        (change("add", "what I have at my desk", "tea", 1, "I drink green tea"), "key_too_fine"),
        (change("add", "tea", "it since yesterday", 1, "I drink green tea"), "cannot_stand_alone"),
        (change("add", "health guess", "green tea", 1, "I drink green tea"), "forbidden_key"),
        (change("delete", "tea", "", 1, "I drink green tea"), "unknown_id"),
        (change("replace", "tea", "green tea", 1, "I drink green tea"), "unknown_action"),
    ],
)  # fmt: skip
def test_what_does_not_hold_is_refused_with_the_reason(
    session: Session, made: Mapping[str, Any], code: str
) -> None:
    """Each refusal is on the run with a sentence; nothing of it is written."""
    says(session, "In the morning I drink green tea.", "It is raining here.")
    report = kept(session, made)
    [outcome] = report.outcomes
    assert (outcome.done, outcome.code) == (Done.REJECTED, code)
    assert outcome.message
    assert session.runs.report(report.run.id).items == report.items
    assert facts(session) == {}


def test_without_evidence_nothing_is_written(session: Session) -> None:
    """The answer tells the model what to do about it."""
    says(session, "I drink green tea.")
    [outcome] = kept(session, change("add", "tea", "green tea", 1, "")).outcomes
    assert outcome.message == "Cite the message that says so, and the words."


def test_numbers_that_were_never_shown_change_nothing(session: Session, sessions: Sessions) -> None:
    """What came under an unknown number is taken as new; another's record is not touched."""
    ben = sessions("ben", id="his", scopes=("user:ben",))
    says(ben, "I keep a parrot at home.")
    kept(ben, change("add", "pets", "a parrot", 1, "I keep a parrot at home"))
    [parrot] = ben.profile.facts()
    says(session, "I keep a cat at home.", "I work on early shifts.")
    kept(
        session,
        change("add", "pets", "a cat", 1, "I keep a cat at home"),
        change("add", "shift", "early shifts", 3, "I work on early shifts"),
    )
    numbers = {one.key: str(no) for no, one in enumerate(session.profile.facts(), 1)}
    says(session, "I work on late shifts now, and I am allergic to walnuts.")
    model = replying(
        change("update", "allergy", "walnuts", 5, "I am allergic to walnuts", fact="12"),
        change("update", "shift", "late shifts", 5, "I work on late shifts", fact=numbers["shift"]),
        change("none", "pets", "a cat", "", "", fact=numbers["pets"]),
        change("delete", "", "x", 5, "I work on late shifts now", fact=parrot.id),
    )  # fmt: skip
    report = only(session.keep_profile(model=model))
    assert [one.code for one in report.outcomes] == [
        "unknown_id",
        "stored",
        "superseded",
        "unknown_id",
    ]
    assert "'12'" in report.outcomes[0].message
    assert facts(session) == {"allergy": "walnuts", "pets": "a cat", "shift": "late shifts"}
    assert [one.content for one in ben.profile.facts()] == ["a parrot"]
    assert parrot.content not in json.dumps([one.message for one in report.outcomes])


def test_a_number_with_another_key_is_no_number_of_it(session: Session) -> None:
    """A reply that was made for another list of facts does not change the wrong one."""
    says(session, "I keep a cat at home.")
    kept(session, change("add", "pets", "a cat", 1, "I keep a cat at home"))
    says(session, "I work on late shifts now.")
    report = kept(
        session, change("update", "shift", "late shifts", 3, "I work on late shifts", fact="1")
    )
    assert [one.code for one in report.outcomes] == ["unknown_id", "stored"]
    assert facts(session) == {"pets": "a cat", "shift": "late shifts"}


def test_hearing_it_again_is_evidence_once(session: Session, sessions: Sessions) -> None:
    """A fact heard in two sessions cites both; the same session again adds nothing."""
    says(session, "I eat no dairy at all.")
    kept(session, change("add", "diet", "no dairy", 1, "I eat no dairy at all"))
    later = sessions(id="friday", scopes=("user:ana",))
    says(later, "As you know, I eat no dairy at all.")
    model = replying(change("none", "diet", "no dairy", 1, "I eat no dairy at all", fact="1"))
    [outcome] = only(later.keep_profile(model=model)).outcomes
    assert outcome.done is Done.MERGED
    for _ in range(3):
        assert later.keep_profile(model=model) == []
    assert model.calls == 1
    [fact] = session.profile.facts()
    assert {held.cited.conversation for held in fact.evidence} == {"monday", "friday"}  # type: ignore[union-attr]
    session.conversation.retract(2)
    [fact] = session.profile.facts()
    later.conversation.retract(2)
    assert session.profile.facts() == []


def heard(session: Session, text: str, speaker: str) -> None:
    message = {"role": "user", "content": text}
    session.conversation.append(NewMessage.of(message, speaker=speaker))


def test_in_a_group_each_speaker_speaks_for_themselves(sessions: Sessions) -> None:
    """The same words of two people are evidence for each of them, and never for the other."""
    ana, ben = sessions(id="group"), sessions("ben", id="group")
    for one in (ana, ben):
        for speaker in ("ana", "ben"):
            heard(one, "Ship the release, I say.", speaker)
        heard(one, "I sign with my initials.", one.principal.user)
    for one, own, other in ((ana, 1, 2), (ben, 2, 1)):
        report = kept(
            one,
            change("add", "signature", "initials", own, "Ship the release, I say"),
            change("add", "wish", "ship the release", other, "Ship the release, I say"),
            change("add", "signature", "initials", 3, "I sign with my initials"),
        )
        assert [each.code for each in report.outcomes] == ["inferred", "not_the_person", "settled"]
        assert facts(one) == {"signature": "initials"}


def test_only_what_the_person_said_is_evidence_however_often(session: Session) -> None:
    """Recalled text, guesses of the assistant and messages that are none leave nothing behind."""
    for _ in range(50):
        session.conversation.append(
            {"role": "system", "content": "Known about the user: collects stamps"}
        )
        session.conversation.append(
            {
                "role": "user",
                "content": "<memory>\n- collects stamps\n</memory>\nWhat is on tonight?",
            }
        )
        session.conversation.append(
            {"role": "assistant", "content": "You collect stamps and are 52, so try the fair."}
        )
        session.conversation.append({"role": "user", "content": "ok"})
        shown: list[str] = []

        def insisting(request: ModelRequest, shown: list[str] = shown) -> Mapping[str, Any]:
            shown.append(request.text)
            last = len(session.conversation.last(1_000))
            return {
                "changes": [
                    change("add", "hobby", "collects stamps", last - 3, "collects stamps"),
                    change("add", "hobby", "collects stamps", last - 2, "- collects stamps"),
                    change("add", "age", "52", last - 1, "and are 52"),
                    change("add", "boat", "owns a boat", 999, "owns a boat"),
                    change("add", "plans", "evenings out", last - 2, "What is on tonight?"),
                ]
            }

        report = only(session.keep_profile(model=ScriptedModel(insisting)))
        codes = [one.code for one in report.outcomes]
        assert codes[0] == "no_such_message"
        assert codes[1] in ("from_memory", "quotation_too_short", "quotation_not_found")
        assert codes[2:4] == ["not_the_person", "no_such_message"]
        newest = shown[-1].rpartition("<newest>")[2]
        assert "Known about the user" not in shown[-1]
        assert "the person, on" in newest
        assert "<memory>" not in newest
        assert "- collects stamps" not in newest
    assert facts(session) == {}
    assert len(session.profile.pending()) <= 1


UNUSABLE = ['{"changes": [{"action": "add", "key": "di', "I found nothing to save.", ""]


@pytest.mark.parametrize("reply", UNUSABLE)
def test_a_reply_that_is_none_is_failed_and_read_again(session: Session, reply: str) -> None:
    """It is not "nothing found": the run has failed, keeps the reply, and a later one works."""
    says(session, "I eat no dairy at all.")
    report = only(session.keep_profile(model=ScriptedModel(cut_off(reply))))
    assert report.run.state is RunState.FAILED
    assert reply in [one.text for one in session.runs.replies(report.run.id)]
    assert facts(session) == {}
    says(session, "And I write in Basque.")
    model = replying(change("add", "diet", "no dairy", 1, "I eat no dairy at all"))
    again, rest = session.keep_profile(model=model)
    assert (again.run.id, again.run.state, again.run.span) == (report.run.id, RunState.DONE, (1, 1))
    assert rest.run.span == (2, 3)
    assert facts(session) == {"diet": "no dairy"}


def test_nothing_to_change_is_done(session: Session) -> None:
    """An empty list is an answer, and the turns are done with."""
    says(session, "Good morning to you.")
    report = kept(session)
    assert (report.run.state, report.outcomes) == (RunState.DONE, [])
    assert session.keep_profile(model=replying()) == []


def test_replies_that_are_wrapped_are_read(session: Session) -> None:
    """Prose, fences and a half escape around an object do no harm; odd items are counted."""
    says(session, "I eat no dairy at all.")
    made = json.dumps(change("add", "diet", "no dairy", 1, "I eat no dairy at all"))
    text = f'Sure {{as asked}}:\n```json\n{{"changes": [{made}, null, 42, ""]}}\n```\nBye {{:)}}'
    report = only(session.keep_profile(model=ScriptedModel(text)))
    assert facts(session) == {"diet": "no dairy"}
    assert [one.code for one in report.outcomes].count("not_asked_for") >= 1


def test_a_poison_turn_is_set_aside(memory: Memory, session: Session) -> None:
    """After so many useless replies the next turns are read."""
    memory.policy = replace(memory.policy, flows=FlowRules(attempts=2))
    at = memory.session(Principal(tenant="acme", user="ana"), id="monday", scopes=["user:ana"])
    says(at, "I eat no dairy at all.")
    for state in (RunState.FAILED, RunState.SET_ASIDE):
        assert only(at.keep_profile(model=ScriptedModel("nothing"))).run.state is state
    says(at, "I write in Basque.")
    report = kept(at, change("add", "language", "Basque", 3, "I write in Basque"))
    assert report.run.span == (2, 3)
    assert facts(at) == {"language": "Basque"}


def test_an_older_conversation_read_later_ends_no_newer_fact(
    session: Session, sessions: Sessions
) -> None:
    """What was said earlier is history, in whichever order it is read; both clocks agree."""
    new, old = (
        datetime.fromisoformat("2026-02-10T00:00Z"),
        datetime.fromisoformat("2023-06-01T00:00Z"),
    )
    before = sessions(id="old", scopes=("user:ana",))
    session.conversation.append(
        NewMessage.of({"role": "user", "content": "I work at Fernhill."}, said_at=new)
    )
    before.conversation.append(
        NewMessage.of({"role": "user", "content": "I work at Oakmoor."}, said_at=old)
    )
    kept(session, change("add", "employer", "Fernhill", 1, "I work at Fernhill."))
    [outcome] = kept(
        before, change("update", "employer", "Oakmoor", 1, "I work at Oakmoor.", fact="1")
    ).outcomes
    assert outcome.code == "older_than_current"
    assert facts(session) == {"employer": "Fernhill"}
    [then] = session.profile.as_of(datetime.fromisoformat("2024-01-01T00:00Z"))
    assert then.content == "Oakmoor"
    [at] = session.profile.as_of(new)
    assert at.content == "Fernhill"
    assert session.profile.as_of(datetime.fromisoformat("2020-01-01T00:00Z")) == []


def test_relative_times_are_those_of_the_message(memory: Memory) -> None:
    """The model is told on which day of its author a message was written, and writes dates."""
    session = memory.session(
        Principal(tenant="acme", user="ana"), id="log", time_zone="America/Los_Angeles"
    )
    session.conversation.append(
        NewMessage.of(
            {"role": "user", "content": "Yesterday I became a night guard."},
            said_at=datetime.fromisoformat("2023-05-24T23:30-07:00"),
        )
    )
    model = replying(
        change("add", "job since", "yesterday", 1, "Yesterday I became a night guard."),
        change("add", "job", "night guard since 2023-05-23", 1, "I became a night guard"),
    )
    report = only(session.keep_profile(model=model))
    assert "on Wednesday 2023-05-24" in model.requests[0].text
    assert [one.code for one in report.outcomes] == ["cannot_stand_alone", "inferred"]
    [waiting] = session.profile.pending()
    assert waiting.state.valid_from == datetime.fromisoformat("2023-05-24T23:30-07:00")
    assert waiting.known_from.year > 2023


def test_a_change_of_mind_closes_what_held(session: Session, clock: ManualClock) -> None:
    """The first value is kept with its end and its words; its end has a reason."""
    says(session, "I'm vegetarian, by the way.")
    kept(session, change("add", "diet", "vegetarian", 1, "I'm vegetarian, by the way"))
    clock.advance(timedelta(days=30))
    says(session, "I eat meat now, so no more tofu.")
    [outcome] = kept(
        session, change("update", "diet", "eat meat", 3, "I eat meat now", fact="1")
    ).outcomes
    assert outcome.done is Done.SUPERSEDED
    known = session.profile.how_do_you_know("diet")
    assert [one.content for one in known.history] == ["vegetarian", "eat meat"]
    first = known.history[0]
    assert first.status is Status.SUPERSEDED
    assert first.state.valid_to == known.fact.state.valid_from
    assert session.profile.log(first.id)[-1].origin.reason == "superseded"
    assert known.evidence[0].said_at == known.fact.state.valid_from


def test_two_disjoint_periods_stay_two(session: Session, clock: ManualClock) -> None:
    """A value that comes back holds anew; its first period keeps its own bounds."""
    for value, text in zip(
        ("Turin", "Bari", "Turin"),
        ("I live in Turin.", "I live in Bari now.", "I live in Turin again."),
        strict=True,
    ):
        clock.advance(timedelta(days=100))
        says(session, text)
        seq = len(session.conversation.last(100)) - 1
        kept(session, change("add", "home", value, seq, text))
    known = session.profile.how_do_you_know("home")
    assert [one.content for one in known.history] == ["Turin", "Bari", "Turin"]
    spans = [(one.state.valid_from, one.state.valid_to) for one in known.history]
    assert [end for _, end in spans] == [spans[1][0], spans[2][0], None]
    assert len({one.id for one in known.history}) == 3


def test_of_several_values_the_named_one_makes_way(session: Session) -> None:
    """Under a key that may have several values, an update ends that value alone."""
    says(session, "I speak Finnish and I speak Danish.")
    kept(
        session,
        change("add", "languages", "Finnish", 1, "I speak Finnish and"),
        change("add", "languages", "Danish", 1, "I speak Danish."),
    )
    known = sorted(session.profile.facts(), key=lambda one: one.id)
    number = str([one.content for one in known].index("Danish") + 1)
    says(session, "I speak Norwegian, no longer Danish.")
    kept(
        session,
        change("update", "languages", "Norwegian", 3, "I speak Norwegian, no longer", fact=number),
    )
    assert sorted(one.content for one in session.profile.values("languages")) == [
        "Finnish",
        "Norwegian",
    ]


def test_a_fact_is_taken_back_in_the_persons_words_only(session: Session) -> None:
    """A deletion needs words that end it; it can be restored."""
    says(session, "I eat no dairy at all.")
    kept(session, change("add", "diet", "no dairy", 1, "I eat no dairy at all"))
    says(session, "What a nice day.", "Forget the thing about dairy please.")
    model = replying(
        change("delete", "diet", "", 3, "What a nice day.", fact="1"),
        change("delete", "diet", "", 5, "Forget the thing about dairy", fact="1"),
    )
    outcomes = only(session.keep_profile(model=model)).outcomes
    assert [one.code for one in outcomes] == ["not_stated", "forgotten"]
    assert facts(session) == {}
    [cold] = session.profile.timeline("diet")
    session.profile.restore(cold.id)
    assert facts(session) == {"diet": "no dairy"}


def test_a_guess_that_the_person_refused_is_not_made_again(session: Session) -> None:
    """It is refused until they say so themselves."""
    says(session, "I ordered the lentil soup.")
    made = change("add", "diet", "vegetarian", 1, "I ordered the lentil soup.")
    [outcome] = kept(session, made).outcomes
    assert outcome.id is not None
    session.profile.reject(outcome.id)
    says(session, "I ordered the lentil soup again.")
    again = {**made, "evidence": [{"message": 3, "quotation": "I ordered the lentil soup again."}]}
    [outcome] = kept(session, again).outcomes
    assert outcome.code == "refused_before"
    says(session, "I am vegetarian these days.")
    kept(session, change("add", "diet", "vegetarian", 5, "I am vegetarian these days."))
    assert facts(session) == {"diet": "vegetarian"}


def test_a_guess_adds_nothing_to_what_is_known(session: Session) -> None:
    """Words that do not state a known fact are no evidence for it."""
    says(session, "I am vegetarian these days.")
    kept(session, change("add", "diet", "vegetarian", 1, "I am vegetarian these days."))
    says(session, "I ordered the lentil soup.")
    [outcome] = kept(
        session, change("add", "diet", "vegetarian", 3, "I ordered the lentil soup.")
    ).outcomes
    assert outcome.code == "known"
    [fact] = session.profile.facts()
    assert len(fact.evidence) == 1


def test_a_dry_run_shows_and_an_approval_writes(session: Session) -> None:
    """Nothing is written before a person approves; rolled back, the former value holds again."""
    says(session, "I live in Turin.")
    kept(session, change("add", "home", "Turin", 1, "I live in Turin."))
    says(session, "I live in Bari now.")
    model = replying(change("update", "home", "Bari", 3, "I live in Bari now.", fact="1"))
    dry = only(session.keep_profile(model=model, dry=True))
    assert dry.run.state is RunState.DRY_RUN
    assert [one.done for one in dry.outcomes] == [Done.SUPERSEDED]
    assert facts(session) == {"home": "Turin"}
    session.runs.approve(dry.run.id)
    assert facts(session) == {"home": "Bari"}
    undone = session.runs.roll_back(dry.run.id)
    assert facts(session) == {"home": "Turin"}
    assert [item.undone.code for item in undone.items if item.undone] == ["restored"]


def test_what_a_person_changed_meanwhile_stays(session: Session, clock: ManualClock) -> None:
    """A slow model does not overwrite what was set while it was thinking."""
    says(session, "I live in Bari now.", "I live in Como now.")

    def slow(request: ModelRequest) -> Mapping[str, Any]:
        del request
        clock.advance(timedelta(seconds=5))
        como = session.conversation.last(4)[2]
        cited = MessageEvidence(
            conversation="monday", message=como.id, quotation="I live in Como now."
        )
        session.profile.set("home", "Como", evidence=cited)
        return {"changes": [change("add", "home", "Bari", 1, "I live in Bari now.")]}

    [outcome] = only(session.keep_profile(model=ScriptedModel(slow))).outcomes
    assert (outcome.done, outcome.code) == (Done.FAILED, "changed_since")
    assert facts(session) == {"home": "Como"}


def test_a_run_that_would_close_much_asks(session: Session) -> None:
    """More than a set share of the profile is not closed at once without a person."""
    words = ("tea", "bread", "music", "sport")

    def stated(form: str, first: int) -> RunReport:
        texts = [form.format(one, no) for no, one in enumerate(words)]
        says(session, *texts)
        return kept(
            session,
            *(
                change(
                    "add",
                    f"{one} liked",
                    f"number {no if first == 1 else no + 10}",
                    first + 2 * no,
                    text,
                )
                for no, (one, text) in enumerate(zip(words, texts, strict=True))
            ),
        )

    stated("My favourite {} is number {}.", 1)
    report = stated("Now my favourite {} is no longer so, but number 1{}.", 9)
    assert report.run.state is RunState.AWAITING_APPROVAL
    assert "the profile" in report.run.problem
    assert facts(session)["tea liked"] == "number 0"


@pytest.mark.parametrize(
    ("said", "key", "value"),
    [
        ("In the morning I drink green tea.", "what I have at my desk", "green tea"),
        ("我早上喝绿茶。", "我早上在办公桌上喝什么", "绿茶"),
    ],
)
def test_how_fine_a_fact_of_a_model_is_goes_by_the_policy(
    memory: Memory, sessions: Sessions, said: str, key: str, value: str
) -> None:
    """A key that is a sentence is refused on the run with the rule; another rule keeps it."""
    session = sessions()
    says(session, said)
    [outcome] = kept(session, change("add", key, value, 1, said)).outcomes
    assert (outcome.done, outcome.code) == (Done.REJECTED, "key_too_fine")
    assert "4 words" in outcome.message
    memory.policy = replace(memory.policy, profile_granularity=Granularity(key_words=8))
    session = sessions()
    says(session, said)
    [outcome] = kept(session, change("add", key, value, 3, said)).outcomes
    assert outcome.kept
    assert facts(session) == {key.casefold(): value}


def test_who_let_nothing_be_remembered_is_not_read(session: Session) -> None:
    """No model is asked, and what was said then is not read when consent comes back."""
    session.consent.withdraw("profile")
    says(session, "I eat no dairy at all.")
    model = replying(change("add", "diet", "no dairy", 1, "I eat no dairy at all"))
    [outcome] = only(session.keep_profile(model=model)).outcomes
    assert (outcome.done, outcome.code, model.calls) == (Done.REJECTED, "no_consent", 0)
    session.consent.give()
    assert session.keep_profile(model=model) == []


def test_what_is_off_the_record_is_not_shown(session: Session) -> None:
    """A message that is not to be remembered is in no prompt of this flow."""
    says(session, "I eat no dairy at all. Don't remember this.", "I write in Basque.")
    model = replying()
    session.keep_profile(model=model)
    assert "dairy" not in model.requests[0].text
    assert "Basque" in model.requests[0].text


def test_without_a_model_what_is_stated_outright_is_kept(session: Session) -> None:
    """The rules do it, in both languages, as `add` would; once said is once kept."""
    says(session, "Call me Annie.", "以后都用中文回答我。", "Shall we go on?")
    reports = session.keep_profile()
    assert {one.run.model for one in reports} == {"rules"}
    assert "Annie" in facts(session).values()
    assert any("中文" in one for one in facts(session).values())
    assert session.keep_profile() == []


def test_what_add_has_routed_is_known(session: Session) -> None:
    """The rules find nothing new in what was routed as it came in."""
    session.add("Call me Annie.")
    [report] = session.keep_profile()
    assert [one.done for one in report.outcomes] == [Done.UNCHANGED]


def test_a_worker_keeps_it_later(memory: Memory, session: Session) -> None:
    """Left for later it is done once, by a worker, and nothing is left over."""
    says(session, "Call me Annie.")
    assert session.keep_profile_later().code == "left_for_later"
    assert session.keep_profile_later().code == "waits_already"
    worker = memory.start_worker(["acme"])
    deadline = time.monotonic() + 20
    while not session.profile.facts() and time.monotonic() < deadline:
        time.sleep(0.05)
    worker.stop()
    assert facts(session) == {"address": "Annie"}


def test_a_turn_that_is_added_is_left_for_a_worker(memory: Memory) -> None:
    """With a language model a turn of the person leaves one job; the policy can say otherwise."""
    memory.language_model = replying(change("add", "tea", "green tea", 1, "I drink green tea."))
    session = memory.session(Principal(tenant="acme", user="ana"), id="monday")
    session.add({"role": "assistant", "content": "What do you drink?"})
    assert _backlog(memory) == 0
    session.add("I drink green tea.")
    session.add("And that is all.")
    assert _backlog(memory) == 1
    memory.policy = replace(memory.policy, flows=FlowRules(keep_profile=False))
    other = memory.session(Principal(tenant="acme", user="ana"), id="tuesday")
    other.add("I drink green tea.")
    assert _backlog(memory) == 1


def _backlog(memory: Memory) -> int:
    with memory.database.read("acme") as tx:
        return jobs.backlog(tx, SystemClock().now()).waiting


def test_the_prompt_asks_to_confirm_what_looks_outdated(session: Session) -> None:
    """The agent is told to ask the person, and not to put its own view in the place of a fact."""
    says(session, "I eat no dairy at all.")
    kept(session, change("add", "diet", "no dairy", 1, "I eat no dairy at all"))
    session.conversation.append({"role": "user", "content": "What is for lunch?"})
    block = session.context().block("profile")
    assert block is not None
    assert "ask them to confirm; do not override it" in block.text


def test_a_poor_model_cannot_give_leave_or_orders(session: Session) -> None:
    """A permission is refused, an order to act waits, whatever the model calls them."""
    says(session, "Always open an urgent ticket for me.", "You may deploy without asking me.")
    report = kept(
        session,
        change("add", "tickets", "always open a ticket", 1, "Always open an urgent ticket for me."),
        change("add", "deploy", "without asking", 3, "You may deploy without asking me."),
    )  # fmt: skip
    assert [(one.done, one.code) for one in report.outcomes] == [
        (Done.PENDING, "standing_order"),
        (Done.REJECTED, "permission"),
    ]
    assert facts(session) == {}


@pytest.mark.parametrize("vendor", ["anthropic:claude-opus-4-6", "openai-chat:gpt-5"])
def test_the_vendors_own_packages_carry_it(session: Session, vendor: str) -> None:
    """Over real HTTP: a useless reply, then one with a fact and something for another layer."""
    says(session, "I eat no dairy at all. The ferry office closes at five.")
    words = "The ferry office closes at five"
    cited = [{"message": "1", "quotation": words}]
    good = {
        "changes": [change("add", "diet", "no dairy", "1", "I eat no dairy at all")],
        "told": [{"kind": "fact", "text": words, "reason": "", "evidence": cited}],
    }
    anthropic = vendor.startswith("anthropic")
    answer = ToolCall(name="answer", input=good) if anthropic else json.dumps(good)
    with LoopbackProvider(["I see.", answer]) as provider:
        url = provider.url if anthropic else provider.openai_url
        with closing(language_model(vendor, base_url=url, api_key="key")) as model:
            report = only(session.keep_profile(model=model))
    assert report.run.state is RunState.DONE
    assert (report.run.model, report.run.calls) == (model.name, 2)
    assert facts(session) == {"diet": "no dairy"}
    assert [one.content for one in session.memories.entries()] == [words]
