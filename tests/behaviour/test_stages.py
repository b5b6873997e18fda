"""What stands in a prompt for a long conversation, what no stage touches, and reading it again."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.behaviour.conftest import Sessions

from stratal import InvalidValue, NotFound, Session
from stratal.context.assembly import Context
from stratal.context.editing import Editing
from stratal.context.manifest import Why
from stratal.context.window import LEFT_OUT
from stratal.core.canonical import Json
from stratal.core.compaction import Stage
from stratal.testing.summarizers import LossySummarizer, ScriptedSummarizer
from stratal.testing.wire import anthropic_faults, openai_faults

Body = dict[str, Json]


def valid(context: Context) -> Context:
    assert anthropic_faults(context.to_anthropic()) == []
    assert openai_faults(context.to_openai()) == []
    return context


def user(text: str) -> Body:
    return {"role": "user", "content": text}


def assistant(text: str) -> Body:
    return {"role": "assistant", "content": text}


def use(call: str, name: str = "look") -> Body:
    return {"type": "tool_use", "id": call, "name": name, "input": {"of": call}}


def result(call: str, content: Json) -> Body:
    return {"role": "user", "content": [_result(call, content)]}


def _result(call: str, content: Json) -> Json:
    return {"type": "tool_result", "tool_use_id": call, "content": content}


def talk(session: Session, turns: int, words: str = "word") -> None:
    bodies = [
        body
        for no in range(turns)
        for body in (user(f"{words} {no} please"), assistant(f"done {no}"))
    ]
    session.conversation.extend(bodies)


def test_below_the_threshold_everything_is_shown(sessions: Sessions) -> None:
    """Up to forty messages stand as they are; one more, and twenty stay beside a summary."""
    session = sessions()
    talk(session, 20)
    context = valid(session.context(stage="summarize"))
    assert len(context.window.kept) == 40
    assert context.block("summary") is None
    session.conversation.append(user("word 20 please"))
    context = valid(session.context(stage="summarize"))
    assert len(context.window.kept) == 19
    assert context.block("summary") is not None
    assert "22 messages have a summary" in context.manifest.stage_reason
    assert [block.name for block in context.blocks] == ["summary", "window"]


def test_tokens_alone_call_for_a_summary(sessions: Sessions) -> None:
    """Few but large messages fill the window: it is compacted until it is half as full."""
    session = sessions()
    for no in range(12):
        session.conversation.append(user(f"{no} " + "word " * 400))
        session.conversation.append(assistant("read"))
    context = valid(session.context(stage="summarize", budget=4_000))
    assert context.tokens <= 4_000
    assert len(context.window.kept) < 24
    assert "2,800 tokens" in context.manifest.stage_reason
    current = session.compactions.current()
    assert current is not None
    covered, kept = current.covered, len(context.window.kept)
    assert covered + kept == 24


def test_the_summary_changes_only_when_something_is_compacted(sessions: Sessions) -> None:
    """Between two compactions all before the window is byte-identical, and the window grows."""
    session = sessions()
    talk(session, 21)
    prefixes = []
    sizes = []
    for no in range(30):
        context = valid(session.context(stage="summarize", system="Be brief."))
        assert session.context(stage="summarize", system="Be brief.") == context
        prefixes.append(context.manifest.stable_prefix)
        sizes.append(len(context.window.kept))
        session.conversation.extend([assistant(f"said {no}"), user(f"more {no}")])
    assert len(set(prefixes)) == len(session.compactions.history()) == 3
    assert max(sizes) <= 40


def test_auto_climbs_and_never_flaps(sessions: Sessions) -> None:
    """Truncate while all fits, then a summary, then pages; once climbed it stays, at any budget."""
    session = sessions()
    seen: list[Stage] = []
    for no in range(60):
        session.conversation.extend([user(f"see file_{no}.py at {no}7 ms"), assistant(f"ok {no}")])
        budget = 2_000 if no % 2 else 100_000
        context = valid(session.context(stage="auto", budget=budget, summarizer=LossySummarizer()))
        assert context.manifest.stage_reason.startswith("auto: ")
        seen.append(context.manifest.stage)
    order = [Stage.TRUNCATE, Stage.SUMMARIZE, Stage.HIERARCHICAL]
    assert list(dict.fromkeys(seen)) == order
    assert seen == sorted(seen, key=order.index)


def test_older_pages_are_named_found_and_read(sessions: Sessions) -> None:
    """What has left is listed by page, comes back by query, and whole by its handle; on record."""
    session = sessions()
    session.conversation.append(user("The otter key for the blue cabinet lies in drawer 14."))
    session.conversation.append(assistant("I will remember the drawer."))
    talk(session, 30)
    session.conversation.append(user("Where is the otter key?"))
    context = valid(session.context(stage="hierarchical"))
    block = context.block("summary")
    assert block is not None
    assert "- page-1-20 (" in block.text
    assert "The otter key for the blue cabinet" in block.text
    recalled = context.block("recalled")
    assert recalled is not None
    assert "lies in drawer 14. [page-1-20]" in recalled.text
    page = session.page_in("page-1-20")
    assert [one.seq for one in page.messages] == list(range(1, 21))
    assert page.text.startswith("user: The otter key")
    [read] = session.compactions.page_reads()
    assert read.span == (1, 20)
    for handle in ("page-1-19", "page-2-20", "page-1", "kept-1-2", "nothing", "page--1-2"):
        with pytest.raises(NotFound):
            session.page_in(handle)
    assert session.context(stage="hierarchical") == context


def test_pages_are_not_cut_within_a_step(sessions: Sessions) -> None:
    """Together the pages hold every message once; none begins with a result."""
    session = sessions()
    for turn in range(4):
        session.conversation.append(user(f"Look into part {turn}"))
        for no in range(15):
            call = f"c{turn}-{no}"
            session.conversation.append({"role": "assistant", "content": [use(call)]})
            session.conversation.append(result(call, "fine"))
    session.conversation.append(user("And?"))
    session.compact(keep=1)
    pages, count = session.compactions.pages(100)
    assert count == len(pages) > 2
    seqs = [seq for page in pages for seq in range(page.span[0], page.span[1] + 1)]
    assert seqs == list(range(1, 125))
    for page in pages:
        first = session.page_in(page.handle).messages[0]
        assert "tool_result" not in first.body


def test_what_the_host_pins_no_stage_touches(sessions: Sessions) -> None:
    """Old pinned messages stand in every stage and budget, whole, with what they answer."""
    session = sessions()
    session.conversation.append(user("Which tables are there?"), id="asked")
    session.conversation.append(
        {"role": "assistant", "content": [{"type": "text", "text": "I look."}, use("t1")]},
        id="looked",
    )
    session.conversation.append(result("t1", "orders, customers " * 50))
    talk(session, 40)
    session.conversation.append(user("Thanks. Go on."))
    for stage in Stage:
        context = valid(session.context(stage=stage, pinned=["looked"], budget=600))
        kept = context.window.kept
        assert [one.seq for one in kept[:3]] == [1, 2, 3]
        assert context.tokens <= 600
        sent = context.to_anthropic()["messages"]
        assert sent[0] == user("Which tables are there?")
        assert "orders, customers" in str(sent[2])
        assert session.context(stage=stage, pinned=["looked"], budget=600) == context
    current = session.compactions.current()
    assert current is not None
    assert set(current.left_over) == {1, 2, 3}
    # Not pinned any more, they are covered by the next compaction.
    talk(session, 3)
    session.compact(keep=1)
    current = session.compactions.current()
    assert current is not None
    assert current.covers[0] == (1, 3)
    context = valid(session.context(stage="summarize", pinned=["looked"]))
    assert [one.seq for one in context.window.kept[:3]] == [1, 2, 3]


def test_a_pinned_message_without_a_request_before_it_has_a_line(sessions: Sessions) -> None:
    """A request begins with the user: a marked line stands before the assistant's greeting."""
    session = sessions()
    session.conversation.append(assistant("Welcome to the library."), id="greeting")
    talk(session, 15)
    session.conversation.append(user("Go on."))
    context = valid(session.context(pinned=["greeting"], window=5))
    first, second = context.to_openai()["messages"][:2]
    assert first == {"role": "user", "content": LEFT_OUT}
    assert second["content"] == "Welcome to the library."
    with pytest.raises(NotFound):
        session.context(pinned=["nobody"])


