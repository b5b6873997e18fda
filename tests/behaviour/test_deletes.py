"""What an ordinary delete takes along, and exactly what it leaves for an erasure."""

from __future__ import annotations

import pytest
from tests.behaviour.conftest import Sessions

from stratal import Kind, Layer, Memory, MemoryEvidence, MessageEvidence, Session
from stratal.core.erasure import Item, MessageSpan
from stratal.core.outcomes import Outcome
from stratal.flows.absence import look_for
from stratal.testing import ScriptedModel
from stratal.upkeep.doctor import examine

SAID = "The ropewalk in Wismar closes at the end of the harvest month."
NOTE = "# Ropewalk\n\nThe ropewalk in Wismar closes at the end of the harvest month.\n"


@pytest.fixture
def session(sessions: Sessions) -> Session:
    return sessions(scopes=("user:ana",))


def tables(memory: Memory) -> set[str]:
    """The tables in whose rows the text stands."""
    absence = look_for(memory.database, [SAID], tenant="acme", user="ana")
    return {one.name for one in absence.places if one.unit == "rows" and one.found}


def kept(outcome: Outcome) -> str:
    assert outcome.kept, outcome
    assert outcome.id is not None
    return outcome.id


def said(session: Session) -> MessageEvidence:
    message = kept(session.conversation.append({"role": "user", "content": SAID}))
    return MessageEvidence(conversation=session.id, message=message, quotation=SAID)


def test_a_memory_that_a_run_wrote_leaves_nothing_but_the_message(
    memory: Memory, session: Session
) -> None:
    """What the run proposed and the model replied is emptied; the run and its cost stay."""
    said(session)
    cited = [{"message": 1, "quotation": SAID}]
    told = {"kind": "fact", "text": SAID, "reason": "", "evidence": cited}
    session.keep_profile(model=ScriptedModel({"changes": [], "told": [told]}))
    [record] = session.memories.entries()
    assert record.content == SAID
    assert tables(memory) >= {"revision", "run_item", "run_reply", "message", "evidence"}
    [run] = [run for run in session.runs.latest() if run.id == record.origin.run]
    session.memories.delete(record.id)
    # The message has an entry of its own in the index.
    assert tables(memory) - {"search_entry", "the search index"} == {"message"}
    assert session.runs.get(run.id).state == run.state
    assert [item.outcome.code for item in session.runs.report(run.id).items if item.outcome] == [
        "deleted"
    ]
    assert examine(memory.database, "acme").findings == ()


def test_a_memory_leaves_what_was_derived_from_it(memory: Memory, session: Session) -> None:
    """Another memory that quotes it: an erasure goes after that."""
    first = kept(session.memories.remember(SAID, evidence=said(session)))
    derived = session.memories.remember(
        f"Mind: {SAID}", kind=Kind.LESSON, evidence=MemoryEvidence(memory=first)
    )
    kept(derived)
    erasing = memory.erasing("acme", asked_by="ana")
    session.memories.delete(first)
    assert tables(memory) >= {"message", "revision"}
    erasing.erase(MessageSpan(user="ana", conversation=session.id, first=1, last=1))
    erasing.erase(Item(layer=Layer.MEMORIES, id=kept(derived)))
    assert tables(memory) == set()


def test_a_document_leaves_nothing(memory: Memory, session: Session) -> None:
    """Every version and piece goes."""
    session.knowledge.add("ropewalk.md", NOTE)
    assert tables(memory) >= {"chunk"}
    session.knowledge.remove("ropewalk.md")
    assert tables(memory) == set()


def test_a_file_leaves_its_versions_and_a_store_nothing(memory: Memory, session: Session) -> None:
    """From its versions a file is restored; an erasure takes them, or the end of the store."""
    store = kept(session.files.create("notes"))
    file = kept(session.files.open(store).create("/ropewalk.md", NOTE))
    session.files.open(store).delete(file)
    assert tables(memory) == {"file_version"}
    memory.erasing("acme", asked_by="ana").erase(Item(layer=Layer.FILES, id=file, part=store))
    assert tables(memory) == set()
    other = kept(session.files.open(store).create("/other.md", NOTE))
    session.files.open(store).delete(other)
    session.files.delete(store)
    assert tables(memory) == set()


def test_what_is_retracted_stays_in_the_log(memory: Memory, session: Session) -> None:
    """Out of the index, of window and evidence: a message and an event are not deleted by it."""
    said(session)
    event = kept(session.events.log(SAID))
    session.conversation.retract(1)
    session.events.retract(event)
    assert tables(memory) == {"message", "event"}
    erasing = memory.erasing("acme", asked_by="ana")
    erasing.erase(MessageSpan(user="ana", conversation=session.id, first=1, last=1))
    erasing.erase(Item(layer=Layer.EVENTS, id=event, user="ana"))
    assert tables(memory) == set()


def test_what_is_removed_from_a_task_stays_in_its_history(memory: Memory, session: Session) -> None:
    """Former checkpoints have it; erasing the task takes them."""
    task = session.task("ropewalk", goal="see it")
    task.remove(kept(task.add("facts", SAID)))
    assert tables(memory) == {"checkpoint"}
    memory.erasing("acme", asked_by="ana").erase(Item(layer=Layer.TASK, id="ropewalk", user="ana"))
    assert tables(memory) == set()
