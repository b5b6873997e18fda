"""The window keeps the newest whole groups, and says what it left out."""

from __future__ import annotations

import pytest
from tests.property.histories import Body, call, result, stored, use

from stratal.context.turns import INTERRUPTED
from stratal.context.window import LEFT_OUT, Cut, Window, truncate
from stratal.context.wire import to_anthropic, to_openai
from stratal.core.messages import Message
from stratal.errors import BudgetTooSmall, InvalidValue
from stratal.testing.wire import anthropic_faults, openai_faults


def user(text: str) -> Body:
    return {"role": "user", "content": text}


def assistant(text: str) -> Body:
    return {"role": "assistant", "content": text}


def calls(*names: str) -> Body:
    return {"role": "assistant", "content": None, "tool_calls": [call(one, "{}") for one in names]}


def answer(name: str, text: str = "fine") -> Body:
    return {"role": "tool", "tool_call_id": name, "content": text}


LIBRARY = [
    {"role": "system", "content": "You look after a library."},
    user("Look for three books."),
    calls("A1", "A2", "A3"),
    answer("A1", "here"),
    answer("A2", "lent"),
    answer("A3", "here"),
    assistant("Two are here."),
    user("Put the first one by."),
    calls("B1"),
    answer("B1", "done"),
    assistant("It is put by."),
    user("And the lent one?"),
]


def seqs(window: Window) -> list[int]:
    return [message.seq for message in window.kept]


def faults(window: Window) -> list[str]:
    sent = to_anthropic(window.turns, window.lead), to_openai(window.turns, window.lead)
    return [*anthropic_faults(sent[0].arguments), *openai_faults(sent[1].arguments)]


@pytest.mark.parametrize("budget", range(2, 13))
def test_a_cut_never_parts_calls_from_their_results(budget: int) -> None:
    """At every budget the parallel calls and all their results are in together or out together."""
    window = truncate(stored(LIBRARY), budget=budget)
    kept = set(seqs(window))
    assert len(kept) <= budget
    for group in ({3, 4, 5, 6}, {9, 10}):
        assert group <= kept or not group & kept
    assert {1, 12} <= kept
    assert min(kept - {1}) in {2, 8, 12}
    assert faults(window) == []


def test_a_budget_for_less_than_the_last_words_is_refused() -> None:
    """What may never be left out does not fit: the error says how much it needs."""
    with pytest.raises(BudgetTooSmall) as refused:
        truncate(stored(LIBRARY), budget=1)
    assert refused.value.needed == 2


def test_the_limit_counts_messages_after_the_head() -> None:
    """Five messages reach back to the user's second request, the system message not counted."""
    window = truncate(stored(LIBRARY), limit=5)
    assert seqs(window) == [1, 8, 9, 10, 11, 12]
    assert {cut.cut for cut in window.left_out} == {Cut.LIMIT}


def test_a_window_does_not_begin_in_the_middle_of_an_exchange() -> None:
    """What the limit reaches but no user message begins stays out, and says why."""
    window = truncate(stored(LIBRARY), limit=4)
    assert seqs(window) == [1, 12]
    told = {cut.message.seq: cut.cut for cut in window.left_out}
    assert told[9] is Cut.NO_USER_TURN_BEFORE
    assert told[8] is Cut.LIMIT


def test_a_long_run_of_calls_keeps_the_request_that_began_it() -> None:
    """Where calls fill the window, the user's request stands before the newest of them."""
    steps = [body for no in range(9) for body in (calls(f"c{no}"), answer(f"c{no}"))]
    window = truncate(stored([user("Mend the build."), *steps]), limit=5)
    assert seqs(window) == [1, 16, 17, 18, 19]
    assert faults(window) == []


def test_an_interrupted_call_gets_one_marked_stand_in() -> None:
    """The missing result is replaced once, marked; the log has it not; so has a second cut."""
    messages = stored([user("go"), calls("c1", "c2"), answer("c1"), user("still there?")])
    window = truncate(messages)
    sent = to_openai(window.turns).arguments["messages"]
    assert [one for one in sent if one.get("content") == INTERRUPTED] == [
        {"role": "tool", "tool_call_id": "c2", "content": INTERRUPTED}
    ]
    assert seqs(window) == [1, 2, 3, 4]
    assert truncate(window.kept) == window
    assert faults(window) == []


def test_a_stand_in_that_was_stored_is_a_result() -> None:
    """A host that logs what it sent does not get a second stand-in."""
    bodies = [user("go"), calls("c1"), answer("c1", INTERRUPTED), user("well?")]
    sent = to_openai(truncate(stored(bodies)).turns).arguments["messages"]
    assert sent == bodies


