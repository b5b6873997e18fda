"""Compaction covers each message once, loses nothing critical, and fails without harm."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from itertools import chain

import pytest
from tests.behaviour.conftest import Sessions

from stratal import Done, NotFound, Session
from stratal.core.canonical import Json
from stratal.core.compaction import Critical, Dropped, Stage
from stratal.errors import ModelUnavailable
from stratal.models.summarizer import ExtractiveSummarizer, SummaryRequest
from stratal.testing.summarizers import (
    Answer,
    EmptySummarizer,
    FailingSummarizer,
    LongSummarizer,
    LoopingSummarizer,
    LossySummarizer,
    ScriptedSummarizer,
)
from stratal.testing.wire import anthropic_faults, openai_faults
from stratal.text.counting import estimate_tokens
from stratal.text.critical import Standing


def say(session: Session, *sayings: tuple[str, str]) -> None:
    """Messages as (id, words): the user's if the id begins with u, else the assistant's."""
    for name, words in sayings:
        role = "user" if name.startswith("u") else "assistant"
        session.conversation.append({"role": role, "content": words}, id=name)


def talk(session: Session, count: int) -> None:
    """`count` messages m01, m02 … in turn."""
    for no in range(1, count + 1):
        role = "user" if no % 2 else "assistant"
        session.conversation.append({"role": role, "content": f"word {no}"}, id=f"m{no:02}")


def covering(request: SummaryRequest) -> str:
    """Names the messages that were given, after those that the earlier summary named."""
    ids = [*request.earlier.split()[1:], *(one.id for one in request.messages)]
    return " ".join(["COVERS:", *ids])


def shown(session: Session, **options: object) -> tuple[str, list[str]]:
    """The summary block of a context and the words of its messages."""
    context = session.context(stage="summarize", **options)  # type: ignore[arg-type]
    assert anthropic_faults(context.to_anthropic()) == []
    assert openai_faults(context.to_openai()) == []
    block = context.block("summary")
    return "" if block is None else block.text, [one.text for one in context.window.kept]


def test_each_message_is_covered_once(sessions: Sessions) -> None:
    """What the first compaction kept, the second covers; with nothing new nobody is asked."""
    session = sessions()
    summarizer = ScriptedSummarizer(covering)
    say(session, *((f"{who}{no}", f"{who}{no}") for no in (1, 2, 3) for who in "ua"))
    first = session.compact(keep=4, summarizer=summarizer)
    assert (first.done, first.revision) == (Done.STORED, 1)
    text, kept = shown(session, window=4)
    assert "COVERS: u1 a1\n" in text
    assert kept == ["u2", "a2", "u3", "a3"]

    say(session, ("u4", "u4"), ("a4", "a4"))
    assert session.compact(keep=2, summarizer=summarizer).done is Done.STORED
    text, kept = shown(session, window=2)
    assert "COVERS: u1 a1 u2 a2 u3 a3\n" in text
    assert kept == ["u4", "a4"]
    given = [one.id for request in summarizer.requests for one in request.messages]
    assert given == ["u1", "a1", "u2", "a2", "u3", "a3"]

    again = session.compact(keep=2, summarizer=summarizer)
    assert (again.done, again.code, again.revision) == (Done.UNCHANGED, "nothing_new", 2)
    assert len(summarizer.requests) == 2
    history = session.compactions.history()
    assert [one.covers for one in history] == [((1, 2),), ((3, 6),)]
    assert history[0].summary == "COVERS: u1 a1"


THINKING: Sequence[dict[str, Json]] = (
    {"type": "thinking", "thinking": "What was it all about?", "signature": "S"},
)
CALLS = "14 steps were run."


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("  \n", "nothing"),
        (THINKING, "nothing"),
        ("<think>What was it?</think>\n", "thinking alone"),
        (ConnectionError("connection reset"), "ConnectionError"),
        (ModelUnavailable("m", "is overloaded"), "is overloaded"),
    ],
)
def test_an_answer_that_is_none_costs_nothing(
    sessions: Sessions, answer: Answer | Exception, said: str
) -> None:
    """The earlier summary stays, all messages are shown, the record says why; it is retried."""
    session = sessions()
    say(
        session,
        ("u0", "What is the plan for the long journey?"),
        ("a0", "We take the night train."),
    )
    say(session, ("u00", "word"))
    assert session.compact(keep=1, summarizer=ScriptedSummarizer("S0 stands.")).kept
    talk(session, 30)
    summarizer = (
        FailingSummarizer(answer) if isinstance(answer, Exception) else ScriptedSummarizer(answer)
    )
    before = session.compactions.history()
    outcome = session.compact(keep=6, summarizer=summarizer)
    assert (outcome.done, outcome.code) == (Done.FAILED, "summarizer_failed")
    assert session.compactions.history() == before
    [failure] = session.compactions.failures()
    assert said in failure.error
    assert failure.span == (3, 27)
    text, kept = shown(session, window=6, summarizer=summarizer)
    assert "S0 stands." in text
    assert len(kept) == 31

    good = ScriptedSummarizer("Numbers were counted.")
    assert session.compact(keep=6, summarizer=good).done is Done.STORED
    assert [len(one.messages) for one in good.requests] == [25]
    text, kept = shown(session, window=6)
    assert "Numbers were counted." in text
    assert kept == [f"word {no}" for no in range(25, 31)]


def test_a_context_tries_again_each_turn_and_says_so(sessions: Sessions) -> None:
    """While no summarizer answers, contexts are whole and carry a note; then one compacts."""
    session = sessions()
    talk(session, 45)
    summarizer = FailingSummarizer(times=3)
    for _ in range(3):
        context = session.context(stage="summarize", summarizer=summarizer)
        assert len(context.window.kept) == 45
        assert any("not compacted" in note for note in context.manifest.notes)
        # A budget is kept all the same: the copy is cut, nothing else.
        small = session.context(stage="truncate", budget=60)
        assert small.tokens <= 60
    assert len(session.compactions.failures()) == 3
    context = session.context(stage="summarize", summarizer=summarizer)
    assert len(context.window.kept) < 21
    assert context.block("summary") is not None


def steps(session: Session, count: int) -> None:
    for no in range(count):
        call: Json = {
            "id": f"c{no}",
            "type": "function",
            "function": {"name": "step", "arguments": "{}"},
        }
        session.conversation.append({"role": "assistant", "content": None, "tool_calls": [call]})
        session.conversation.append({"role": "tool", "tool_call_id": f"c{no}", "content": "done"})


def test_a_span_without_a_word_of_the_user_is_summarised(sessions: Sessions) -> None:
    """One request and 14 steps: the older steps are given, whole, and the request stays."""
    session = sessions()
    say(session, ("u1", "Please migrate the service."))
    steps(session, 14)
    say(session, ("a1", "It is done."))
    summarizer = ScriptedSummarizer(CALLS)
    assert session.compact(keep=6, summarizer=summarizer).done is Done.STORED
    [request] = summarizer.requests
    assert len(request.messages) % 2 == 0
    assert {one.role for one in request.messages} == {"assistant", "tool"}
    text, kept = shown(session, window=6)
    assert CALLS in text
    assert kept[0] == "Please migrate the service."
    assert kept[-1] == "It is done."
    assert session.compactions.current().left_over == (1,)  # type: ignore[union-attr]

    say(session, ("u2", "Thanks. Next one."), ("a2", "Which?"))
    assert session.compact(keep=2, summarizer=summarizer).done is Done.STORED
    covered = list(
        chain.from_iterable(
            range(first, last + 1)
            for one in session.compactions.history()
            for first, last in one.covers
        )
    )
    assert sorted(covered) == list(range(1, 31))
    assert len(set(covered)) == len(covered)


def test_a_summarizer_that_loops_is_not_waited_for(sessions: Sessions) -> None:
    """After its time it has failed; meanwhile no transaction was open, so others could write."""
    session = sessions()
    talk(session, 6)
    looping = LoopingSummarizer()
    outcomes = []
    thread = threading.Thread(
        target=lambda: outcomes.append(session.compact(keep=2, summarizer=looping, patience=0.7))
    )
    thread.start()
    assert looping.waiting.wait(10)
    say(session, ("u9", "I write while it thinks."))
    thread.join(10)
    looping.release.set()
    assert outcomes[0].done is Done.FAILED
    assert "0.7 s" in session.compactions.failures()[0].error
    assert session.compactions.current() is None


def test_an_answer_longer_than_what_was_given_is_refused(sessions: Sessions) -> None:
    """No prompt grows by being compacted."""
    session = sessions()
    talk(session, 6)
    assert session.compact(keep=2, summarizer=LongSummarizer()).done is Done.FAILED
    assert "that it was given" in session.compactions.failures()[0].error
    assert session.compact(keep=2, summarizer=EmptySummarizer()).done is Done.FAILED
    assert session.compactions.current() is None


def test_prose_over_its_limit_is_cut_at_a_sentence(sessions: Sessions) -> None:
    """The limit of the policy is kept whatever a model writes."""
    session = sessions()
    long = " ".join(f"Point {no} was made." for no in range(200))
    say(session, ("u1", "word " * 2_000), ("a1", "Yes."), ("u2", "And now?"))
    session.compact(keep=1, summarizer=ScriptedSummarizer(long))
    current = session.compactions.current()
    assert current is not None
    assert current.report.tokens_after <= 300
    assert current.summary.endswith("was made.")


CRITICAL = (
    ("u1", "The limit is 150 MB and the page is https://wiki.example/plan?id=7."),
    ("a1", "Noted: order_service fails with E1042 in /var/log/orders.log on 2026-03-02."),
    ("u2", "Don't touch the staging cluster. 端口改成 8080。"),
    ("a2", 'I ran `make check --fast` and got "three failures".'),
    ("u3", "预算是 2 万元，三天内完成。"),
)


def test_what_is_critical_survives_any_summarizer(sessions: Sessions) -> None:
    """A summary that tells nothing: each span and correction stands in the prompt all the same."""
    session = sessions()
    say(session, *CRITICAL, ("a3", "Good."), ("u4", "Go on."))
    session.compact(keep=1, summarizer=LossySummarizer())
    current = session.compactions.current()
    assert current is not None
    spans = session.compactions.critical()
    assert len(spans) > 12
    standing = Standing("\n".join([current.summary, *(one.text for one in current.kept)]))
    assert [one for one in spans if not standing.holds(one.text)] == []
    text, _ = shown(session, window=1)
    for words in (
        "150 MB",
        "E1042",
        "Don't touch the staging cluster.",
        "端口改成 8080。",
        "2 万元",
    ):
        assert words in text
    corrections = [one.text for one in current.kept if one.kind is Critical.CORRECTION]
    assert corrections == ["Don't touch the staging cluster.", "端口改成 8080。"]


def test_later_compactions_keep_what_the_first_kept(sessions: Sessions) -> None:
    """Kept by the first, told by the second, forgotten by the third: it is kept again."""
    session = sessions()
    answers = ("They talked.", "The limit is 150 MB.", "They talked on.", "And on.")
    summarizer = ScriptedSummarizer(*answers)
    say(session, *CRITICAL)
    for no, _ in enumerate(answers, start=5):
        say(
            session, (f"u{no}", f"Go on with part {no} of the work."), (f"a{no}", "Done, all well.")
        )
        say(session, (f"u{no}b", "Fine."))
        assert session.compact(keep=1, summarizer=summarizer).done is Done.STORED
        current = session.compactions.current()
        assert current is not None
        standing = Standing("\n".join([current.summary, *(one.text for one in current.kept)]))
        assert [one for one in session.compactions.critical() if not standing.holds(one.text)] == []
        listed = "150 MB" in [one.text for one in current.kept]
        assert listed is (no != 6)


def test_a_list_over_its_ceiling_keeps_corrections_longest(sessions: Sessions) -> None:
    """What overflows is the oldest; it is counted, and read whole under the handle."""
    session = sessions()
    say(session, ("u1", "Don't touch the staging cluster."), ("a1", "Understood."))
    for no in range(2, 40):
        say(session, (f"u{no}", f"Look at part_{no}.py with {no}00 ms."), (f"a{no}", "Yes."))
    say(session, ("u99", "Go on."))
    session.compact(keep=1, summarizer=LossySummarizer())
    current = session.compactions.current()
    assert current is not None
    assert (len(current.kept), current.overflow) == (77, 0)
    text, _ = shown(session, window=1, budget=2_000)
    assert "Don't touch the staging cluster." in text
    assert "part_39.py" in text
    assert "part_2.py" not in text
    lines = [line for line in text.splitlines() if line.startswith("- message")]
    hidden = 77 - sum(len(line.split(" · ")) for line in lines)
    assert f'{hidden} more on the record: read_result("kept-1")' in text
    assert estimate_tokens(text.partition("Word for word:")[2]) <= 200 + 30
    whole = session.read_result("kept-1", limit=1_000)
    assert whole.lines == 77
    assert "part_2.py" in whole.text


def test_a_stored_list_has_its_ceiling_too(sessions: Sessions) -> None:
    """Ten per cent of the model's window are stored; the rest is on the record all the same."""
    session = sessions()
    say(session, ("u1", "Never push to main."))
    say(session, ("a1", " ".join(f"part_{no}_{no}.py" for no in range(3_000))), ("u2", "Go on."))
    session.compact(keep=1, summarizer=LossySummarizer())
    current = session.compactions.current()
    assert current is not None
    assert sum(estimate_tokens(one.text) for one in current.kept) < 12_800
    assert current.kept[0].text == "Never push to main."
    assert current.kept[-1].text == "part_2999_2999.py"
    assert len(current.kept) + current.overflow == 3_001
    assert session.read_result("kept-1", limit=9_999).lines == 3_001
    assert current.stage is Stage.HIERARCHICAL


