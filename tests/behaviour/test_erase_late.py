"""Work that was on its way when something was erased brings nothing of it back."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from tests.behaviour.conftest import Sessions

from stratal import (
    ConversationTarget,
    Item,
    Layer,
    Memory,
    MessageSpan,
    NotFound,
    Person,
    Scope,
    ScopeNotGranted,
    ScopeTarget,
    Session,
)
from stratal.core.erasure import Target
from stratal.models.summarizer import SummaryRequest
from stratal.storage import search
from stratal.testing import HashEmbedder, ScriptedModel, ScriptedSummarizer
from stratal.testing.embedders import SlowEmbedder
from stratal.transfer import documents, files
from stratal.upkeep.doctor import examine
from stratal.upkeep.embed import embed_all
from stratal.upkeep.rebuild import rebuild

BOAT = "The boat Heron lies at the north pier."
PERSON = Person(user="ana")
MONDAY = ConversationTarget(user="ana", conversation="monday")
FIRST = MessageSpan(user="ana", conversation="monday", first=1, last=1)


@pytest.fixture(autouse=True)
def _left_whole(memory: Memory) -> Iterator[None]:
    """After every test the doctor finds nothing."""
    yield
    assert examine(memory.database, "acme").findings == ()


def erase(memory: Memory, target: Target) -> None:
    done = memory.erasing("acme", asked_by="dpo").erase(target, confirmed=True)
    assert {one.table: one.after for one in done.tables if one.after} == {}


def talk(session: Session) -> None:
    session.conversation.append({"role": "user", "content": BOAT})
    for number in range(9):
        session.conversation.append({"role": "assistant", "content": f"I see {number}."})
        session.conversation.append({"role": "user", "content": f"Then number {number}."})


@pytest.mark.parametrize(
    "target", [FIRST, MONDAY, PERSON], ids=["messages", "conversation", "person"]
)
def test_a_summary_on_its_way_is_not_kept(
    memory: Memory, sessions: Sessions, target: Target
) -> None:
    """A summarizer that read the erased message has answered too late."""
    session = sessions()
    talk(session)

    def summarize(request: SummaryRequest) -> str:
        erase(memory, target)
        return f"They spoke of this: {BOAT}"

    answered = session.compact(keep=4, summarizer=ScriptedSummarizer(summarize))
    assert not answered.kept or answered.done == "unchanged"
    assert session.compactions.current() is None
    assert "Heron" not in str([one.text for one in session.conversation.log()])


@pytest.mark.parametrize(
    "target", [FIRST, MONDAY, PERSON], ids=["messages", "conversation", "person"]
)
def test_a_run_on_its_way_writes_nothing(
    memory: Memory, sessions: Sessions, target: Target
) -> None:
    """A model that read the erased message has answered too late: no entry, no reply, no item."""
    session = sessions()
    talk(session)
    session.tasks.open("boats", goal="count the boats")

    def answer(request: object) -> dict[str, Any]:
        erase(memory, target)
        fact = {"text": BOAT, "evidence": [{"message": 1, "quotation": BOAT}]}
        return {"facts": [fact], "decisions": [], "open": [], "artifacts": []}

    task = session.task("boats")
    try:
        session.consolidate(task, model=ScriptedModel(answer), whole=True)
    except NotFound as gone:
        # Of a person the task and the run are gone as well.
        assert gone.kind in ("run", "task")  # noqa: PT017
    with memory.database.read("acme") as tx:
        for row in tx.rows("erase_runs", owner="ana", conversation="", task="", limit=9):
            assert "Heron" not in str([*tx.rows("run_replies", run=row["id"])])
            assert "Heron" not in str([*tx.rows("run_items", run=row["id"])])
    if target is not PERSON:
        assert session.tasks.get("boats").state.facts == ()


def test_an_erased_fact_is_not_derived_again_until_it_is_said_again(
    memory: Memory, sessions: Sessions
) -> None:
    """Rules that read the message once more are refused; new words of the person are not."""
    session = sessions(scopes=("user:ana", "repo:trip"))
    said = "Call me Heron, please."
    outcomes = session.add(said)
    [fact] = [one for one in outcomes if one.layer == Layer.PROFILE]
    assert fact.id is not None
    erase(memory, Item(layer=Layer.PROFILE, id=fact.id))
    assert session.profile.facts() == []
    rebuild(memory.database, "acme")
    assert session.profile.facts() == []
    assert session.recall("Heron", layers=(Layer.MEMORIES,)).hits == ()
    again = session.add(said)
    assert [one.done for one in again if one.layer == Layer.PROFILE] == ["stored"]


class TestVectors:
    """Re-embedding beside an erasure."""

    @pytest.fixture
    def embedder(self) -> HashEmbedder:
        return HashEmbedder()

    def test_a_new_generation_holds_nothing_of_what_was_erased_meanwhile(
        self, memory: Memory, sessions: Sessions
    ) -> None:
        """Ten memories are embedded anew; the third is erased while that is in its middle."""
        session = sessions()
        ids = [
            session.memories.remember(f"Pier {number} has {number} cranes.").id
            for number in range(10)
        ]
        session.recall("pier")
        slow = SlowEmbedder(HashEmbedder(model="second"), after=5)
        with ThreadPoolExecutor(1) as pool:
            making = pool.submit(embed_all, memory.database, "acme", slow, clock=memory._clock)
            assert slow.waiting.wait(30)
            assert ids[2] is not None
            erase(memory, Item(layer=Layer.MEMORIES, id=ids[2]))
            slow.release.set()
            making.result(60)
        found = session.recall("pier cranes", k=20)
        assert {one.id for one in found.hits} <= set(ids) - {ids[2]}
        with memory.database.read("acme") as tx:
            space = search.find_space(tx, Layer.MEMORIES, "user:ana")
            assert space is not None
            assert tx.row("search_entry_of", space=space, item=ids[2]) is None
        # The recall has asked the former embedder; then the doctor looks for vectors of nothing.
        rebuild(memory.database, "acme")


def test_an_import_brings_back_no_document_and_no_file(
    memory: Memory, sessions: Sessions, tmp_path: Path
) -> None:
    """A folder that is read again, under other names too; who names one file alone means it."""
    session = sessions()
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "heron.md").write_text(f"# Heron\n\n{BOAT}\n", encoding="utf-8")
    (folder / "gate.md").write_text("# Gate\n\nIt opens at nine.\n", encoding="utf-8")
    account = documents.take_in(session.knowledge, documents.sources(folder))
    assert account.stored == 2
    store = session.files.open(str(session.files.create("notes").id))
    assert {one.outcome.done for one in files.bring_in(store, folder)} == {"stored"}
    document = session.knowledge.get("papers/heron.md").id
    erase(memory, Item(layer=Layer.KNOWLEDGE, id=document))
    erase(memory, Item(layer=Layer.FILES, id=store.read("/heron.md").id, part=store.id))
    (folder / "heron.md").rename(folder / "renamed.md")
    again = documents.take_in(session.knowledge, documents.sources(folder))
    assert (again.stored, again.unchanged) == (0, 1)
    assert "erased" in again.faults[0].problem
    moved = {one.path: one.outcome for one in files.bring_in(store, folder)}
    assert (moved["/renamed.md"].done, moved["/renamed.md"].code) == ("rejected", "erased")
    assert moved["/gate.md"].kept
    alone = documents.take_in(session.knowledge, documents.sources(folder / "renamed.md"))
    assert alone.stored == 1
    assert store.create("/mine.md", f"# Heron\n\n{BOAT}\n").kept


def test_a_session_reaches_what_is_its_own(memory: Memory, sessions: Sessions) -> None:
    """A person their own and their grant; what belongs to others looks as if there were none."""
    ana, bo = sessions(scopes=("user:ana", "repo:trip")), sessions("bo")
    for session in (ana, bo):
        session.conversation.append({"role": "user", "content": BOAT})
    mine, theirs = ana.memories.remember(BOAT).id, bo.memories.remember(BOAT).id
    assert mine is not None
    assert theirs is not None
    for target in (
        Person(user="bo"),
        ConversationTarget(user="bo", conversation="monday"),
        MessageSpan(user="bo", conversation="monday", first=1, last=1),
        Item(layer=Layer.MEMORIES, id=theirs),
        Item(layer=Layer.TASK, id="x", user="bo"),
    ):
        with pytest.raises(NotFound):
            ana.erasure(target)
    with pytest.raises(ScopeNotGranted):
        ana.erasure(ScopeTarget(scope=Scope.parse("repo:other")))
    assert ana.erasure(Item(layer=Layer.MEMORIES, id=mine)).carry_out().erased == 1
    done = ana.erasure(Person(user="ana")).carry_out(confirmed=True)
    assert done.asked_by == "ana"
    assert list(ana.conversation) == []
    assert len(list(bo.conversation)) == 1
