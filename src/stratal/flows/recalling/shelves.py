"""Which shelves a recall searches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stratal.core.records import Layer
from stratal.errors import InvalidValue
from stratal.flows.recalling.documents import DocumentShelf
from stratal.flows.recalling.events import EventShelf
from stratal.flows.recalling.files import FileShelf
from stratal.flows.recalling.memories import ColdShelf, MemoryShelf
from stratal.flows.recalling.messages import MessageShelf
from stratal.flows.recalling.shelf import Shelf
from stratal.layers.access import Access


def shelves_of(
    access: Access,
    layers: Sequence[Layer],
    conversation: str | None,
    where: Mapping[str, str] | None,
    *,
    pending: bool,
    cold: bool,
) -> list[Shelf]:
    """A shelf for each of the layers. Raises `InvalidValue` for what cannot be asked of them."""
    shelves: list[Shelf] = []
    if cold and tuple(layers) != (Layer.MEMORIES,):
        raise InvalidValue("layers", layers, "what is cold is searched among memories alone")
    for layer in dict.fromkeys(layers):
        if layer is Layer.MEMORIES:
            shelf = ColdShelf(access) if cold else MemoryShelf(access, pending=pending)
            shelves.append(shelf)
        elif layer is Layer.CONVERSATION:
            shelves.append(MessageShelf(access, conversation))
        elif layer is Layer.EVENTS:
            shelves.append(EventShelf(access))
        elif layer is Layer.KNOWLEDGE:
            shelves.append(DocumentShelf(access, where))
        elif layer is Layer.FILES:
            shelves.append(FileShelf(access))
        else:
            raise InvalidValue(
                "layer",
                layer,
                "cannot be searched: memories, conversation, events, knowledge, files can",
            )
    if not shelves:
        raise InvalidValue("layers", layers, "name one at least, e.g. memories")
    if where is not None and Layer.KNOWLEDGE not in layers:
        raise InvalidValue("where", where, "is for documents: ask the layer knowledge")
    return shelves