def test_an_orphaned_result_is_left_out_with_its_call_named() -> None:
    """A result whose call is nowhere stays out, alone."""
    window = truncate(stored([user("go"), answer("gone"), assistant("done"), user("thanks")]))
    assert seqs(window) == [1, 3, 4]
    [cut] = window.left_out
    assert (cut.message.seq, cut.cut, cut.note) == (2, Cut.NO_CALL, "it answers call gone")


def test_a_second_result_for_one_call_is_an_orphan() -> None:
    """Of two results for a call the first is its result."""
    window = truncate(stored([user("go"), calls("c"), answer("c", "1"), answer("c", "2")]))
    assert seqs(window) == [1, 2, 3]
    assert faults(window) == []


def test_a_late_result_moves_up_to_its_call() -> None:
    """What was said while a tool ran stands behind the tool's result."""
    bodies = [user("go"), calls("c"), user("are you there?"), answer("c"), user("hello?")]
    window = truncate(stored(bodies))
    sent = to_openai(window.turns).arguments["messages"]
    assert sent == [bodies[at] for at in (0, 1, 3, 2, 4)]


def test_words_beside_results_outlive_the_results() -> None:
    """A user message that brings results and says something may begin a window with its words."""
    said: Body = {
        "role": "user",
        "content": [result("c", "fine"), {"type": "text", "text": "now stop"}],
    }
    made: Body = {"role": "assistant", "content": [use("c")]}
    messages = stored([user("go"), made, said, assistant("stopped"), user("good")])
    whole = to_anthropic(truncate(messages).turns).arguments["messages"]
    assert whole[2] == said
    short = to_anthropic(truncate(messages, limit=3).turns).arguments["messages"]
    assert short[0] == {"role": "user", "content": [{"type": "text", "text": "now stop"}]}


def test_what_says_nothing_is_named() -> None:
    """A message of white space alone is left out with that reason."""
    empty: Body = {"role": "user", "content": [{"type": "text", "text": " "}]}
    window = truncate(stored([user("go"), empty]))
    assert [(cut.message.seq, cut.cut) for cut in window.left_out] == [(2, Cut.EMPTY)]


def test_without_a_user_message_nothing_is_kept() -> None:
    """An assistant's greeting is nothing to answer."""
    window = truncate(stored([LIBRARY[0], assistant("Welcome!")]))
    assert not window.has_user_turn
    assert seqs(window) == [1]


def test_a_limit_is_one_at_least() -> None:
    """No window without a message."""
    with pytest.raises(InvalidValue):
        truncate([], limit=0)


def test_signed_thinking_of_a_running_loop_goes_out_as_it_came() -> None:
    """Thinking blocks, text, signature and order are those of the log, twice the same."""
    thought = {"type": "thinking", "thinking": "first I look", "signature": "SIG-1"}
    hidden = {"type": "redacted_thinking", "data": "R=="}
    first: Body = {
        "role": "assistant",
        "content": [thought, {"type": "text", "text": "One moment."}, use("u1")],
    }
    second: Body = {"role": "assistant", "content": [{**thought}, hidden, use("u2")]}
    bodies: list[Body] = [
        user("hello"),
        {"role": "assistant", "content": [thought, {"type": "text", "text": "Good day."}]},
        user("What is on today?"),
        first,
        {"role": "user", "content": [result("u1", "x" * 9000)]},
        second,
        {"role": "user", "content": [result("u2", "fine")]},
    ]
    messages: list[Message] = stored(bodies)
    window = truncate(messages, budget=6)
    sent = to_anthropic(window.turns).arguments["messages"]
    assert sent == bodies[2:]
    assert to_anthropic(truncate(messages, budget=6).turns).arguments["messages"] == sent


def test_what_is_pinned_stays_with_the_request_before_it() -> None:
    """A pinned result brings its step and what the user had asked; the limit counts neither."""
    window = truncate(stored(LIBRARY), limit=1, pinned={4})
    assert seqs(window) == [1, 2, 3, 4, 5, 6, 12]
    assert window.begins == 12
    assert faults(window) == []


def test_a_pinned_message_before_the_first_request_has_a_line_before_it() -> None:
    """The line costs what it costs, and stands only where it is needed."""
    messages = stored([assistant("Welcome."), user("go"), assistant("done"), user("and?")])
    window = truncate(messages, limit=1, pinned={1})
    assert seqs(window) == [1, 4]
    first = to_openai(window.turns).arguments["messages"][0]
    assert first == {"role": "user", "content": LEFT_OUT}
    assert window.tokens > 2
    assert faults(window) == []
    assert LEFT_OUT not in str(to_openai(truncate(messages, limit=1, pinned={2}).turns).arguments)


def test_pinned_messages_that_do_not_fit_are_named_by_their_cost() -> None:
    """They belong to what is never left out."""
    with pytest.raises(BudgetTooSmall) as refused:
        truncate(stored(LIBRARY), limit=1, budget=3, pinned={7})
    assert refused.value.needed == 4