def test_corrections_outlive_every_summary(sessions: Sessions) -> None:
    """What the user forbade stands in the prompt after ten compactions that never told it."""
    session = sessions()
    session.conversation.append(user("别用 npm。Never push to main."))
    for _ in range(10):
        talk(session, 3)
        session.conversation.append(user("Go on."))
        session.compact(keep=1, summarizer=LossySummarizer())
    block = valid(session.context(stage="summarize")).block("summary")
    assert block is not None
    assert "别用 npm。" in block.text
    assert "Never push to main." in block.text


def loop(model: str) -> Sequence[Body]:
    """A finished turn, and one with two calls that is at work; both with signed thinking."""

    def thought(text: str, signature: str) -> Json:
        return {"type": "thinking", "thinking": text, "signature": signature}

    return [
        user("Good morning"),
        {
            "role": "assistant",
            "model": model,
            "content": [thought("greet", "S-0"), {"type": "text", "text": "Good morning."}],
        },
        user("What is on this week?"),
        {
            "role": "assistant",
            "model": "m1",
            "content": [
                thought("look first", "S-1"),
                {"type": "text", "text": "One moment."},
                use("u1", "calendar"),
            ],
        },
        result("u1", "meeting " * 1_125),
        {
            "role": "assistant",
            "model": "m1",
            "content": [
                thought("then mail", "S-2"),
                {"type": "redacted_thinking", "data": "R=="},
                use("u2", "mail"),
            ],
        },
        result("u2", "ok"),
    ]


