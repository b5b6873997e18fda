"""What is erased goes, what rests on it goes or is made again without it, and the rest stays."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.behaviour.conftest import Sessions

from stratal import (
    ConversationTarget,
    InvalidValue,
    Item,
    KeyUnusable,
    Layer,
    Memory,
    MemoryEvidence,
    MessageEvidence,
    MessageSpan,
    NewMessage,
    NotFound,
    Outcome,
    Person,
    Receipt,
    Scope,
    ScopeTarget,
    Session,
)
from stratal.core.clock import from_micros
from stratal.core.erasure import Target
from stratal.flows.erasing import STEPS, receipts
from stratal.storage import runs
from stratal.storage.database import Database
from stratal.storage.sqlite import SqliteDatabase
from stratal.testing import HashEmbedder
from stratal.upkeep.doctor import examine

REPO = "repo:trip"
BOAT = "The boat Heron lies at the north pier."
LAYERS = (Layer.MEMORIES, Layer.EVENTS, Layer.KNOWLEDGE, Layer.FILES)
GATE = "The gate opens at nine in the morning."


@pytest.fixture
def embedder() -> HashEmbedder:
    return HashEmbedder()


@pytest.fixture(autouse=True)
def _left_whole(memory: Memory) -> Iterator[None]:
    """After every test the doctor finds nothing."""
    yield
    assert examine(memory.database, "acme").findings == ()


def erase(memory: Memory, target: Target) -> Receipt:
    done = memory.erasing("acme", asked_by="dpo").erase(target, confirmed=True)
    assert {one.table: one.after for one in done.tables if one.after} == {}
    return done


def say(session: Session, text: str, id: str | None = None) -> MessageEvidence:
    said = session.conversation.append({"role": "user", "content": text}, id=id)
    assert said.id is not None
    return MessageEvidence(conversation=session.id, message=said.id, quotation=text)


def kept(outcome: Outcome) -> str:
    assert outcome.kept, outcome
    assert outcome.id is not None
    return outcome.id


def words(memory: Memory, query: str) -> str:
    """All that the tables hold, as one text; for SQLite alone."""
    assert isinstance(memory.database, SqliteDatabase)
    import apsw

    file = apsw.Connection(memory.database.name)
    tables = [name for (name,) in file.execute("SELECT name FROM sqlite_schema WHERE type='table'")]
    found = [row for table in tables for row in file.execute(f'SELECT * FROM "{table}"')]
    file.close()
    return "\n".join(repr(row) for row in found if query in repr(row))


def test_a_fact_stays_with_the_evidence_that_is_left_and_goes_with_the_last(
    memory: Memory, sessions: Sessions
) -> None:
    """A fact heard twice outlives one conversation, and points to no message that went."""
    first, second = sessions(id="s1"), sessions(id="s2")
    fact = kept(first.profile.set("diet", "vegetarian", evidence=say(first, "I am vegetarian.")))
    again = second.profile.set("diet", "vegetarian", evidence=say(second, "I am vegetarian."))
    assert again.done == "merged"
    erase(memory, ConversationTarget(user="ana", conversation="s1"))
    [held] = second.profile.get(fact).evidence
    assert isinstance(held.cited, MessageEvidence)
    assert held.cited.conversation == "s2"
    assert second.profile.get(fact).content == "vegetarian"
    erase(memory, ConversationTarget(user="ana", conversation="s2"))
    assert second.profile.facts() == []
    with pytest.raises(NotFound):
        second.profile.get(fact)


def test_words_that_only_the_erased_states_go_from_the_history_of_what_stays(
    memory: Memory, sessions: Sessions
) -> None:
    """A revision that the rest of the evidence does not state says what the nearest one does."""
    first, second = sessions(id="s1"), sessions(id="s2")
    before = say(first, "The build runs with npm.")
    memo = kept(first.memories.remember(before.quotation, evidence=before))
    after = say(second, "The build runs with yarn.")
    kept(second.memories.revise(memo, after.quotation, evidence=[after]))
    erase(memory, ConversationTarget(user="ana", conversation="s2"))
    log = first.memories.log(memo)
    assert {one.content for one in log} == {before.quotation}
    assert [one.text for one in first.recall("yarn build").hits] != [after.quotation]
    if isinstance(memory.database, SqliteDatabase):
        assert words(memory, "yarn") == ""


def test_what_was_derived_from_an_erased_memory_goes_after_it(
    memory: Memory, sessions: Sessions
) -> None:
    """Through as many steps as there are; what has other evidence stays."""
    session = sessions()
    said = say(session, BOAT)
    boat = kept(session.memories.remember(BOAT, evidence=said))
    ids = [boat]
    for text in ("Heron is near the pier.", "A boat is near the water."):
        ids.append(kept(session.memories.remember(text, evidence=MemoryEvidence(memory=ids[-1]))))
    other = kept(session.memories.remember(GATE))
    erase(memory, MessageSpan(user="ana", conversation="monday", first=1, last=1))
    for one in ids:
        with pytest.raises(NotFound):
            session.memories.get(one)
    assert session.memories.get(other).content == GATE


def test_messages_that_are_erased_leave_their_numbers_and_nothing_else(
    memory: Memory, sessions: Sessions
) -> None:
    """The others keep theirs; the erased are out of window, search, summaries and contexts."""
    session = sessions()
    for number in range(1, 9):
        kept(session.conversation.append({"role": "user", "content": f"Sentence {number}."}))
        reply = f"Answer number {number} about the lighthouse."
        kept(session.conversation.append({"role": "assistant", "content": reply}))
    assert session.compact(keep=4).kept
    session.context(record=True)
    erase(memory, MessageSpan(user="ana", conversation="monday", first=3, last=4))
    standing = [(one.seq, one.text) for one in session.conversation]
    assert [seq for seq, _ in standing] == [1, 2, *range(5, 17)]
    blank = [one for one in session.conversation.log() if one.seq in (3, 4)]
    assert [(one.text, one.retracted) for one in blank] == [("", True), ("", True)]
    assert session.compactions.current() is None
    assert session.contexts.list() == []
    assert "Sentence 2" not in str(session.context().to_anthropic())
    again = session.conversation.append({"role": "user", "content": "And one more."})
    assert kept(again)
    if isinstance(memory.database, SqliteDatabase):
        assert words(memory, "number 2 about") == ""


def test_an_entry_of_a_task_goes_with_the_message_that_it_rests_on(
    memory: Memory, sessions: Sessions
) -> None:
    """Out of every checkpoint and line, with its long text; what has other evidence stays."""
    session, other = sessions(), sessions(id="tuesday")
    task = session.task("crane", goal="load the barge")
    gone = say(session, "The hook holds ten tons, said the smith. " * 300)
    stays = say(other, GATE)
    entry = task.add("facts", gone.quotation, evidence=gone)
    both = task.add("facts", GATE, evidence=say(session, GATE))
    with memory.database.write("acme") as tx:
        runs.add_entry_evidence(tx, "ana", "crane", kept(both), stays, from_micros(0))
    for number in range(70):
        task.set("counter", number)
    early = list(task.checkpoints())[-2].id
    fork = task.fork(task.checkpoint.id, "try")
    kept(fork.add("open", "Is it enough?"))
    erase(memory, ConversationTarget(user="ana", conversation="monday"))
    for state in (task.state, fork.state, task.at(early)):
        assert entry.id not in {one.id for one in state.facts}
    assert [one.text for one in task.state.facts] == [GATE]
    assert task.state.own[0].value == 69
    assert [one.quotation for one in task.evidence()[kept(both)]] == [GATE]
    if isinstance(memory.database, SqliteDatabase):
        assert words(memory, "said the smith") == ""


def test_events_that_quote_an_erased_message_go(memory: Memory, sessions: Sessions) -> None:
    """What a host reported in an erased conversation, too; others lose the conversation's name."""
    session = sessions()
    said = say(session, BOAT)
    quoting = kept(session.events.log("Heron was seen.", evidence=[said]))
    reported = kept(session.events.report("I live near the old mill."))
    plain = kept(session.events.log("The ferry left."))
    erase(memory, ConversationTarget(user="ana", conversation="monday"))
    assert [one.text for one in session.events.last(9)] == ["The ferry left."]
    assert session.events.get(plain).conversation == ""
    for gone in (quoting, reported):
        with pytest.raises(NotFound):
            session.events.get(gone)


