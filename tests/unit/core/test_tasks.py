"""The values of a task: states, changes and what they make of each other."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from stratal.core.canonical import Json
from stratal.core.tasks import (
    BEGINNING,
    LONG,
    Add,
    Change,
    Decision,
    Difference,
    Edit,
    Entry,
    Failure,
    Field,
    OwnField,
    Remove,
    SetField,
    SetGoal,
    Step,
    TaskState,
    added_at,
    applied,
    differences,
    entry_id,
    shortened,
    summary,
    touched,
    words,
)
from stratal.errors import InvalidValue, NotFound

KEEP = partial(shortened, "t")


def made(*changes: Change, state: TaskState | None = None) -> TaskState:
    """The state after the changes; entries are numbered e1, e2, …"""
    state = state or TaskState()
    for no, change in enumerate(changes, start=1):
        state, _ = applied(change, state, f"e{no}", KEEP)
    return state


def test_an_entry_keeps_its_id_through_edits() -> None:
    """What an edit does not name stays, the id and the place in the list above all."""
    state = made(
        Add(field=Field.DECISIONS, text="use vitest", reason="the lockfile has it"),
        Add(field=Field.DECISIONS, text="no mocks"),
        Edit(entry="e1", text="use vitest 3"),
    )
    assert state.decisions == (
        Decision(id="e1", text="use vitest 3", reason="the lockfile has it"),
        Decision(id="e2", text="no mocks"),
    )


def test_each_list_has_entries_of_its_kind() -> None:
    """A plan holds steps, decisions have a reason, failed attempts a cause."""
    state = made(
        Add(field=Field.PLAN, text="write the test"),
        Edit(entry="e1", done=True),
        Add(field=Field.FAILED, text="upgrade at once", cause="peer dependency"),
        Add(field=Field.OPEN, text="哪个分支？"),
        Remove(entry="e4"),
    )
    assert state.plan == (Step(id="e1", text="write the test", done=True),)
    assert state.failed == (Failure(id="e3", text="upgrade at once", cause="peer dependency"),)
    assert state.open == ()


def test_adding_what_stands_there_changes_nothing() -> None:
    """An equal entry is found again; a step that is done is not equal to one to be done."""
    state = made(Add(field=Field.FACTS, text="the port is 8080"))
    same, at = applied(Add(field=Field.FACTS, text="the port is 8080"), state, "e9", KEEP)
    assert (same, at) == (state, "e1")

    state = made(Add(field=Field.PLAN, text="run it"), Edit(entry="e1", done=True))
    again, at = applied(Add(field=Field.PLAN, text="run it"), state, "e9", KEEP)
    assert at == "e9"
    assert [step.done for step in again.plan] == [True, False]


def test_own_fields_hold_any_json_apart_from_null() -> None:
    """Equal means equal as JSON: true is not 1, and 1 is not 1.0. None takes the field away."""
    state = made(SetField(name="n", value=1), SetField(name="a", value={"x": [True]}))
    assert state.fields == {"a": {"x": [True]}, "n": 1}
    for other in (True, 1.0):
        assert made(SetField(name="n", value=other), state=state) != state
    assert made(SetField(name="n", value=1), state=state) == state
    assert made(SetField(name="n", value=None), state=state).fields == {"a": {"x": [True]}}


def test_a_state_cannot_be_changed_from_outside() -> None:
    """Neither the object given nor the one handed out is the state's own."""
    given: dict[str, Json] = {"x": 1}
    change = SetField(name="a", value=given)
    given["x"] = 2
    state = made(change)
    state.fields["a"] = 3
    assert state.fields == {"a": {"x": 1}}


