"""A task as text: what a prompt shows of it within a budget, and what a handle gives.

The same state gives the same bytes. What a task holds is shown a line an entry, white space
folded, so that no text can look like a heading or like another entry. What does not fit is
counted, with the handle that reads it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from stratal.core.tasks import (
    LONG,
    Decision,
    Difference,
    Entry,
    Failure,
    Field,
    OwnField,
    Step,
    TaskState,
    differences,
)
from stratal.errors import BudgetTooSmall
from stratal.text.counting import estimate_tokens

OWN = "fields"
ALL = "all"

_LINE = 240
"""Characters of an entry in a line; the rest is read by its handle."""
_SPACE = re.compile(r"\s+")
_TITLES = {
    Field.OPEN.value: "Open questions",
    Field.PLAN.value: "Plan",
    Field.DECISIONS.value: "Decisions",
    Field.FACTS.value: "Facts",
    Field.FAILED.value: "Failed attempts",
    Field.ARTIFACTS.value: "Artifacts",
    OWN: "Fields",
}
"""In the order of being shown: what comes first is the last to be left out."""


def rendered(task: str, state: TaskState, budget: int) -> str:
    """The state in at most `budget` tokens. Raises `BudgetTooSmall` if not even the goal fits."""
    sections = [
        _Section(task=task, name=name, lines=lines, preferred=_preferred(state, name))
        for name in _TITLES
        if (lines := _lines(task, state, name))
    ]
    room = budget
    while True:
        top = [f"Task {task}", *_heads(task, state, room // 2)]
        text = "\n".join([*top, *_filled(task, sections, room - _cost(top))])
        needed = estimate_tokens(text)
        if needed <= budget:
            return text
        room -= needed - budget
        if room <= 0:
            raise BudgetTooSmall(needed=needed, budget=budget)


def rendered_changes(task: str, before: TaskState, after: TaskState, budget: int) -> str:
    """What `after` has otherwise than `before`, and then the goal; empty without either."""
    found = differences(before, after)
    changes = [_change_line(task, one) for one in found]
    room = budget
    while True:
        goal = _heads(task, after, room // 2)[:1] if after.goal else []
        text = "\n".join([*_changes(task, changes, room - _cost(goal)), *goal])
        needed = estimate_tokens(text)
        if needed <= budget:
            return text
        room -= needed - budget
        if room <= 0:
            raise BudgetTooSmall(needed=needed, budget=budget)


def _changes(task: str, changes: Sequence[str], room: int) -> list[str]:
    """The lines of as many changes as fit, the rest counted."""
    if not changes:
        return []
    title = f"Changes in task {task}:"
    if _cost([title, *changes]) <= room:
        return [title, *changes]
    room -= _cost([title, _more(len(changes), task, ALL)])
    shown = 0
    while (room := room - _cost([changes[shown]])) >= 0:
        shown += 1
    return [title, *changes[:shown], _more(len(changes) - shown, task, ALL)]


def whole_list(task: str, state: TaskState, name: str) -> str:
    """Every entry of the list of that name, or of all of them, a line each."""
    if name != ALL:
        return "\n".join(_lines(task, state, name, limit=LONG))
    parts = [f"Task {task}"]
    parts += [f"{title}: {_SPACE.sub(' ', text)}" for title, text in _said(state) if text]
    for section, title in _TITLES.items():
        if lines := _lines(task, state, section, limit=LONG):
            parts += [f"{title}:", *lines]
    return "\n".join(parts)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Section:
    """One list, each entry a line."""

    task: str
    name: str
    lines: Sequence[str]
    preferred: Sequence[int]
    """The places of the lines, the one to be left out last first."""

    def text(self, shown: int, *, counted: bool) -> list[str]:
        """The section with that many of its lines, the rest counted."""
        title, rest = _TITLES[self.name], len(self.lines) - shown
        if not shown:
            return [f"{title}: {_more(rest, self.task, self.name)[2:]}"] if counted else []
        lines = [self.lines[at] for at in sorted(self.preferred[:shown])]
        more = [_more(rest, self.task, self.name)] if rest and counted else []
        return [f"{title}:", *lines, *more]


def _filled(task: str, sections: Sequence[_Section], room: int) -> list[str]:
    """The lines of as many entries as fit, sections in order; the rest is counted."""
    # Each section counts its own rest; where not even that fits, one line counts all of it.
    counted = _cost([line for one in sections for line in one.text(0, counted=True)]) <= room
    rest = sum(len(one.lines) for one in sections)
    costs = [_cost(one.text(0, counted=counted)) for one in sections]
    spare = room - sum(costs) - (0 if counted else _cost([_more(rest, task, ALL)]))
    taken = [0] * len(sections)
    for no, section in enumerate(sections):
        cost = _cost([f"{_TITLES[section.name]}:"])
        for shown, at in enumerate(section.preferred, start=1):
            cost += _cost([section.lines[at]])
            left = len(section.lines) - shown
            whole = cost + (_cost([_more(left, task, section.name)]) if left and counted else 0)
            if whole - costs[no] <= spare:
                spare -= whole - costs[no]
                costs[no], taken[no] = whole, shown
    found: list[str] = []
    for section, shown in zip(sections, taken, strict=True):
        found += section.text(shown, counted=counted)
    rest -= sum(taken)
    return found if counted or not rest else [*found, _more(rest, task, ALL)]


def _heads(task: str, state: TaskState, room: int) -> list[str]:
    """Goal and conclusion in a line each, cut to `room` tokens."""
    return [
        _cut(f"{title}: {_SPACE.sub(' ', text)}", f" (whole: task:{task}#{title.lower()})", room)
        for title, text in _said(state)
        if text
    ]


def _said(state: TaskState) -> tuple[tuple[str, str], ...]:
    return ("Goal", state.goal), ("Conclusion", state.conclusion)


def _cut(line: str, whole: str, room: int) -> str:
    if estimate_tokens(line) <= room:
        return line
    low, high = 0, len(line)
    while low < high:
        middle = (low + high + 1) // 2
        if estimate_tokens(line[:middle] + "…" + whole) <= room:
            low = middle
        else:
            high = middle - 1
    return line[:low].rstrip() + "…" + whole


def _preferred(state: TaskState, name: str) -> list[int]:
    if name != Field.PLAN:
        count = len(state.own) if name == OWN else len(state.entries(Field(name)))
        return list(range(count - 1, -1, -1))
    waiting = [at for at, step in enumerate(state.plan) if not step.done]
    done = [at for at, step in enumerate(state.plan) if step.done]
    return [*waiting, *reversed(done)]


def _lines(task: str, state: TaskState, name: str, limit: int = _LINE) -> list[str]:
    if name == OWN:
        return [f"- {_own(task, own, limit)}" for own in state.own]
    return [f"- {_marked(task, entry, limit)}" for entry in state.entries(Field(name))]


def _marked(task: str, entry: Entry, limit: int) -> str:
    said = f"{entry.id}: {_entry(task, entry, limit)}"
    return f"[{'x' if entry.done else ' '}] {said}" if isinstance(entry, Step) else said


def _entry(task: str, entry: Entry, limit: int) -> str:
    text, long = entry.text, entry.handle is not None
    if isinstance(entry, Decision) and entry.reason:
        text += f" (because: {entry.reason})"
        long = long or entry.reason_handle is not None
    if isinstance(entry, Failure) and entry.cause:
        text += f" (failed: {entry.cause})"
        long = long or entry.cause_handle is not None
    return _short(text, f"task:{task}#{entry.id}", limit, long=long)


def _own(task: str, own: OwnField, limit: int) -> str:
    handle = f"task:{task}#{OWN}/{own.name}"
    return f"{own.name}: {_short(own.text, handle, limit, long=own.handle is not None)}"


def _short(text: str, handle: str, limit: int, *, long: bool = False) -> str:
    text = _SPACE.sub(" ", text)
    if len(text) <= limit and not long:
        return text
    return f"{text[:limit].rstrip('… ')}… (whole: {handle})"


def _change_line(task: str, one: Difference) -> str:
    noun, now, was = _NOUNS[one.field], one.after, one.before
    if one.field == "goal":
        # The goal that holds follows at the end.
        old = _short(str(was), f"task:{task}#goal", _LINE) if was is not None else "none"
        return f"- goal changed, it was: {old}"
    match now if now is not None else was:
        case OwnField() as own:
            text = _own(task, own, _LINE)
        case Entry() as entry:
            text = f"{entry.id}: {_entry(task, entry, _LINE)}"
        case said:
            text = _short(str(said), f"task:{task}#{one.field}", _LINE)
    if now is None:
        verb = "removed"
    elif was is None:
        verb = "new"
    elif isinstance(now, Step) and isinstance(was, Step) and now.done and not was.done:
        verb = "done"
    else:
        verb = "changed"
    return f"- {noun} {verb}: {text}"


_NOUNS = {
    "goal": "goal",
    "conclusion": "conclusion",
    Field.FACTS.value: "fact",
    Field.DECISIONS.value: "decision",
    Field.PLAN.value: "step",
    Field.OPEN.value: "question",
    Field.ARTIFACTS.value: "artifact",
    Field.FAILED.value: "failed attempt",
    OWN: "field",
}


def _more(count: int, task: str, name: str) -> str:
    return f"- {count} more by handle task:{task}#{name}"


def _cost(lines: Sequence[str]) -> int:
    return sum(estimate_tokens(line + "\n") for line in lines)