def test_all_of_a_scope_goes_and_nothing_else(memory: Memory, sessions: Sessions) -> None:
    """250 facts in one call; the second call finds none, and others are found as before."""
    first = sessions(scopes=("user:ana", "project:r1"))
    second = sessions(scopes=("user:ana", "project:r2"))
    other = sessions("bo")
    for number in range(250):
        kept(first.memories.remember(f"Crate {number} of the harbour is green."))
    rest = [kept(second.memories.remember(f"Lamp {number} is broken.")) for number in range(3)]
    rest += [kept(other.memories.remember(f"Rope {number} is long.")) for number in range(5)]
    found = [one.id for one in second.recall("lamp").hits]
    done = erase(memory, ScopeTarget(scope=Scope.parse("project:r1")))
    assert {kind: len(ids) for kind, ids in done.ids.items()} == {"memory": 250}
    assert first.memories.entries() == []
    assert first.recall("crate harbour green").hits == ()
    assert [one.id for one in second.recall("lamp").hits] == found
    again = erase(memory, ScopeTarget(scope=Scope.parse("project:r1")))
    assert again.erased == 0
    assert {one.id for one in (*second.memories.entries(), *other.memories.entries())} == set(rest)
    erase(memory, ScopeTarget(scope=Scope.parse("project:r2")))
    assert len(other.memories.entries()) == 5
    assert kept(first.memories.remember("A crate came back."))
    assert len(first.recall("crate").hits) == 1