def test_a_long_text_leaves_its_beginning_and_a_handle() -> None:
    """The limit counts bytes, so Chinese reaches it with fewer characters; the handle is stable."""
    exact = "x" * LONG
    assert shortened("t", exact) == (exact, None)
    for text in (exact + "x", "长" * (LONG // 3 + 1)):
        shown, handle = shortened("t", text)
        assert len(shown) == BEGINNING + 1
        assert handle is not None
        assert handle.startswith("task:t#text-")
        assert shortened("t", text) == (shown, handle)
    state = made(
        Add(field=Field.FAILED, text="run", cause="trace " * 2000),
        SetGoal(text="g" * 9000),
        SetField(name="big", value=["y" * 9000]),
    )
    assert state.failed[0].handle is None
    assert state.failed[0].cause_handle is not None
    assert state.goal_handle is not None
    assert state.fields == {"big": {"handle": state.own[0].handle}}
    assert made(Edit(entry="e1", cause="short"), state=state).failed[0].cause_handle is None


def test_an_entry_that_is_not_there_is_not_found() -> None:
    """Edit and remove name the entry that is missing."""
    for change in (Edit(entry="f1", text="x"), Remove(entry="f1")):
        with pytest.raises(NotFound, match="f1"):
            made(change)


def test_a_part_that_the_list_has_not_is_refused() -> None:
    """A fact has no reason and a question is not done; adding and editing say so."""
    with pytest.raises(InvalidValue, match="decisions only"):
        Add(field=Field.FACTS, text="x", reason="y")
    with pytest.raises(InvalidValue, match="no part"):
        made(Add(field=Field.OPEN, text="x"), Edit(entry="e1", done=True))


@pytest.mark.parametrize("text", ["", "  \n", "a\x00b", "\ud800", "x" * 1_000_001])
def test_bad_text_never_becomes_a_change(text: str) -> None:
    """Empty, NUL, a lone surrogate and a million characters are told when the change is made."""
    with pytest.raises(InvalidValue):
        Add(field=Field.FACTS, text=text)
    with pytest.raises(InvalidValue):
        SetGoal(text=text)
    with pytest.raises(InvalidValue):
        Edit(entry="f1", text=text)


def test_bad_changes_cannot_be_built() -> None:
    """Unknown lists, NaN, an edit of nothing, and a done that is neither true nor false."""
    with pytest.raises(InvalidValue, match="facts"):
        Field.parse("fact")
    with pytest.raises(InvalidValue):
        SetField(name="a", value=float("nan"))
    with pytest.raises(InvalidValue):
        Edit(entry="f1")
    with pytest.raises(InvalidValue):
        Edit(entry="f1", done=1)  # type: ignore[arg-type]


def test_bad_states_cannot_be_built() -> None:
    """One id twice, an entry in the wrong list, and own fields out of order are refused."""
    fact = Entry(id="f1", text="x")
    with pytest.raises(InvalidValue, match="twice"):
        TaskState(facts=(fact,), open=(fact,))
    with pytest.raises(InvalidValue, match="Step"):
        TaskState(plan=(fact,))  # type: ignore[arg-type]
    with pytest.raises(InvalidValue, match="sorted"):
        TaskState(own=(OwnField(name="b", text="1"), OwnField(name="a", text="1")))


def test_ids_tell_list_and_checkpoint() -> None:
    """The first of a list in a checkpoint has the short form."""
    assert [entry_id(Field.FACTS, 12, no) for no in (1, 2)] == ["f12", "f12-2"]
    assert len({entry_id(field, 1, 1) for field in Field}) == len(Field)
    assert [added_at(one) for one in ("f12", "f12-2")] == [12, 12]
    others = ("", "f", "z12", "f12-", "f-1", "f1x", "f1-x", "nothing", "f1234567890")
    assert {added_at(one) for one in others} == {None}


def test_differences_name_what_was_and_what_is() -> None:
    """New, changed and removed entries, the goal and own fields, each once."""
    before = made(Add(field=Field.FACTS, text="a"), Add(field=Field.FACTS, text="b"))
    after = made(SetGoal(text="ship"), Edit(entry="e1", text="c"), Remove(entry="e2"), state=before)
    after = made(SetField(name="n", value=1), state=after)
    assert differences(before, before) == ()
    assert differences(before, after) == (
        Difference(field="goal", id="goal", before=None, after="ship"),
        Difference(field="facts", id="e1", before=before.facts[0], after=after.facts[0]),
        Difference(field="facts", id="e2", before=before.facts[1], after=None),
        Difference(field="fields", id="n", before=None, after=OwnField(name="n", text="1")),
    )


def test_changes_of_different_parts_touch_different_things() -> None:
    """Doing a step and rewording it can be made in any order; rewording it twice cannot."""
    state = made(Add(field=Field.PLAN, text="a"))
    reworded = made(Edit(entry="e1", text="b"), state=state)
    done = Edit(entry="e1", done=True)
    assert touched(done, state) == touched(done, reworded)
    again = Edit(entry="e1", text="c")
    assert touched(again, state) != touched(again, reworded)
    assert touched(Remove(entry="e1"), state) != touched(Remove(entry="e1"), reworded)
    assert touched(Add(field=Field.PLAN, text="d"), state) is None


def test_all_words_of_a_change_can_be_looked_at_and_none_are_in_its_summary() -> None:
    """Every text that a change brings in is among its words; the summary has names only."""
    changes: list[Change] = [
        Add(field=Field.DECISIONS, text="secret one", reason="secret two"),
        Add(field=Field.FAILED, text="secret one", cause="secret two"),
        Edit(entry="d1", text="secret one", reason="secret two"),
        SetField(name="n", value={"secret one": ["secret two"]}),
        SetGoal(text="secret one secret two"),
    ]
    for change in changes:
        assert "secret one" in words(change)
        assert "secret two" in words(change)
        assert "secret" not in summary(change)
    assert words(Remove(entry="d1")) == ""
    assert summary(Remove(entry="d1")) == "remove d1"


def test_replacing_a_state_checks_it_again() -> None:
    """No way around the checks: a copy with a wrong part is refused too."""
    with pytest.raises(InvalidValue):
        replace(TaskState(), goal="a\x00b")
