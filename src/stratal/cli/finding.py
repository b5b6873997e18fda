"""A remembered thing by its id, or by the beginning of its id."""

from __future__ import annotations

from dataclasses import dataclass

from stratal.cli.settings import Settings
from stratal.core import checks
from stratal.core.records import Layer, Record
from stratal.errors import InvalidValue, NotFound
from stratal.layers.memories import Memories
from stratal.layers.profile import Profile
from stratal.memory import Memory
from stratal.session import Session
from stratal.storage import records

SHORTEST = 6
"""Characters of an id that must be typed."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    """A record, and the layer through which it is read and changed."""

    session: Session
    layer: Memories | Profile
    record: Record


def find(settings: Settings, memory: Memory, item: str) -> Found:
    """The memory or profile fact that `item` names.

    Raises `NotFound`, also for what belongs to others, and `InvalidValue` for a beginning that is
    too short or that several ids share.
    """
    start = checks.name("item", item).lower()
    if len(start) < SHORTEST:
        raise InvalidValue("item", item, f"give at least {SHORTEST} characters of the id")
    session = settings.wide_session(memory)
    layers: dict[Layer, Memories | Profile] = {
        Layer.MEMORIES: session.memories,
        Layer.PROFILE: session.profile,
    }
    with memory.database.read(settings.principal.tenant) as tx:
        beginning = records.ids_beginning(tx, start)
    found = []
    for whole, layer in beginning:
        try:
            record = layers[layer].get(whole)
        except NotFound:
            # Another person's: it looks just as if it were not there.
            continue
        found.append(Found(session=session, layer=layers[layer], record=record))
    if not found:
        raise NotFound("item", item)
    if len(found) > 1:
        named = ", ".join(one.record.id for one in found)
        more = " and perhaps more" if len(beginning) > 2 else ""
        raise InvalidValue("item", item, f"begins several ids: {named}{more}")
    return found[0]