def test_what_fails_half_way_is_no_success_and_is_ended_later(
    memory: Memory, sessions: Sessions, database: Database
) -> None:
    """An erasure that breaks in its middle says so, is listed as due, and a repetition ends it."""

    class Breaks(Exception):
        """The machine fails."""

    session = sessions(scopes=("user:ana", "project:r1"))
    for number in range(250):
        kept(session.memories.remember(f"Crate {number} of the harbour is green."))
    erasing = memory.erasing("acme", asked_by="dpo")
    seen = 0

    def told(step: str, number: int, of: int) -> None:
        nonlocal seen
        seen = number
        if step == "index":
            raise Breaks

    with pytest.raises(Breaks):
        erasing.erase(ScopeTarget(scope=Scope.parse("project:r1")), confirmed=True, told=told)
    assert 1 < seen < len(STEPS)
    [broken] = erasing.unfinished()
    assert [one.code for one in examine(database, "acme").findings if one.id == broken.id] == [
        "erasure"
    ]
    [done] = erasing.resume()
    assert {one.table: one.after for one in done.tables if one.after} == {}
    assert done.erased == 250
    assert {one.table: one.gone for one in done.tables}["record"] == 250
    assert erasing.unfinished() == []
    assert session.recall("crate harbour green").hits == ()


@pytest.fixture
def things(memory: Memory, sessions: Sessions, tmp_path: Path) -> dict[str, Item]:
    """One of each, with a neighbour of each."""
    session = sessions(scopes=("user:ana", REPO))
    made: dict[str, Item] = {}
    for name in ("first", "second"):
        memo = kept(
            session.memories.remember(f"The {name} lamp is broken.", scope=Scope.parse(REPO))
        )
        fact = session.profile.set(
            name, f"the {name} lamp", evidence=say(session, f"Take the {name} lamp for it.")
        )
        event = kept(session.events.log(f"The {name} lamp fell."))
        document = kept(session.knowledge.add(f"{name}.md", f"# {name}\n\nThe {name} lamp hangs."))
        store = kept(session.files.create(name))
        path = f"/{name}.md"
        there = session.files.open(store)
        file = kept(there.create(path, f"# {name}\nThe {name} lamp is here.\n"))
        there.write(path, f"# {name}\nThe {name} lamp is there.\n")
        session.task(name, goal=f"mend the {name} lamp").add("facts", f"The {name} lamp is bent.")
        agent = sessions(scopes=("user:ana",))
        agent.agent_state.create(name, {"lamp": name})
        agent.agent_state.patch(name, {"lamp": f"{name} again"})
        if name == "first":
            made = {
                "memory": Item(layer=Layer.MEMORIES, id=memo),
                "fact": Item(layer=Layer.PROFILE, id=kept(fact)),
                "event": Item(layer=Layer.EVENTS, id=event, user="ana"),
                "document": Item(layer=Layer.KNOWLEDGE, id=document),
                "file": Item(layer=Layer.FILES, id=file, part=store),
                "task": Item(layer=Layer.TASK, id=name, user="ana"),
                "agent_state": Item(layer=Layer.AGENT_STATE, id=name, user="ana"),
            }
    session.recall("lamp", layers=LAYERS)
    session.context(record=True)
    return made