def test_secrets_are_neither_given_nor_kept(sessions: Sessions) -> None:
    """A summarizer does not see a secret, the list has none, and a summary with one is refused."""
    session = sessions()
    key = "ghp_" + "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1bC2"
    say(session, ("u1", f"Don't share it: the token is {key}, port 8080."), ("a1", "Right."))
    say(session, ("u2", "Go on."))
    summarizer = ScriptedSummarizer(f"The token is {key}.", "A token was named.")
    assert session.compact(keep=1, summarizer=summarizer).done is Done.FAILED
    assert session.compact(keep=1, summarizer=summarizer).done is Done.STORED
    assert key not in str(summarizer.requests)
    current = session.compactions.current()
    assert current is not None
    assert current.kept == ()
    assert current.report.dropped == ((1, Dropped.WITHHELD),)


def test_a_span_larger_than_the_summarizers_window_goes_in_pieces(sessions: Sessions) -> None:
    """Each piece fits, each message is given, the last answer tells of all of them."""
    session = sessions()
    for no in range(20):
        say(session, (f"u{no}", f"fact {no}: " + "word " * 60), (f"a{no}", "Noted."))
    say(session, ("u98", "long " * 3_000), ("a98", "Read."), ("u99", "Go on."))
    summarizer = ScriptedSummarizer(
        lambda request: f"{request.earlier} {len(request.messages)}".strip(), window=800
    )
    assert session.compact(keep=1, summarizer=summarizer).done is Done.STORED
    assert len(summarizer.requests) > 4
    assert max(request.tokens for request in summarizer.requests) <= 800
    given = dict.fromkeys(one.id for request in summarizer.requests for one in request.messages)
    assert list(given)[:2] == ["u0", "a0"]
    assert len(given) == 42
    current = session.compactions.current()
    assert current is not None
    assert len(current.summary.split()) == len(summarizer.requests)


