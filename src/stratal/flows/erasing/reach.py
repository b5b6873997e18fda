"""What the session of a person may have erased: what is theirs, or lies in its grant."""

from __future__ import annotations

from typing import assert_never

from stratal.core.erasure import (
    ConversationTarget,
    Item,
    MessageSpan,
    Person,
    ScopeTarget,
    Target,
    kind_of,
)
from stratal.core.records import Layer
from stratal.errors import NotFound
from stratal.layers.access import Access
from stratal.layers.files import Files
from stratal.layers.knowledge import Knowledge
from stratal.layers.memories import Memories
from stratal.layers.profile import Profile


def check_reach(access: Access, target: Target) -> None:
    """Raises `NotFound` for what is another's, as if there were none, and `ScopeNotGranted`."""
    match target:
        case ScopeTarget():
            access.granted(target.scope)
        case Person():
            _own(access, target.user, "person", target.user)
        case ConversationTarget() | MessageSpan():
            _own(access, target.user, "conversation", target.conversation)
        case Item():
            _item(access, target)
        case _:
            assert_never(target)


def _item(access: Access, item: Item) -> None:
    match item.layer:
        case Layer.MEMORIES:
            Memories(access=access).get(item.id)
        case Layer.PROFILE:
            Profile(access=access).get(item.id)
        case Layer.KNOWLEDGE:
            Knowledge(access=access).get(item.id)
        case Layer.FILES:
            Files(access=access).get(item.part)
        case _:
            _own(access, item.user, kind_of(item), item.id)


def _own(access: Access, user: str, kind: str, id: str) -> None:
    if user != access.user:
        raise NotFound(kind, id)
