"""Taking back what a sweep did: the whole of it, or what it did to one thing.

Each thing is as it was, to the letter, unless somebody changed it since; then it stays as it is. It
is a revision of its own, in the name of who asked for it, and later sweeps leave such a thing alone
until it is changed again. What was removed after its time of grace cannot be had back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stratal.core.checks import name
from stratal.core.forgetting import Act, Action, ActionState, UndoReport
from stratal.core.identity import Scope
from stratal.core.records import Layer, Origin, Status
from stratal.errors import InvalidValue, NotFound
from stratal.flows.forgetting.sweep import LAYERS, Ground
from stratal.storage import records, sweeps
from stratal.storage.database import Transaction

_AT_ONCE = 50
_SHORTEST = 6


def undo(ground: Ground, what: str, *, actor: str, item: str | None = None) -> UndoReport:
    """Take back the sweep whose id begins with `what`, or of it only what it did to `item`.

    Raises `NotFound` if there is no such sweep, or it did nothing to that item, and `InvalidValue`
    for a beginning that several sweeps share.
    """
    sweep = _sweep(ground, what)
    counts = dict.fromkeys(("undone", "changed", "removed"), 0)
    found = False
    for page in _pages(ground, sweep):
        chosen = [one for one in page if item is None or _of_item(one, item)]
        found = found or bool(chosen)
        if not chosen:
            continue
        with ground.database.write(ground.tenant) as tx:
            for action in chosen:
                state = _undone(tx, ground, action, actor)
                if state is not None:
                    counts[state] += 1
    if item is not None and not found:
        raise NotFound("action of the sweep on", item)
    if item is None:
        with ground.database.write(ground.tenant) as tx:
            sweeps.mark_undone(tx, sweep)
    return UndoReport(
        sweep=sweep,
        undone=counts["undone"],
        changed_since=counts["changed"],
        removed=counts["removed"],
    )


def last_of(ground: Ground, item: str) -> Action | None:
    """What a sweep last did to a thing that is not taken back; None if none did anything."""
    with ground.database.read(ground.tenant) as tx:
        for kind in (*(layer.value for layer in LAYERS), *sweeps.REMOVABLE):
            for action in sweeps.actions_of(tx, kind, item):
                if action.state in (ActionState.DONE, ActionState.ASIDE):
                    return action
    return None


def _sweep(ground: Ground, what: str) -> str:
    start = name("sweep", what).lower()
    if len(start) < _SHORTEST:
        raise InvalidValue("sweep", what, f"give at least {_SHORTEST} characters of the id")
    with ground.database.read(ground.tenant) as tx:
        found = sweeps.beginning(tx, start)
    if not found:
        raise NotFound("sweep", what)
    if len(found) > 1:
        raise InvalidValue("sweep", what, f"begins several ids: {', '.join(found)}")
    return found[0]


def _pages(ground: Ground, sweep: str) -> Iterator[Sequence[Action]]:
    """What the sweep did, the last first: what was united is parted before it is brought back."""
    below: str | None = None
    while True:
        with ground.database.read(ground.tenant) as tx:
            page = sweeps.actions(tx, sweep, below, _AT_ONCE)
        if not page:
            return
        yield page
        below = page[-1].id


def _of_item(action: Action, item: str) -> bool:
    """Whether an action has to be taken back for `item` to be as it was."""
    return item in (action.item, action.other)


def _undone(tx: Transaction, ground: Ground, action: Action, actor: str) -> str | None:
    """Take one action back; what became of it, None if it was taken back before."""
    if action.state is ActionState.UNDONE:
        return None
    if action.state is ActionState.REMOVED:
        return "removed"
    if action.state is ActionState.DONE and not _as_before(tx, ground, action, actor):
        return "changed"
    if not sweeps.move(tx, action, ActionState.UNDONE):
        return None
    # Who was given evidence is no item of its own: what gave it is told.
    return None if action.act is Act.UNITE else "undone"


def _as_before(tx: Transaction, ground: Ground, action: Action, actor: str) -> bool:
    """Make a record what it was before an action; False if it was changed since."""
    assert action.before is not None
    layer, scope = Layer(action.kind), Scope.parse(action.place)
    door = ground.layer(layer, scope)
    door.hold(tx, scope)
    record = records.current(tx, layer, [action.item]).get(action.item)
    if record is None:
        return False
    undoing = f"{sweeps.UNDOING}{action.sweep}"
    if action.act is Act.UNITE and action.other is not None and action.written is not None:
        sweeps.part(tx, source=action.other, into=record.id, revision=action.written)
    if record.revision != action.written and record.origin.side_effect != undoing:
        return action.act is Act.UNITE
    before = next(
        one for one in records.history(tx, layer, record.id) if one.revision == action.before
    )
    if record.state == before.state:
        return True
    if before.status is Status.ACTIVE and door.is_taken(tx, record):
        return False
    origin = Origin(actor=actor, reason="undo", side_effect=undoing)
    door.by_rule(tx, record, before.state, origin)
    return True