def test_who_comes_second_throws_his_away(sessions: Sessions) -> None:
    """Another session compacts while our summarizer thinks: one version, each message once."""
    session, other = sessions(), sessions()
    talk(session, 10)

    def overtaken(request: SummaryRequest) -> str:
        assert other.compact(keep=4, summarizer=ScriptedSummarizer("Theirs.")).kept
        return "Ours."

    outcome = session.compact(keep=2, summarizer=ScriptedSummarizer(overtaken))
    assert (outcome.done, outcome.code) == (Done.UNCHANGED, "compacted_meanwhile")
    assert [one.summary for one in session.compactions.history()] == ["Theirs."]
    assert session.compact(keep=2, summarizer=ScriptedSummarizer("Both.")).done is Done.STORED
    assert [one.covers for one in session.compactions.history()] == [((1, 6),), ((7, 8),)]


def test_what_is_retracted_is_unsaid(sessions: Sessions) -> None:
    """A summary that tells of retracted messages is withdrawn; what stands is told again."""
    session = sessions()
    talk(session, 8)
    session.compact(keep=4, summarizer=ScriptedSummarizer("One."))
    talk_on = [("u9", "word 9"), ("a9", "word 10"), ("u10", "word 11")]
    say(session, *talk_on)
    session.compact(keep=1, summarizer=ScriptedSummarizer("Two."))
    session.conversation.retract(5)
    assert [one.summary for one in session.compactions.history()] == ["One."]
    say(session, ("u11", "word 12"))
    third = session.compact(keep=1, summarizer=ScriptedSummarizer("Three."))
    assert (third.done, third.revision) == (Done.STORED, 3)
    assert [one.covers for one in session.compactions.history()] == [((1, 4),), ((5, 6),)]

    def retracting(request: SummaryRequest) -> str:
        session.conversation.retract(2)
        return "Four."

    say(session, ("a11", "Yes."), ("u12", "More."))
    late = session.compact(keep=1, summarizer=ScriptedSummarizer(retracting))
    assert (late.done, late.code) == (Done.UNCHANGED, "retracted_meanwhile")
    assert [one.summary for one in session.compactions.history()] == ["One.", "Three."]