@pytest.mark.parametrize("model", ["m1", "m0"])
@pytest.mark.parametrize("stage", ["truncate", "summarize", "hierarchical", "auto"])
def test_signed_thinking_of_a_running_loop_is_untouched(
    sessions: Sessions, model: str, stage: str
) -> None:
    """A budget that needs thousands of characters gone: only the old result gives way."""
    session = sessions()
    bodies = loop(model)
    session.conversation.extend(bodies)
    whole = session.context(stage=stage)
    context = valid(session.context(stage=stage, budget=300))
    sent = context.to_anthropic()["messages"]
    assert [one for one in sent if "S-1" in str(one)] == [
        {"role": "assistant", "content": bodies[3]["content"]}
    ]
    assert [one for one in sent if "S-2" in str(one)] == [
        {"role": "assistant", "content": bodies[5]["content"]}
    ]
    if "S-0" in str(sent):
        assert {"role": "assistant", "content": bodies[1]["content"]} in sent
    [shortened] = [one for one in sent if "result-5-1" in str(one)]
    assert shortened["content"][0]["tool_use_id"] == "u1"
    assert session.context(stage=stage, budget=300).to_anthropic() == context.to_anthropic()
    assert [dict(one.content) for one in session.conversation] == list(bodies)
    assert session.context(stage=stage) == whole
    [left] = [one for one in context.manifest.left_out if one.why is Why.CLEARED]
    assert left.detail.startswith("result-5-1, ")
    assert "meeting meeting" in session.read_result("result-5-1").text


def picture(characters: int) -> Json:
    source: Json = {"type": "base64", "media_type": "image/png", "data": "A" * characters}
    return {"type": "image", "source": source}


