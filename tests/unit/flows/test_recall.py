"""Recall with vectors: fakes of embedders over a real database."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from stratal import (
    Embedder,
    InvalidValue,
    Kind,
    Layer,
    Memory,
    NewMessage,
    Principal,
    Session,
    TimeOrderedIds,
    default_policy,
)
from stratal.core.policy import Weights
from stratal.flows.recall import EMBEDDED_AT_ONCE, fill_vectors, recall
from stratal.flows.recalling.hits import Reason
from stratal.layers.access import Access
from stratal.storage import search
from stratal.storage.database import Database
from stratal.testing import FailingEmbedder, HashEmbedder, SlowEmbedder, TableEmbedder
from stratal.testing.clock import ManualClock

ANA = Principal(tenant="acme", user="ana")
ALIKE = {
    "our shop sells bread": [1.0, 0.0],
    "where do they bake": [0.9, 0.4],
    "the train is late": [0.0, 1.0],
    "who won the match": [-0.5, -0.2],
}


@pytest.fixture
def opened(database: Database, clock: ManualClock) -> Iterator[Callable[[Embedder | None], Memory]]:
    """`opened(embedder)`: the memory over the test's database."""

    def opened(embedder: Embedder | None) -> Memory:
        memory = Memory(
            database,
            policy=default_policy(),
            embedder=embedder,
            clock=clock,
            ids=TimeOrderedIds(clock),
        )
        memories.append(memory)
        return memory

    memories: list[Memory] = []
    yield opened
    for memory in memories:
        memory.close()


def session(memory: Memory, *, scopes: tuple[str, ...] = ("user:ana",)) -> Session:
    return memory.session(ANA, id="monday", scopes=scopes)


def access(session: Session) -> Access:
    return session._access


def test_meaning_finds_what_words_do_not(opened: Callable[..., Memory]) -> None:
    """A memory without a shared word is found by its vector; what is unlike is not."""
    ana = session(opened(TableEmbedder(ALIKE, 2)))
    ana.memories.remember("our shop sells bread")
    ana.memories.remember("the train is late")
    found = ana.recall("where do they bake")
    assert found.hits[0].text == "our shop sells bread"
    assert found.hits[0].parts["vectors"] == 1.0
    assert "meaning 0.91" in found.hits[0].why
    assert ana.recall("who won the match").hits == ()
    assert ana.recall("who won the match").reason is Reason.NO_MATCH


def test_recall_embeds_a_few_and_says_how_many_lack(opened: Callable[..., Memory]) -> None:
    """At most 64 missing vectors a recall, none of them twice; the rest is counted."""
    embedder = HashEmbedder()
    ana = session(opened(embedder))
    for n in range(EMBEDDED_AT_ONCE + 6):
        ana.memories.remember(f"shelf {n} holds box {n}")
    assert embedder.seen == []
    assert ana.recall("shelf 3").not_embedded == 6
    assert ana.recall("shelf 3").not_embedded == 0
    passages = [text for text in embedder.seen if text != "shelf 3"]
    assert len(passages) == len(set(passages)) == EMBEDDED_AT_ONCE + 6


def test_background_work_embeds_all(opened: Callable[..., Memory]) -> None:
    """`fill_vectors` embeds memories and messages until nothing is left."""
    embedder = HashEmbedder()
    ana = session(opened(embedder))
    ana.memories.remember("our shop sells bread")
    ana.conversation.append({"role": "user", "content": "the train is late"})
    assert fill_vectors(access(ana), embedder, limit=1) == 1
    assert fill_vectors(access(ana), embedder, limit=9) == 1
    assert fill_vectors(access(ana), embedder) == 0


def test_without_an_embedder_words_answer(opened: Callable[..., Memory]) -> None:
    """Keywords alone, and a note that says so."""
    ana = session(opened(None))
    ana.memories.remember("our shop sells bread")
    found = ana.recall("bread")
    assert [hit.text for hit in found.hits] == ["our shop sells bread"]
    assert found.notes == ("keywords alone: there is no embedder",)
    assert "vectors" not in found.hits[0].parts


def test_a_failing_embedder_costs_no_answer(opened: Callable[..., Memory]) -> None:
    """Whether the query or the passages fail: keywords answer, and the note gives the reason."""
    ana = session(opened(FailingEmbedder()))
    ana.memories.remember("our shop sells bread")
    found = ana.recall("bread")
    assert (len(found.hits), len(found.notes)) == (1, 1)
    assert "does not answer" in found.notes[0]
    half = session(opened(FailingEmbedder(texts=["our shop sells bread"])))
    found = half.recall("bread")
    assert (len(found.hits), found.not_embedded) == (1, 1)
    assert "could not be embedded" in found.notes[0]