@pytest.mark.parametrize(
    "kind", ["memory", "fact", "event", "document", "file", "task", "agent_state"]
)
def test_one_thing_goes_whole_and_its_neighbour_stays(
    memory: Memory, things: dict[str, Item], kind: str, sessions: Sessions
) -> None:
    """Every version of it, with its entries of the index; a second time there is nothing."""
    done = erase(memory, things[kind])
    assert done.kind == kind
    assert list(done.ids) == [kind]
    assert done.erased == 1
    session = sessions(scopes=("user:ana", REPO))
    left = {
        "memory": [one.content for one in session.memories.entries()],
        "fact": [one.content for one in session.profile.facts()],
        "event": [one.text for one in session.events.last(9) if "fell" in one.text],
        "document": [one.name for one in session.knowledge.documents()],
        "file": [
            file.path
            for store in session.files.stores()
            for file in session.files.open(store.id).listing()
        ],
        "task": [one.id for one in session.tasks.list()],
        "agent_state": session.agent_state.names(),
    }[kind]
    assert not [one for one in left if "first" in one]
    assert [one for one in left if "second" in one]
    found = session.recall("first lamp", layers=LAYERS, k=20)
    assert things[kind].id not in {one.id for one in found.hits}
    with pytest.raises(NotFound):
        memory.erasure("acme", things[kind], asked_by="dpo")


def test_a_preview_says_what_happens_and_changes_nothing(
    memory: Memory, sessions: Sessions
) -> None:
    """Its counts are those of the receipt; until it is carried out all is there."""
    session = sessions()
    kept(session.memories.remember(BOAT, evidence=say(session, BOAT)))
    preview = memory.erasure("acme", Person(user="ana"), asked_by="dpo")
    assert preview.wide
    assert len(list(session.conversation)) == 1
    assert memory.erasing("acme", asked_by="dpo").receipts() == []
    with pytest.raises(InvalidValue, match="confirmed"):
        preview.carry_out()
    done = preview.carry_out(confirmed=True)
    assert [(one.table, one.before) for one in done.tables] == [
        (one.table, one.before) for one in preview.tables
    ]
    assert list(session.conversation) == []


def test_a_name_goes_from_what_belongs_to_others(memory: Memory, sessions: Sessions) -> None:
    """What a person wrote for a repository stays, says nothing of them, and is found as before."""
    ana = sessions(scopes=("user:ana", REPO))
    ben = sessions("ben", id="other", scopes=("user:ben", REPO))
    memo = kept(ana.memories.remember(GATE, scope=Scope.parse(REPO), reason="I saw it"))
    ana.knowledge.add("gate.md", "# Gate\n\nIt is green.", scope=Scope.parse(REPO), reason="mine")
    erase(memory, Person(user="ana"))
    [revision] = ben.memories.log(memo)
    assert (revision.origin.actor, revision.origin.reason) == ("erased", "")
    assert revision.origin.conversation is None
    [version] = ben.knowledge.versions("gate.md")
    assert (version.actor, version.reason) == ("erased", "")
    assert [one.id for one in ben.recall("gate opens").hits][:1] == [memo]


def test_an_erased_message_does_not_come_back(memory: Memory, sessions: Sessions) -> None:
    """Not under its id, whatever it says, and by an import under no id; others may say the same."""
    session = sessions()
    say(session, BOAT, id="m1")
    say(session, "ok", id="m2")
    erase(memory, MessageSpan(user="ana", conversation="monday", first=1, last=2))
    again = session.conversation.append({"role": "user", "content": BOAT}, id="m1")
    other = session.conversation.append({"role": "user", "content": "Something new."}, id="m1")
    assert [(one.done, one.code) for one in (again, other)] == [("rejected", "erased")] * 2
    batch = [NewMessage.of({"role": "user", "content": text}) for text in (BOAT, "ok", GATE)]
    imported = session.conversation.extend(batch, imported=True)
    assert [one.done for one in imported] == ["rejected", "stored", "stored"]
    assert imported[0].message.endswith("does not come back.")
    # Who says it again says it anew, and so may anybody else.
    assert session.conversation.append({"role": "user", "content": BOAT}).kept
    bo = sessions("bo").conversation
    assert bo.append({"role": "user", "content": BOAT}, id="m1").kept


