"""A context keeps its budget block by block: ceilings, floors, and the order of keeping."""

from __future__ import annotations

import json
from functools import cache
from itertools import pairwise

import pytest
from tests.behaviour.conftest import Sessions

from stratal import Budget, BudgetTooSmall, InvalidValue, Kind, Portion, Session
from stratal.context.assembly import Context
from stratal.core.budget import KEEPING_ORDER
from stratal.core.canonical import Json
from stratal.layers.task import Task
from stratal.text.counting import IMAGE_TOKENS

WORK = ("user:ana", "repo:ferry")
PICTURE: Json = {
    "type": "image",
    "source": {"type": "base64", "media_type": "image/png", "data": "iVBORw0K" * 500_000},
}


def lived(session: Session, turns: int = 30) -> Task:
    """A session with something in every block."""
    for n in range(12):
        session.memories.remember(
            f"The pier at harbour {n} was rebuilt with oak planks in {1990 + n}.",
            kind=Kind.FACT,
        )
    session.add("Call me Ana. Always answer in German.")
    task = session.task("timetable", goal="make a timetable of the ferry for the pier")
    for n in range(6):
        task.add("facts", f"harbour {n} has a pier of {40 + n} metres")
    for n in range(turns):
        said = f"Question {n} about the oak pier at harbour {n % 12}. " + "How long is it? " * 6
        session.conversation.append({"role": "user", "content": said})
        session.conversation.append({"role": "assistant", "content": f"Answer {n}. " * 12})
    session.conversation.append({"role": "user", "content": "Which oak pier is oldest?"})
    return task


def costs(made: Context) -> dict[str, int]:
    return {block.name: block.tokens for block in made.blocks}


def test_ceilings_and_floors_of_blocks_hold(sessions: Sessions) -> None:
    """No block above its ceiling; with a floor, recall is there where the window took all."""
    session = sessions(scopes=WORK)
    task = lived(session)
    plain = Budget(window=600)
    shares = {
        "recalled": Portion(floor=200, ceiling=300),
        "window": Portion(ceiling=300),
        "task": Portion(ceiling=120),
    }
    kept = Budget(window=600, shares=shares)
    before = costs(session.context(task=task, budget=plain, window=60))
    after = costs(session.context(task=task, budget=kept, window=60))
    assert before.get("recalled", 0) < after["recalled"] <= 300
    assert after["window"] <= 300
    assert after["task"] <= 120
    off = Budget(window=2_000, shares={"recalled": Portion(ceiling=0)})
    assert "recalled" not in costs(session.context(task=task, budget=off))


def test_more_budget_never_costs_a_block(sessions: Sessions) -> None:
    """Every budget is kept. What is gone with more of it made room for what is kept before it."""
    session = sessions(scopes=WORK)
    task = lived(session)
    with pytest.raises(BudgetTooSmall) as raised:
        session.context(task=task, budget=1)
    made = [
        session.context(task=task, budget=Budget(window=window), window=60)
        for window in range(raised.value.needed, 3_000, 83)
    ]
    for less, more in pairwise(made):
        before, after = costs(less), costs(more)
        gone = [name for name in KEEPING_ORDER if before.get(name, 0) > after.get(name, 0)]
        for name in gone:
            earlier = [*KEEPING_ORDER[: KEEPING_ORDER.index(name)], "window"]
            assert any(after.get(one, 0) > before.get(one, 0) for one in earlier)
        assert {one.seq for one in less.window.kept} <= {one.seq for one in more.window.kept}
    assert {"task", "tail", "profile", "window", "recalled"} <= costs(made[-1]).keys()


def test_what_the_answer_needs_is_kept_free(sessions: Sessions) -> None:
    """The prompt has the window without it; an error names the number that is needed."""
    session = sessions(scopes=WORK)
    lived(session)
    made = session.context(budget=Budget(window=1_000, reserve_output=600), window=60)
    assert 250 < made.tokens <= 400
    with pytest.raises(BudgetTooSmall) as raised:
        session.context(budget=Budget(window=1_000, reserve_output=995))
    assert raised.value.budget == 5
    needed = raised.value.needed
    assert session.context(budget=needed).tokens <= needed