def test_a_slow_embedder_costs_no_answer(opened: Callable[..., Memory]) -> None:
    """After the patience keywords answer."""
    embedder = SlowEmbedder(patience=10)
    ana = session(opened(embedder))
    ana.memories.remember("our shop sells bread")
    found = recall(access(ana), "bread", embedder=embedder, patience=0.1)
    assert [hit.text for hit in found.hits] == ["our shop sells bread"]
    assert "no answer within" in found.notes[0]
    embedder.release.set()


def test_embedding_holds_no_transaction(opened: Callable[..., Memory]) -> None:
    """While a recall waits for its embedder, another writes; the late vector is not kept."""
    embedder = SlowEmbedder(HashEmbedder(), after=1, patience=20)
    ana = session(opened(embedder))
    kept = ana.memories.remember("our shop sells bread")
    assert kept.id is not None
    asking = threading.Thread(target=lambda: ana.recall("bread"))
    asking.start()
    assert embedder.waiting.wait(10)
    ana.memories.revise(kept.id, "our shop sells tea")
    embedder.release.set()
    asking.join(20)
    with access(ana).database.read("acme") as tx:
        space = search.find_space(tx, Layer.MEMORIES, "user:ana")
        generation = search.find_generation(tx, embedder.generation.key)
        assert space is not None
        assert search.count_missing(tx, [space], generation) == 1


def test_another_embedder_starts_anew(opened: Callable[..., Memory]) -> None:
    """Vectors of another generation are never compared: all are made again."""
    ana = session(opened(HashEmbedder(version="1")))
    ana.memories.remember("our shop sells bread")
    ana.recall("bread")
    newer = HashEmbedder(version="2")
    again = session(opened(newer))
    assert again.recall("bread").not_embedded == 0
    assert newer.seen == ["bread", "our shop sells bread"]


def test_own_come_first_whoever_is_nearer(opened: Callable[..., Memory]) -> None:
    """A crowd of nearer memories in another person's scope takes no place."""
    own = {f"note {n} of alice": [0.50 - n / 100, 0.87 + n / 200] for n in range(5)}
    embedder = TableEmbedder({"question": [1.0, 0.0], **own}, 2, default=[0.99, 0.14])
    memory = opened(embedder)
    bob = memory.session(Principal(tenant="acme", user="bob"), id="b", scopes=["user:bob"])
    for n in range(120):
        bob.memories.remember(f"note {n} of bob")
    alice = memory.session(Principal(tenant="acme", user="alice"), id="a", scopes=["user:alice"])
    for text in own:
        alice.memories.remember(text)
    assert [hit.text for hit in alice.recall("question", k=5).hits] == list(own)
    assert [hit.text for hit in alice.recall("question", k=3).hits] == list(own)[:3]
    for hit in alice.recall("question", k=2).hits:
        alice.memories.delete(hit.id)
    assert [hit.text for hit in alice.recall("question", k=5).hits] == list(own)[2:]


def test_the_score_is_the_policy_s_sum(opened: Callable[..., Memory], clock: ManualClock) -> None:
    """α·relevance + β·recency + γ·importance, with the weights and the decay in force."""
    ana = session(opened(None))
    ana.memories.remember("our shop sells bread", importance=7)
    clock.advance(timedelta(hours=100))
    [hit] = ana.recall("bread").hits
    recency = 0.995**100
    assert hit.parts["recency"] == pytest.approx(recency)
    assert hit.score == pytest.approx(0.7 * 1 + 0.1 * recency + 0.2 * 0.7)
    policy = replace(
        access(ana).policy, weights=Weights(relevance=0.2, recency=0.0, importance=0.8)
    )
    [hit] = recall(replace(access(ana), policy=policy), "bread", embedder=None).hits
    assert hit.score == pytest.approx(0.2 + 0.8 * 0.7)


def test_preferences_do_not_age(opened: Callable[..., Memory], clock: ManualClock) -> None:
    """A preference of a year ago is as recent as one of today."""
    ana = session(opened(None))
    ana.memories.remember("bread without raisins", kind=Kind.PREFERENCE, topic=None)
    clock.advance(timedelta(days=60))
    [hit] = ana.recall("bread").hits
    assert hit.parts["recency"] == 1.0