def test_who_was_erased_may_begin_anew(memory: Memory, sessions: Sessions) -> None:
    """The old words do not come back under the old ids; new words may have them."""
    session = sessions()
    say(session, BOAT, id="m1")
    fact = session.profile.set("boat", "Heron", evidence=say(session, "My boat is Heron.", id="m2"))
    kept(fact)
    erase(memory, Person(user="ana"))
    assert session.conversation.append({"role": "user", "content": BOAT}, id="m1").code == "erased"
    with memory.database.read("acme") as tx:
        assert tx.row("find_conversation", owner="ana", conversation="monday") is None
    assert session.conversation.append({"role": "user", "content": GATE}, id="m1").kept
    assert kept(session.profile.set("boat", "Heron", evidence=say(session, "My boat is Heron.")))
    assert [one.content for one in session.profile.facts()] == ["Heron"]


def test_the_hashes_that_stay_say_nothing_without_the_key(
    memory: Memory, sessions: Sessions
) -> None:
    """Two keys give two hashes; without the key file an id that a host names is refused."""
    session = sessions()
    say(session, BOAT, id="m1")
    erase(memory, ConversationTarget(user="ana", conversation="monday"))
    path = memory.database.key_file
    assert path is not None
    assert path.stat().st_mode & 0o777 == 0o600
    key = memory.database.receipt_key()
    path.rename(path.with_suffix(".away"))
    try:
        with pytest.raises(KeyUnusable):
            session.conversation.append({"role": "user", "content": BOAT}, id="m1")
        assert session.conversation.append({"role": "user", "content": GATE}).kept
        other = memory.database.receipt_key(make=True)
        assert other.hash("id", "m1") != key.hash("id", "m1")
        assert other.name != key.name
    finally:
        path.with_suffix(".away").rename(path)


def test_a_receipt_tells_of_any_change_to_it(memory: Memory, sessions: Sessions) -> None:
    """Every field is covered by the signature; nothing erased stands in it."""
    session = sessions()
    say(session, BOAT, id="m1")
    kept(session.memories.remember(BOAT))
    done = erase(memory, Person(user="ana"))
    written = json.loads(json.dumps(receipts.document(done)))
    key = memory.database.receipt_key()
    assert receipts.is_genuine(written, key)
    text = json.dumps(written)
    assert not re.search(r"Heron|\bana\b|\bm1\b|monday", text)
    assert (written["asked_by"], written["kind"]) == ("dpo", "person")
    for field in written:
        if field not in ("format", "signature", "key"):
            assert not receipts.is_genuine({**written, field: "other"}, key), field
    table = written["tables"][0] | {"after": 1}
    assert not receipts.is_genuine({**written, "tables": [table, *written["tables"][1:]]}, key)
    with pytest.raises(InvalidValue):
        receipts.is_genuine({**written, "key": "0" * 16}, key)
    with pytest.raises(InvalidValue):
        receipts.is_genuine({"signature": "x"}, key)
    again = memory.erasing("acme", asked_by="dpo").receipt(done.id[:13])
    assert again is not None
    assert receipts.document(again) == receipts.document(done)


def test_nobody_elses_tenant_is_reached(memory: Memory, sessions: Sessions) -> None:
    """The same names in another tenant stay, with receipts and hashes of their own."""
    here, there = sessions(), sessions(tenant="umbrella")
    say(here, BOAT, id="m1")
    say(there, BOAT, id="m1")
    erase(memory, Person(user="ana"))
    assert len(list(there.conversation)) == 1
    assert memory.erasing("umbrella", asked_by="dpo").receipts() == []
    assert there.conversation.append({"role": "user", "content": BOAT}, id="m1").done == "unchanged"
