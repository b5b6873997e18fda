"""Why something is in a prompt, or is not, has an answer for each thing that has the words."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest
from tests.behaviour.conftest import Sessions

from stratal import InvalidValue, Kind, MessageEvidence, NotFound, Scope, Session, Topic
from stratal.cli.app import run
from stratal.context.why import Answer, Verdict
from stratal.testing.clock import ManualClock

WORK = ("user:ana", "repo:trip")
MANAGER = Topic(subject="trip", attribute="package manager")


def said(session: Session, text: str) -> MessageEvidence:
    outcome = session.conversation.append({"role": "user", "content": text})
    assert outcome.id is not None
    return MessageEvidence(conversation=session.id, message=outcome.id, quotation=text)


def keep(
    session: Session, text: str, *, scope: str = "repo:trip", topic: Topic | None = None
) -> str:
    """A preference that the person states."""
    outcome = session.memories.remember(
        text,
        kind=Kind.PREFERENCE,
        topic=topic,
        scope=Scope.parse(scope),
        evidence=said(session, text),
    )
    assert outcome.id is not None, outcome
    return outcome.id


def of(session: Session, text: str, id: str, **asked: object) -> Answer:
    """The answer for one thing."""
    [answer] = [one for one in session.why(text, **asked) if one.id == id]  # type: ignore[arg-type]
    return answer


def test_what_is_in_the_prompt_names_its_block(sessions: Sessions) -> None:
    """Pinned, binding, in the profile, in the window, recalled, in the task: which block, why."""
    session = sessions(scopes=WORK)
    rule = keep(session, "trip 项目用 pnpm，别用 npm")
    name = session.profile.set("address", "Ana", evidence=said(session, "Please call me Ana"))
    note = session.memories.remember("The staging server is called otter.")
    task = session.task("move", goal="move to the quokka server")
    question = said(session, "What is the staging server called?")
    assert name.id is not None
    assert note.id is not None
    for text, item, words in (
        ("PNPM 项目", rule, "block 2 (pinned): pinned in repo:trip"),
        ("call me ana", said(session, "Yes, call me Ana").message, "block 4 (window): message"),
        ("ana", name.id, "block 1 (profile)"),
        ("otter", note.id, "block 5 (recalled)"),
        ("staging called?", question.message, "block 4 (window): message 3"),
        (rule[:14], rule, "block 2 (pinned)"),
    ):
        answer = of(session, text, item, task=task)
        assert (answer.verdict, words in answer.sentence) == (Verdict.IN_PROMPT, True), answer
    [goal, *_] = session.why("quokka", task=task)
    assert "block 3 (task)" in goal.sentence


def test_every_reason_for_absence_is_told_apart(sessions: Sessions, clock: ManualClock) -> None:
    """Never stored, pending, superseded, other scope, shadowed, cold, expired, rejected."""
    session = sessions(scopes=WORK)
    old = keep(session, "Install with npm in trip.", topic=MANAGER)
    clock.advance(timedelta(days=1))
    new = keep(session, "Install with pnpm in trip.", topic=MANAGER)
    waits = session.memories.remember("Always open an urgent ticket for the heron outage.").id
    refused = session.memories.remember("Always page the pelican team at night.").id
    assert waits is not None
    assert refused is not None
    session.memories.reject(refused)
    elsewhere = sessions(id="b", scopes=("user:ana", "repo:other"))
    far = elsewhere.memories.remember("The lemur service listens on port 7001.").id
    cold = session.memories.remember("The badger cache is emptied at night.").id
    short = session.memories.remember("The newt queue drains slowly.").id
    assert far is not None
    assert cold is not None
    assert short is not None
    session.memories.forget(cold)
    said(session, "Hello.")
    answer = of(session, "npm in trip", old)
    assert answer.verdict is Verdict.SUPERSEDED
    assert new in answer.sentence
    assert "2026-03-03" in answer.sentence
    assert "pnpm in trip" in answer.sentence
    assert of(session, "heron", waits).verdict is Verdict.PENDING
    assert "standing order" in of(session, "heron", waits).sentence
    assert of(session, "pelican", refused).verdict is Verdict.REJECTED
    assert of(session, "badger", cold).verdict is Verdict.COLD
    [never] = session.why("lemur")
    assert never.verdict is Verdict.NEVER_STORED
    answer = of(session, "lemur", far, also=["repo:other"])
    assert (answer.verdict, answer.text) == (Verdict.OTHER_SCOPE, "")
    assert "repo:other" in answer.sentence
    answer = of(session, "newt queue", short)
    assert answer.verdict is Verdict.BELOW_SCORE
    clock.advance(timedelta(days=91))
    assert of(session, "newt queue", short).verdict is Verdict.EXPIRED
    session.memories.delete(short)
    [gone] = session.why(short)
    assert (gone.verdict, gone.layer) == (Verdict.DELETED, "memories")
    [gone] = session.why("newt queue")
    assert gone.verdict is Verdict.NEVER_STORED
    assert "deleted leaves no words" in gone.sentence


def test_what_did_not_fit_and_what_is_hidden(sessions: Sessions) -> None:
    """Out of budget, and shadowed by the scope nearest the end of the list."""
    session = sessions(scopes=WORK)
    topic = Topic(subject="code", attribute="indent")
    wide = keep(session, "Indent code with two spaces.", scope="user:ana", topic=topic)
    keep(session, "Indent code with tabs.", topic=topic)
    long = keep(session, f"Keep to the house rules: {'and be kind, ' * 40}always.")
    said(session, "Go on.")
    assert of(session, "two spaces", wide).verdict is Verdict.SHADOWED
    answer = of(session, "house rules", long, budget=120)
    assert answer.verdict is Verdict.OUT_OF_BUDGET
    assert "block pinned" in answer.sentence


def test_messages_have_answers_too(sessions: Sessions) -> None:
    """In the window, older than it, on a page, retracted."""
    session = sessions(scopes=WORK)
    first = said(session, "The walrus branch is merged.").message
    for number in range(30):
        session.conversation.append({"role": "assistant", "content": f"Step {number} is done."})
        said(session, f"Go on with {number + 1}.")
    assert of(session, "walrus", first).verdict is Verdict.LEFT_THE_WINDOW
    session.compact()
    answer = of(session, "walrus", first)
    assert (answer.verdict, "page-1-" in answer.sentence) == (Verdict.LEFT_THE_WINDOW, True)
    gone = said(session, "The ibis branch, too.").message
    session.conversation.retract(1)
    assert of(session, "ibis", gone).verdict is Verdict.RETRACTED


def test_a_recorded_prompt_can_be_asked_about(sessions: Sessions, clock: ManualClock) -> None:
    """What was stored after it was made is told apart from what it did not show."""
    session = sessions(scopes=WORK)
    rule = keep(session, "trip 项目用 pnpm，别用 npm")
    made = session.context(record=True)
    clock.advance(timedelta(hours=1))
    later = keep(session, "Run the otter tests with pnpm.")
    assert made.manifest.id is not None
    for asked in (made.manifest.id, made):
        assert of(session, "pnpm", rule, context=asked).verdict is Verdict.IN_PROMPT
    assert of(session, "otter", later, context=made.manifest.id).verdict is Verdict.STORED_LATER
    assert of(session, "otter", later).verdict is Verdict.IN_PROMPT
    with pytest.raises(NotFound):
        session.why("pnpm", context="01a2")


def test_before_anybody_spoke_there_is_an_answer(sessions: Sessions) -> None:
    """No prompt is made yet; what is stored is told of all the same."""
    session = sessions(scopes=WORK)
    note = session.memories.remember("The staging server is called otter.").id
    assert note is not None
    answer = of(session, "otter", note)
    assert "there is no prompt yet" in answer.sentence


def test_nothing_of_others_is_told(sessions: Sessions) -> None:
    """Another person's profile, conversation and scope: as if never stored."""
    other = sessions("bo", scopes=("user:bo", "team:rail"))
    other.profile.set("address", "Wombat", evidence=said(other, "Please call me Wombat"))
    other.memories.remember("The wombat burrow is flooded.")
    session = sessions(scopes=WORK)
    said(session, "Hello.")
    [answer] = session.why("wombat")
    assert answer.verdict is Verdict.NEVER_STORED
    with pytest.raises(InvalidValue, match="another person"):
        session.why("wombat", also=["user:bo"])