def test_a_picture_starts_no_compaction(sessions: Sessions) -> None:
    """Millions of characters of base64, from a tool or the user, count one flat amount."""
    session = sessions()
    session.conversation.append(user("Take a screenshot. " + "word " * 4_000))
    session.conversation.append({"role": "assistant", "content": [use("s1", "screenshot")]})
    blocks: Json = [{"type": "text", "text": "screenshot"}, picture(4_000_000)]
    session.conversation.append(result("s1", blocks))
    session.conversation.append({"role": "user", "content": [picture(3_000_000)]})
    context = valid(session.context(stage="auto", budget=200_000))
    assert session.compactions.current() is None
    assert 5_000 < context.tokens < 15_000
    assert [item.tokens for item in context.manifest.blocks[0].items][2] < 10_000
    assert context.to_anthropic()["messages"][2]["content"][0]["content"] == blocks


def test_json_counts_like_its_text(sessions: Sessions) -> None:
    """Structured results are not free."""
    session = sessions()
    rows: Json = {f"key{no}": {"value": no, "name": f"name {no}"} for no in range(1_000)}
    session.conversation.append(user("Query it."))
    session.conversation.append({"role": "assistant", "content": [use("q1", "query")]})
    session.conversation.append(result("q1", [{"type": "json", "json": rows}]))
    assert session.conversation.last(1)[0].tokens >= 8_000


def test_a_picture_that_is_dropped_leaves_a_note(sessions: Sessions) -> None:
    """Cleared, the result stays paired with its call and says that there was an image."""
    session = sessions()
    session.conversation.append(user("Take a screenshot."))
    session.conversation.append({"role": "assistant", "content": [use("s1", "screenshot")]})
    session.conversation.append(result("s1", [picture(4_000)]))
    session.conversation.extend([assistant("Here."), user("And the other one?")])
    session.conversation.append({"role": "assistant", "content": [use("s2", "screenshot")]})
    session.conversation.append(result("s2", "none"))
    context = valid(session.context(budget=400))
    sent = context.to_anthropic()["messages"]
    assert sent[2]["content"] == [
        _result("s1", '[result of screenshot cleared, with 1 images: read_result("result-3-1")'
                " shows it]")
    ]  # fmt: skip
    assert session.read_result("result-3-1").text == "[image]"


def test_an_oversize_result_is_cut_from_the_first_time_on(sessions: Sessions) -> None:
    """Its first lines stand in the prompt, and how to go on; page by page all of it is read."""
    session = sessions()
    lines = [f"line {no} of the log" for no in range(9_000)]
    session.conversation.append(user("Show the log."))
    session.conversation.append({"role": "assistant", "content": [use("l1", "log")]})
    session.conversation.append(result("l1", "\n".join(lines)))
    context = valid(session.context())
    shown = context.to_anthropic()["messages"][2]["content"][0]["content"]
    assert shown.splitlines()[:200] == lines[:200]
    assert shown.endswith(
        '[the first 200 of 9000 lines; continue at offset 200: '
        'read_result("result-3-1", offset=200)]'
    )  # fmt: skip
    read: list[str] = lines[:200]
    offset: int | None = 200
    while offset is not None:
        page = session.read_result("result-3-1", offset, limit=1_000)
        assert page.lines == 9_000
        read += page.text.split("\n")
        offset = page.next_offset
    assert read == lines
    with pytest.raises(InvalidValue):
        session.read_result("result-3-1", -1)
    for handle in (
        "result-3-2",
        "result-1-1",
        "result-99-1",
        "input-3-1",
        "thinking-3",
        "result-3",
    ):
        with pytest.raises(NotFound):
            session.read_result(handle)