def test_the_report_tells_what_became_of_the_messages(sessions: Sessions) -> None:
    """Courtesies and retries are named as dropped; figures add up."""
    session = sessions()
    say(session, ("u1", "Hello!"), ("a1", "你好！"), ("u2", "Run the tests of part_7."))
    steps(session, 3)
    say(session, ("a2", "They pass in 40 s."), ("u3", "Go on."))
    session.compact(keep=1, summarizer=ScriptedSummarizer("Tests of part_7 pass."))
    current = session.compactions.current()
    assert current is not None
    report = current.report
    assert dict(report.dropped) == {
        1: Dropped.COURTESY,
        2: Dropped.COURTESY,
        4: Dropped.RETRY,
        6: Dropped.RETRY,
    }
    assert report.summarised == 10
    assert (report.told, report.kept) == (1, len(current.kept))
    assert report.tokens_before > report.tokens_after > 0


def test_without_a_model_sentences_are_picked(sessions: Sessions) -> None:
    """Goal, decision, correction and question stay; small talk goes; the prompt says how."""
    session = sessions()
    say(
        session,
        ("u1", "Hi there! We need to move the shop to the new payment provider."),
        ("a1", "Sure, happy to help."),
        ("u2", "我们决定用 Stripe，因为退款更快。"),
        ("a2", "Okay. " + "Here is some background that nobody asked for. " * 30),
        ("u3", "Which currencies are still open?"),
        ("a3", "Thanks for asking."),
        ("u4", "Go on."),
    )
    assert session.compact(keep=1).done is Done.STORED
    current = session.compactions.current()
    assert current is not None
    assert current.summarizer == ExtractiveSummarizer.name
    for words in ("new payment provider", "我们决定用 Stripe", "still open?"):
        assert words in current.summary
    assert current.report.tokens_after <= 300
    text, _ = shown(session, window=1)
    assert "without a model" in text