def test_the_command_line_explains(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`context explain`, `why` and `list` over one database; a query is still no command."""
    where = ["--database", str(tmp_path / "m.db"), "--scope", "repo:trip"]
    assert run([*where, "add", "这个项目用 pnpm，别用 npm"]) == 0
    assert run([*where, "context", "list"]) == 0
    assert "None is on the record" in capsys.readouterr().out
    assert run(["context", *where, "date library", "--record"]) == 0
    assert "recorded as" in capsys.readouterr().out
    assert run(["context", *where, "--json", "list"]) == 0
    [listed] = json.loads(capsys.readouterr().out)["contexts"]
    assert run(["context", "explain", *where, listed["id"][:20]]) == 0
    told = capsys.readouterr().out
    assert "pinned in repo:trip" in told
    assert "query date library" in told
    assert run(["context", "explain", listed["id"], *where, "--json", "--replay"]) == 0
    explained = json.loads(capsys.readouterr().out)
    assert explained["erased"] == []
    assert "pnpm" in explained["texts"]["pinned"]
    assert run([*where, "context", "why", "pnpm", "--context", listed["id"], "--json"]) == 0
    answers = json.loads(capsys.readouterr().out)["answers"]
    assert {one["answer"] for one in answers} == {"in the prompt"}
    assert run(["context", "--database", str(tmp_path / "m.db"), "why", "pnpm"]) == 0
    assert "which this session was not" in " ".join(capsys.readouterr().out.split())
    assert run([*where, "context", "explain", "01zz"]) != 0