def test_what_is_far_down_still_wins_by_recency(
    opened: Callable[..., Memory], clock: ManualClock
) -> None:
    """Reading stops only when nothing below can come up: a fresh one outranks many old ones."""
    ana = session(opened(None))
    for n in range(70):
        ana.memories.remember(f"bread bread bread number {n}", importance=1)
    clock.advance(timedelta(days=80))
    ana.memories.remember("a fresh remark about the bread of the shop at the corner", importance=10)
    aging = replace(access(ana).policy, weights=Weights(relevance=0.4, recency=0.4, importance=0.2))
    found = recall(replace(access(ana), policy=aging), "bread", k=1, embedder=None)
    assert "fresh" in found.hits[0].text


def test_few_results_are_the_first_of_many(
    opened: Callable[..., Memory], clock: ManualClock
) -> None:
    """However few are asked for, they are the best: of any age, kind and importance."""
    ana = session(opened(None))
    for number in range(260):
        clock.advance(timedelta(hours=number % 7))
        ana.memories.remember(
            f"Pump {number} was {'checked ' * (number % 5)}in hall {number % 11}.",
            kind=(Kind.FACT, Kind.PREFERENCE, Kind.LESSON)[number % 3],
            importance=1 + number * 7 % 10,
        )
    for hit in ana.recall("pump", k=6).hits[1::2]:
        ana.memories.forget(hit.id)
    every = ana.recall("pump checked in hall 3", k=1_000).hits
    assert len(every) == 257
    assert sorted(every, key=lambda hit: (-hit.score, -hit.at.timestamp(), hit.id)) == list(every)
    for k in (1, 4, 30, 150):
        assert ana.recall("pump checked in hall 3", k=k).hits == every[:k]


def test_layers_that_cannot_be_searched(opened: Callable[..., Memory]) -> None:
    """A layer without an index, no layer, a k out of range: said at once."""
    ana = session(opened(None))
    with pytest.raises(InvalidValue, match="cannot be searched"):
        ana.recall("bread", layers=[Layer.TASK])
    with pytest.raises(InvalidValue, match="name one"):
        ana.recall("bread", layers=[])
    for k in (0, -1, 1001):
        with pytest.raises(InvalidValue, match="k is"):
            ana.recall("bread", k=k)


def test_both_layers_in_one_list(opened: Callable[..., Memory]) -> None:
    """Memories and messages come together, at most k, each with what it is."""
    ana = session(opened(None))
    ana.memories.remember("our shop sells bread")
    ana.conversation.append({"role": "user", "content": "is there any bread left?"})
    both = ana.recall("bread", layers=[Layer.MEMORIES, Layer.CONVERSATION])
    assert {hit.layer for hit in both.hits} == {Layer.MEMORIES, Layer.CONVERSATION}
    assert all((hit.record is None) != (hit.message is None) for hit in both.hits)
    assert len(ana.recall("bread", layers=[Layer.MEMORIES, Layer.CONVERSATION], k=1).hits) == 1


def test_the_day_that_a_question_names(opened: Callable[..., Memory]) -> None:
    """What was said on that day is found without a shared word, in the zone of the person."""
    memory = opened(None)
    ana = memory.session(ANA, id="monday", time_zone="Asia/Shanghai")
    for at, text in (
        ("2026-02-10T15:30:00+00:00", "the ferry leaves at six"),
        ("2026-02-10T16:30:00+00:00", "我们去吃了面"),
        ("2025-02-11T03:00:00+00:00", "a plumber came"),
    ):
        said = NewMessage.of({"role": "user", "content": text}, said_at=datetime.fromisoformat(at))
        ana.conversation.append(said)

    def said_on(query: str) -> list[str]:
        return [hit.text for hit in ana.recall(query, layers=[Layer.CONVERSATION]).hits]

    assert said_on("What did I tell you on 10 February 2026?") == ["the ferry leaves at six"]
    assert said_on("2026年2月11日说了什么") == ["我们去吃了面"]
    assert set(said_on("2月11日说了什么")) == {"我们去吃了面", "a plumber came"}
    assert said_on("what happened on 12 February 2026") == []
    [hit] = ana.recall("10 February 2026", layers=[Layer.CONVERSATION]).hits
    assert "of a day asked for" in hit.why
    assert "#" not in hit.why