def test_a_compaction_is_its_conversations_alone(sessions: Sessions) -> None:
    """Neither another conversation nor another tenant sees versions, pages or kept spans."""
    session = sessions()
    say(session, *CRITICAL, ("a3", "Good."), ("u4", "Go on."))
    session.compact(keep=1)
    assert session.read_result("kept-1").lines > 0
    for other in (sessions(id="tuesday"), sessions(tenant="globex"), sessions(user="bo")):
        say(other, ("u1", "Hello"))
        assert other.compactions.current() is None
        for call in (other.read_result, other.page_in):
            for handle in ("kept-1", "page-1-6", "result-2-1"):
                with pytest.raises(NotFound):
                    call(handle)


def test_the_task_block_stays_as_it_was_at_the_compaction(sessions: Sessions) -> None:
    """Until the next compaction its bytes do not change; what is new stands at the end."""
    session = sessions()
    task = session.task("shop", goal="move the shop")
    talk(session, 9)
    session.compact(keep=3, task=task)
    before = session.context(task=task, stage="summarize", window=3)
    task.add("decisions", "take Stripe", reason="refunds are faster")
    after = session.context(task=task, stage="summarize", window=3)
    assert after.block("task") == before.block("task")
    assert after.manifest.stable_prefix == before.manifest.stable_prefix
    tail = after.block("tail")
    assert tail is not None
    assert "take Stripe" in tail.text