def test_the_threshold_of_the_budget_decides_when_to_compact(sessions: Sessions) -> None:
    """The same conversation is summarised with a lower one, and is not with a higher one."""
    session = sessions(scopes=WORK)
    lived(session, turns=10)
    high = Budget(window=4_000, threshold=0.9)
    assert session.context(budget=high, stage="summarize").block("summary") is None
    low = Budget(window=4_000, threshold=0.1)
    assert session.context(budget=low, stage="summarize").block("summary") is not None


def test_a_budget_that_is_none_is_refused(sessions: Sessions) -> None:
    """A budget is a value or a whole number."""
    session = sessions(scopes=WORK)
    session.conversation.append({"role": "user", "content": "Hello."})
    for wrong in ("5000", 1.5, True, 0):
        with pytest.raises(InvalidValue):
            session.context(budget=wrong)  # type: ignore[arg-type]


def other(session: Session) -> None:
    """About 5,000 tokens."""
    for n in range(20):
        said = f"Step {n}. " + "The crane lifts the next plank onto the pier. " * 24
        session.conversation.append({"role": "user", "content": said})


@cache
def picture_result() -> str:
    return json.dumps(
        {
            "role": "user",
            "content": [
                {
                    "type": "tool_result",
                    "tool_use_id": "shot",
                    "content": [{"type": "text", "text": "screenshot"}, PICTURE],
                }
            ],
        }
    )


@pytest.mark.parametrize("where", ["result", "message"])
def test_a_picture_costs_a_flat_amount_wherever_it_stands(sessions: Sessions, where: str) -> None:
    """Four million characters of it start no compaction, and it goes out as it came (F05)."""
    session = sessions(scopes=WORK)
    other(session)
    before = session.context(stage="summarize", budget=Budget(window=200_000, threshold=0.8))
    if where == "result":
        call: Json = {"type": "tool_use", "id": "shot", "name": "screenshot", "input": {}}
        session.conversation.append({"role": "assistant", "content": [call]})
        session.conversation.append(json.loads(picture_result()))
    else:
        session.conversation.append({"role": "user", "content": [PICTURE]})
    made = session.context(stage="summarize", budget=Budget(window=200_000, threshold=0.8))
    assert made.block("summary") is None
    assert IMAGE_TOKENS <= made.tokens - before.tokens < IMAGE_TOKENS + 200
    window = made.block("window")
    assert window is not None
    assert window.items[-1].tokens == pytest.approx(IMAGE_TOKENS, abs=50)
    sent = made.to_anthropic(cache=False)["messages"][-1]["content"]
    blocks = sent[0]["content"] if where == "result" else sent
    assert PICTURE in blocks


@pytest.mark.parametrize("key", ["rows", "data", "text"])
def test_a_structured_result_counts_like_its_text(sessions: Sessions, key: str) -> None:
    """40,000 characters of JSON are 8,000 tokens at least, whatever its keys are named (F05)."""
    session = sessions(scopes=WORK)
    other(session)
    plain = session.context(window=60).tokens
    rows: list[Json] = [{"row": n, "harbour": f"pier {n}", "depth": n % 9} for n in range(900)]
    block: Json = {"type": "json", key: rows}
    call: Json = {"type": "tool_use", "id": "all", "name": "soundings", "input": {}}
    session.conversation.append({"role": "assistant", "content": [call]})
    result: Json = {"type": "tool_result", "tool_use_id": "all", "content": [block]}
    session.conversation.append({"role": "user", "content": [result]})
    assert len(json.dumps(rows)) >= 38_000
    assert session.context(window=60).tokens - plain >= 8_000