def test_a_turn_is_found_by_what_was_said_beside_it(opened: Callable[..., Memory]) -> None:
    """The answer holds none of the words of its question, and is found all the same; never that of
    another conversation.
    """
    memory = opened(None)
    ana = session(memory)
    for role, text in (
        ("user", "which bakery has rye bread?"),
        ("assistant", "The one beside the bridge."),
        ("user", "thank you"),
    ):
        ana.conversation.append({"role": role, "content": text})
    other = memory.session(ANA, id="tuesday")
    for text in ("good morning", "nice weather"):
        other.conversation.append({"role": "user", "content": text})
    found = ana.recall("rye bread bakery", layers=[Layer.CONVERSATION]).hits
    assert [hit.text for hit in found[:2]] == [
        "which bakery has rye bread?",
        "The one beside the bridge.",
    ]
    assert "stands beside what shares words" in found[1].why
    assert {hit.message.conversation for hit in found if hit.message} == {"monday"}


def test_a_named_speaker_is_found_by_words_alone(opened: Callable[..., Memory]) -> None:
    """A name raises its bearer's turns, and finds nothing alone."""
    ana = session(opened(None))
    for speaker in ("Li Wei", "Tom"):
        said = NewMessage.of({"role": "user", "content": "bread again"}, speaker=speaker)
        ana.conversation.append(said)
    [first, second] = ana.recall("what bread does Tom buy", layers=[Layer.CONVERSATION]).hits
    assert first.message is not None
    assert (first.message.speaker, first.parts["named"], second.parts["named"]) == ("Tom", 1, 0)


def test_the_newer_word_outranks_the_more_typical(
    opened: Callable[..., Memory], clock: ManualClock
) -> None:
    """Last week's "now pnpm" stands before an npm of three months ago that nothing superseded,
    which is a little nearer in words and in meaning.
    """
    old = "Our package manager is npm, which installs packages of the shop"
    new = "Our package manager is pnpm now, which installs all packages of the shop"
    question = "which package manager installs our packages"
    vectors = {old: [1.0, 0.1], new: [0.9, 0.2], question: [1.0, 0.0]}
    ana = session(opened(TableEmbedder(vectors, 2, default=[0.0, 1.0])))
    for number in range(40):
        ana.memories.remember(f"Shelf {number} of the workshop is painted")
    ana.memories.remember(old)
    clock.advance(timedelta(days=80))
    ana.memories.remember(new)
    clock.advance(timedelta(days=7))
    hits = ana.recall(question).hits
    assert [hit.text for hit in hits] == [new, old]
    assert hits[1].parts["relevance"] > hits[0].parts["relevance"]


def test_what_is_new_does_not_outrank_what_answers(
    opened: Callable[..., Memory], clock: ManualClock
) -> None:
    """Of things that share some words with a question, all written today, none stands before the
    one of two months ago that has all of them.
    """
    ana = session(opened(None))
    ana.memories.remember("The amber lantern at the north quay is kept by Bram", importance=5)
    clock.advance(timedelta(days=60))
    for thing in ("rudder", "ladder", "beacon", "pulley", "cradle", "winch"):
        ana.memories.remember(f"The amber {thing} at the south quay is kept by Rosa", importance=7)
    assert "Bram" in ana.recall("who keeps the amber lantern of the north quay", k=1).hits[0].text


def test_of_what_says_the_same_one_is_given(
    opened: Callable[..., Memory], clock: ManualClock
) -> None:
    """The newest of those that differ in nothing; a number or a negation makes two."""
    ana = session(opened(None))
    for text in (
        "the bakery opens at 7",
        "the bakery opens at 8",
        "The bakery does not open at 8",
        "面包店八点开门",
    ):
        for _ in range(3):
            ana.conversation.append({"role": "user", "content": text})
            clock.advance(timedelta(hours=1))
    last = clock.now()
    hits = ana.recall("bakery opens 面包店开门", layers=[Layer.CONVERSATION], k=10).hits
    assert sorted(hit.text for hit in hits) == [
        "The bakery does not open at 8",
        "the bakery opens at 7",
        "the bakery opens at 8",
        "面包店八点开门",
    ]
    assert {(last - hit.at) // timedelta(hours=1) % 3 for hit in hits} == {1}


@pytest.mark.parametrize("layer", [Layer.MEMORIES, Layer.CONVERSATION])
def test_what_the_parts_add_is_the_score(opened: Callable[..., Memory], layer: Layer) -> None:
    """Every part of a hit's score is there, and together they are the score."""
    ana = session(opened(TableEmbedder(ALIKE, 2)))
    for text in list(ALIKE)[:3]:
        ana.memories.remember(text, importance=3)
        ana.conversation.append({"role": "user", "content": text})
    hits = ana.recall("where do they bake bread, on 2 March", layers=[layer]).hits
    assert hits
    for hit in hits:
        assert sum(hit.adds.values()) == pytest.approx(hit.score)
        assert hit.adds.keys() == hit.parts.keys() - {"relevance"}