def test_rules_clear_old_results_and_thinking(sessions: Sessions) -> None:
    """By count, by least gain, without excluded tools, with inputs or not; each has its handle."""
    session = sessions()
    thought: Json = {"type": "thinking", "thinking": "hm " * 50, "signature": "S"}
    for no in range(4):
        session.conversation.append(user(f"Do step {no}"))
        name = "memory" if no == 1 else "step"
        session.conversation.append(
            {"role": "assistant", "content": [thought, use(f"c{no}", name)]}
        )
        session.conversation.append(result(f"c{no}", "outcome " * 100))
        session.conversation.append(assistant(f"step {no} is done"))
    session.conversation.append(user("And?"))

    def edited(rules: Editing) -> list[str]:
        context = valid(session.context(editing=rules))
        changed = [one for one in context.manifest.left_out if one.why is Why.CLEARED]
        return [one.detail.partition(",")[0] for one in changed]

    assert edited(Editing()) == []
    everything = Editing(above=0, keep_results=1, keep_thinking=2, exclude=["memory"])
    assert edited(everything) == ["result-3-1", "result-11-1", "thinking-2", "thinking-6"]
    with_inputs = Editing(above=0, keep_results=3, keep_thinking=99, inputs=True)
    assert edited(with_inputs) == ["result-3-1"]
    assert edited(Editing(above=0, keep_results=1, at_least=100_000)) == []
    assert session.read_result("thinking-2").text.startswith("hm hm")
    assert session.read_result("input-2-1").text == '{"of": "c0"}'
    sent = valid(session.context(editing=everything)).to_anthropic()["messages"]
    assert sent[1]["content"][0] == {
        "type": "text",
        "text": '[thinking cleared: read_result("thinking-2") shows it]',
    }
    assert sent[9]["content"][0] == thought


def test_a_budget_too_small_for_a_summary_leaves_it_out_by_name(sessions: Sessions) -> None:
    """At every budget the context is valid and fits; pages go first, then the list, then prose."""
    session = sessions()
    for no in range(45):
        session.conversation.extend([user(f"see file_{no}.py"), assistant(f"ok {no}")])
    session.conversation.append(user("Go on."))
    summarizer = ScriptedSummarizer("Files were looked at.")
    whole = session.context(stage="hierarchical", summarizer=summarizer)
    texts = []
    for budget in range(12, whole.tokens + 40, 9):
        context = session.context(stage="hierarchical", budget=budget, summarizer=summarizer)
        valid(context)
        assert context.tokens <= budget
        block = context.block("summary")
        if block is None:
            current = session.compactions.current()
            assert current is not None
            assert current.id in {one.id for one in context.manifest.left_out}
        else:
            texts.append(block.text)
            assert "Files were looked at." in block.text
    assert len(set(texts)) > 3
    assert any("file_" not in text for text in texts)
    assert any("page-" in text for text in texts)


@pytest.mark.parametrize("stage", ["truncate", "summarize", "hierarchical", "auto"])
def test_a_vendors_compaction_stays_whole_and_first(sessions: Sessions, stage: str) -> None:
    """However long ago: it stands for all before it. A failed one and a retracted one do not."""
    session = sessions()
    block: dict[str, Json] = {
        "type": "compaction",
        "content": "They planned a trip to Wien.",
        "encrypted_content": "E==",
        "tool_changes": [],
    }
    session.conversation.append(user("Let us plan a trip to Wien."))
    session.conversation.append({"role": "assistant", "content": [block]})
    failed: Json = {"type": "compaction", "content": None}
    for number in range(60):
        session.conversation.append(user(f"And night {number}?"))
        said: list[Json] = [failed] if number == 30 else []
        session.conversation.append(
            {"role": "assistant", "content": [*said, {"type": "text", "text": "Noted."}]}
        )
    session.conversation.append(user("So?"))
    context = valid(session.context(stage=stage, window=6))
    first, *_, last = context.to_anthropic()["messages"]
    assert first == {"role": "assistant", "content": [block]}
    assert last["content"] == "So?"
    session.conversation.append({"role": "assistant", "content": [{**block, "content": "Later."}]})
    session.conversation.append(user("So?"))
    assert "Later." in str(session.context(stage=stage, window=6).to_anthropic()["messages"][0])
    session.conversation.retract(2)
    assert session.context(stage=stage, window=6).to_anthropic() == context.to_anthropic()
