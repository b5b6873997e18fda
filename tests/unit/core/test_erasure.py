"""What can be named to be erased."""

from __future__ import annotations

import pytest

from stratal import InvalidValue, Item, Layer, MessageSpan, Person, Scope, ScopeTarget
from stratal.core.erasure import TableCount, kind_of


def test_every_layer_but_the_conversation_has_items() -> None:
    """Messages are named by numbers, and everything else by its id."""
    kinds = {
        kind_of(Item(layer=layer, id="x", user="ana"))
        for layer in Layer
        if layer is not Layer.CONVERSATION
    }
    assert kinds == {"task", "fact", "memory", "event", "document", "file", "agent_state"}
    with pytest.raises(InvalidValue, match="by number"):
        Item(layer=Layer.CONVERSATION, id="x")


def test_what_is_somebodys_needs_the_name() -> None:
    """Events, tasks and agent states have ids of their person's alone."""
    for layer in (Layer.EVENTS, Layer.TASK, Layer.AGENT_STATE):
        with pytest.raises(InvalidValue, match="user"):
            Item(layer=layer, id="x")


def test_a_span_has_its_ends_in_order() -> None:
    """From the first to the last, both included."""
    assert MessageSpan(user="ana", conversation="a", first=3, last=3).last == 3
    with pytest.raises(InvalidValue, match="before the first"):
        MessageSpan(user="ana", conversation="a", first=3, last=2)


def test_kinds_and_counts() -> None:
    """Rows before are those that went, were made again, or name nobody any more."""
    assert kind_of(Person(user="ana")) == "person"
    assert kind_of(ScopeTarget(scope=Scope.parse("repo:trip"))) == "scope"
    assert TableCount(table="x", gone=1, rebuilt=2, unlinked=3, after=0).before == 6
