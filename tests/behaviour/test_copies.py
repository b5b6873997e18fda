"""What runs elsewhere repeat word for word goes with the message that they repeat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from tests.behaviour.conftest import Sessions

from stratal import ConversationTarget, Memory, MessageEvidence, MessageSpan, Person
from stratal.core.runs import RunState
from stratal.flows.absence import look_for
from stratal.testing import ScriptedModel
from stratal.testing.clock import ManualClock
from stratal.upkeep.doctor import examine

SAID = "The lock keeper at Varnow opens only for the ferry Adelheid, 船闸只为渡船开。"
OTHER = "The chandler in Demmin sells rope by the fathom."

Going = Callable[[Memory, ManualClock], None]


def erased(memory: Memory, clock: ManualClock) -> None:
    memory.erasing("acme", asked_by="dpo").erase(
        ConversationTarget(user="ana", conversation="monday"), confirmed=True
    )


def erased_span(memory: Memory, clock: ManualClock) -> None:
    memory.erasing("acme", asked_by="dpo").erase(
        MessageSpan(user="ana", conversation="monday", first=1, last=1)
    )


def expired(memory: Memory, clock: ManualClock) -> None:
    memory.policy = replace(memory.policy, conversation_ttl=timedelta(days=30))
    rules = replace(memory.policy.forgetting, replies=None)
    memory.policy = replace(memory.policy, forgetting=rules)
    clock.advance(timedelta(days=11))
    memory.sweep("acme")
    clock.advance(memory.policy.forgetting.grace + timedelta(days=1))
    assert memory.sweep("acme").removed


def tables(memory: Memory, text: str, user: str = "ana") -> set[str]:
    """The tables in whose rows the text stands."""
    absence = look_for(memory.database, [text], tenant="acme", user=user)
    return {one.name for one in absence.places if one.unit == "rows" and one.found}


@pytest.mark.parametrize("going", [erased, erased_span, expired])
def test_a_reply_elsewhere_that_repeats_a_message_goes_with_it(
    memory: Memory, sessions: Sessions, clock: ManualClock, going: Going
) -> None:
    """It cites nothing: a model was shown the words with the entry of a task, and was at a loss."""
    monday, tuesday = sessions(id="monday"), sessions(id="tuesday")
    said = monday.conversation.append({"role": "user", "content": SAID})
    assert said.id is not None
    cited = MessageEvidence(conversation="monday", message=said.id, quotation=SAID)
    task = monday.task("ferry", goal="plan the summer")
    assert task.add("facts", SAID, evidence=cited).kept
    clock.advance(timedelta(days=20))
    model = ScriptedModel(f"I was told: {SAID.upper()} What of it?", f"Well. {SAID}")
    tuesday.close_task(tuesday.task("ferry"), "The ferry Adelheid goes in June.", model=model)
    # A run whose replies have nothing of it.
    tuesday.conversation.append({"role": "user", "content": OTHER})
    tuesday.consolidate(tuesday.task("rope"), model=ScriptedModel(f"Hm. {OTHER}"), whole=True)
    assert "run_reply" in tables(memory, SAID)
    before = {run.id: run for run in tuesday.runs.latest()}
    going(memory, clock)
    left = tables(memory, SAID)
    assert left.isdisjoint({"run", "run_item", "run_reply"})
    if going is not expired:
        assert left == set()
    assert {run.id: run.state for run in tuesday.runs.latest()} == {
        one.id: one.state for one in before.values()
    }
    assert "run_reply" in tables(memory, OTHER)
    assert {run.state for run in before.values()} >= {RunState.FAILED}
    assert examine(memory.database, "acme").findings == ()


def test_what_a_run_of_another_person_repeats_goes_with_the_erased(
    memory: Memory, sessions: Sessions, clock: ManualClock
) -> None:
    """Who shares a scope was shown what the person had said there."""
    ana = sessions("ana", scopes=("user:ana", "repo:ferry"), write="repo:ferry")
    bo = sessions("bo", scopes=("user:bo", "repo:ferry"), write="repo:ferry")
    said = ana.conversation.append({"role": "user", "content": SAID})
    assert said.id is not None
    cited = MessageEvidence(conversation="monday", message=said.id, quotation=SAID)
    assert ana.memories.remember(SAID, evidence=cited).kept
    bo.conversation.append({"role": "user", "content": "What of the ferry?"})
    bo.consolidate(bo.task("ferry"), model=ScriptedModel(f"Ana says: {SAID}"), whole=True)
    assert tables(memory, SAID, "bo") >= {"run_reply"}
    memory.erasing("acme", asked_by="dpo").erase(Person(user="ana"), confirmed=True)
    assert tables(memory, SAID, "bo") == set()
    [run] = bo.runs.latest()
    assert [reply.text for reply in bo.runs.replies(run.id)] == [""] * len(bo.runs.replies(run.id))


def test_what_anybody_says_takes_nobodys_replies_along(
    memory: Memory, sessions: Sessions, clock: ManualClock
) -> None:
    """A message of a few everyday words is no message that a reply could be known by."""
    monday, tuesday = sessions(id="monday"), sessions(id="tuesday")
    monday.conversation.append({"role": "user", "content": "Yes, please do that."})
    tuesday.conversation.append({"role": "user", "content": OTHER})
    model = ScriptedModel("Yes, please do that.")
    tuesday.consolidate(tuesday.task("rope"), model=model, whole=True)
    erased(memory, clock)
    [run] = tuesday.runs.latest()
    assert tuesday.runs.replies(run.id)[-1].text == "Yes, please do that."
