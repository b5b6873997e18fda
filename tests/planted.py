"""A person planted into every layer and table, each text with a mark that stands nowhere else.

    ana = plant(memory, "ana", folder=tmp_path)      # the clock and models of the fixture `memory`
    bo = plant(memory, "bo")                         # the same life, other marks
    ana.texts["message"]                             # ("The crane zanaqacx lifts nine tons, …。",)
    ana.marks()                                      # every mark, English and Chinese
    ana.ids["memory"]                                # ids to erase one thing by

A mark is a pair: an English word and four Han characters. Places are named after what they are; a
place that begins with ``name.`` is a name that somebody gave (of a conversation, a task, a store),
which stands in ids and keys too. `tests/behaviour/test_planted.py` holds that no table is left out.

Vectors are there if the memory has an embedder.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

from stratal import (
    Kind,
    Layer,
    Memory,
    MemoryEvidence,
    MessageEvidence,
    NewMessage,
    Principal,
    Scope,
    Session,
    Topic,
)
from stratal.core.canonical import Json
from stratal.core.forgetting import Act, Action, ActionState, Cause
from stratal.core.outcomes import Outcome
from stratal.serve.keys import Keys
from stratal.storage import cells, index_examined, jobs, sweeps
from stratal.storage.database import Transaction
from stratal.storage.jobs import NewJob
from stratal.storage.postings import SIZES
from stratal.storage.uses import UseLog
from stratal.testing import FailingSummarizer, ScriptedModel
from stratal.testing.clock import ManualClock

TENANT = "acme"
SHARED = ("repo:trip", "team:harbour")
"""Scopes that every planted person works in."""
CARD = "4111 1111 1111 1111"
"""Personal data by its form: what holds it waits for a person."""
SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
KEEP = 4
"""Messages that a compaction leaves in the window."""

PACKED = min(SIZES) + 2
"""Messages after which the index has packed some of them."""


@dataclass(kw_only=True, slots=True)
class Planted:
    """What lies where, of one person."""

    principal: Principal
    texts: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The whole texts by place, as they were handed in."""
    words: dict[str, tuple[str, str]] = field(default_factory=dict)
    """The marks by place: an English word and Han characters."""
    ids: dict[str, str] = field(default_factory=dict)
    """Ids by place, where what lies there has one: to read or erase it."""
    outside: tuple[str, ...] = ()
    """Places that lie beside the database: in the folder of a store."""
    gone: tuple[str, ...] = ()
    """Places that nothing may hold any more: deleted or redacted while they were planted."""

    def marks(self, *places: str) -> list[str]:
        """All marks of these places; of every place that must be in the database by default."""
        wanted = places or tuple(
            place for place in self.words if place not in (*self.gone, *self.outside)
        )
        return [
            mark
            for place in wanted
            for mark in self.words[place]
            if any(mark in text for text in self.texts[place])
        ]

    def session(self, memory: Memory, id: str | None = None) -> Session:
        """A session of the person in the scopes they work in."""
        return memory.session(
            self.principal,
            id=id or self.ids["conversation"],
            scopes=[f"user:{self.principal.user}", *SHARED],
            write=f"user:{self.principal.user}",
            time_zone="Asia/Shanghai",
        )


def plant(
    memory: Memory,
    user: str,
    *,
    tenant: str = TENANT,
    folder: Path | None = None,
    agent: str | None = "helper",
) -> Planted:
    """Give a person something of everything. With `folder`, files of a folder too.

    `memory` is that of the fixture: its clock is a `ManualClock` and is moved on by some days.
    """
    planting = _Planting(memory, Principal(tenant=tenant, user=user, agent=agent))
    planting.talk()
    planting.remember()
    planting.know()
    planting.work()
    planting.happen()
    planting.read_documents()
    planting.keep_files(folder)
    planting.keep_state()
    planting.run_flows()
    planting.talk_long()
    planting.talk_much()
    planting.show()
    planting.tidy()
    planting.leave_jobs()
    planting.index()
    return planting.planted


class _Planting:
    def __init__(self, memory: Memory, principal: Principal) -> None:
        self.memory = memory
        self.planted = Planted(principal=principal)
        clock = memory._clock
        assert isinstance(clock, ManualClock)
        self.clock = clock
        self.own = Scope.of_user(principal.user)
        self.talks = self.name("conversation", "monday")
        self.planted.ids["conversation"] = self.talks
        self.session = self.planted.session(memory)

    def mark(self, place: str) -> tuple[str, str]:
        """The marks of a place, made when first asked for."""
        if place not in self.planted.words:
            user = self.planted.principal.user
            number, person = len(self.planted.words), zlib.crc32(user.encode())
            letters = chr(97 + number // 19) + "bcdfghjklmnpqrtvwxz"[number % 19]
            whose = chr(0x7000 + person % 0x400) + chr(0x7800 + (person >> 10) % 0x400)
            where = chr(0x8000 + number * 3) + chr(0x8800 + number * 3)
            self.planted.words[place] = (f"z{user}q{letters}x", whose + where)
        return self.planted.words[place]

    def text(self, place: str, words: str) -> str:
        """A text of a place: `words` with ``EN`` and ``ZH`` put in place."""
        english, chinese = self.mark(place)
        text = words.replace("EN", english).replace("ZH", chinese)
        self.planted.texts[place] = (*self.planted.texts.get(place, ()), text)
        return text

    def name(self, place: str, words: str) -> str:
        """A name that holds a mark."""
        return self.text(f"name.{place}", f"{words}-EN-ZH")

    def kept(self, outcome: Outcome, place: str = "") -> str:
        assert outcome.kept, (place, outcome)
        assert outcome.id is not None
        if place:
            self.planted.ids[place] = outcome.id
        return outcome.id

    def say(self, place: str, words: str, session: Session | None = None) -> MessageEvidence:
        """A message of the person, with the evidence that it is."""
        said, session = self.text(place, words), session or self.session
        self.clock.advance(timedelta(minutes=1))
        appended = session.conversation.append({"role": "user", "content": said})
        message = self.kept(appended, place)
        return MessageEvidence(conversation=session.id, message=message, quotation=said)

    def talk(self) -> None:
        """Messages, tool calls with their results, a quotation, a secret, and one taken back."""
        log = self.session.conversation
        self.say("message", "The crane EN lifts nine tons, 起重机ZH能吊九吨。")
        said = self.planted.texts["message"][0]
        reply = self.text("message.reply", f"You said: “{said}” Noted EN, 记下了ZH。")
        log.append({"role": "assistant", "content": [{"type": "text", "text": reply}]})
        call = self.text("message.call", "rows of EN 与ZH")
        use: dict[str, Json] = {
            "type": "tool_use",
            "id": "call_1",
            "name": "look",
            "input": {"for": call},
        }
        log.append({"role": "assistant", "content": [use]})
        result = self.text("message.result", "42 rows of EN\n四十二行ZH\n")
        answer = {"type": "tool_result", "tool_use_id": "call_1", "content": result}
        log.append({"role": "user", "content": [answer]})
        speaker = self.text("message.speaker", "EN ZH")
        guest = {"role": "user", "content": "The guest was here."}
        self.kept(log.append(NewMessage.of(guest, speaker=speaker)))
        self.say("message.secret", f"My key for EN 和ZH is {SECRET}")
        self.say("message.retracted", "A slip of the tongue: EN, 口误ZH。")
        log.retract(1, reason=self.text("retraction", "not meant EN 不算ZH"))
        self.clock.advance(timedelta(hours=1))
        self.session.consent.withdraw(Layer.EVENTS, reason=self.text("consent", "no EN 不要ZH"))
        self.session.consent.give(Layer.EVENTS)

    def remember(self) -> None:
        """Memories of every scope and status, with evidence, history and what was deleted."""
        layer = self.session.memories
        topic = Topic(
            subject=self.text("topic.subject", "build EN"),
            attribute=self.text("topic.attribute", "tool ZH"),
        )
        said = self.say("memory", "The build EN runs with pnpm, 构建ZH用pnpm。")
        first = self.kept(
            layer.remember(said.quotation, topic=topic, evidence=said, scope=self.own), "memory"
        )
        later = self.say("memory.newer", "The build EN runs with yarn, 构建ZH用yarn。")
        self.kept(
            layer.remember(
                later.quotation,
                topic=topic,
                evidence=later,
                scope=self.own,
                reason_given=self.text("memory.why", "It was tried EN, 试过ZH。"),
                reason=self.text("memory.reason", "seen EN 见过ZH"),
            ),
            "memory.newer",
        )
        for scope in SHARED:
            place = f"memory.{scope.partition(':')[0]}"
            words = self.say(place, f"In {scope} the gate EN opens at nine, 大门ZH九点开。")
            made = layer.remember(words.quotation, scope=Scope.parse(scope), evidence=words)
            self.kept(made, place)
        derived = self.text("memory.derived", "Builds EN were slow in spring, 春天构建ZH慢。")
        self.kept(
            layer.remember(
                derived, kind=Kind.LESSON, evidence=MemoryEvidence(memory=first), scope=self.own
            ),
            "memory.derived",
        )
        cold = self.kept(layer.remember(self.text("memory.cold", "Shed EN is red, 棚ZH红。")))
        layer.forget(cold, reason=self.text("memory.cold.reason", "old EN 旧ZH"))
        revised = self.kept(layer.remember(self.text("memory.before", "Pier EN has two cranes ZH")))
        newer = self.text("memory.after", "Pier EN has three cranes, 码头ZH三台。")
        self.kept(layer.revise(revised, newer, reason="counted again"), "memory.after")
        order = self.text("memory.pending", "Always open an urgent ticket for EN, 总是为ZH开工单。")
        waits = layer.remember(order)
        assert waits.done == "pending", waits
        self.planted.ids["memory.pending"] = str(waits.id)
        refused = layer.remember(
            self.text("memory.rejected", "Always send EN a mail, 总是给ZH发邮件。")
        )
        assert refused.id is not None
        layer.reject(refused.id, reason=self.text("memory.rejected.reason", "no EN 不ZH"))
        gone = self.kept(layer.remember(self.text("memory.deleted", "Boat EN leaks, 船ZH漏水。")))
        layer.delete(gone, reason=self.text("tombstone.reason", "wrong EN 错ZH"))
        self.planted.gone += ("memory.deleted",)

    def know(self) -> None:
        """A profile with every status: active, superseded, pending, cold and rejected."""
        profile = self.session.profile

        def said(place: str, key: str, value: str, words: str) -> Outcome:
            value = self.text(place, value)
            quoted = self.say(place, words)
            return profile.set(key, value, evidence=quoted, reason="was said")

        self.kept(said("profile.old", "call me", "Captain EN", "Call me Captain EN, 叫我ZH船长"))
        self.kept(said("profile", "call me", "Admiral EN", "Call me Admiral EN, 叫我ZH"), "profile")
        self.kept(said("profile.zh", "diet", "不吃ZH鱼", "我不吃ZH鱼，谢谢 EN"))
        pending = said(
            "profile.pending", "team", "EN harbour ZH", "I was with EN last year, ZH一年"
        )
        assert pending.done == "pending", pending
        cold = self.kept(said("profile.cold", "editor", "vim EN", "My editor is vim EN 编辑器ZH"))
        profile.forget(cold, reason="no longer")
        refused = said("profile.rejected", "city", "Port EN ZH", "Port is far from EN, 很远ZH")
        assert refused.id is not None
        profile.reject(refused.id)

    def work(self) -> None:
        """A task with many checkpoints, long texts, a fork, failures and notes; one that ended."""
        name = self.name("task", "crane")
        task = self.session.task(name, goal=self.text("task.goal", "load the barge EN 装驳船ZH"))
        self.planted.ids["task"] = name
        said = self.say("task.evidence", "The hook EN holds ten tons, 钩ZH能承十吨。")
        fact = task.add(
            "facts", self.text("task.fact", "Hook EN holds ten tons, 钩ZH十吨。"), evidence=said
        )
        assert fact.id is not None
        long = self.text("task.long", "Three trials of EN say so. 三次试验ZH如此。 " * 200)
        self.kept(task.add("facts", long))
        self.kept(
            task.add(
                "decisions",
                self.text("task.decision", "Use the north pier EN, 用北码头ZH。"),
                reason=self.text("task.because", "the south is closed EN 南ZH关"),
            )
        )
        for field_, words in (
            ("open", "Who folds EN? 谁折ZH？"),
            ("plan", "Look at EN first, 先看ZH。"),
            ("artifacts", "out/EN-ZH.pdf"),
        ):
            self.kept(task.add(field_, self.text(f"task.{field_}", words)))
        self.kept(
            task.add(
                "failed",
                self.text("task.failed", "Lifting EN by hand, 手抬ZH。"),
                cause=self.text("task.cause", "EN is too heavy, ZH太重"),
            )
        )
        task.set("box", self.text("task.value", "EN ZH"))
        task.note(self.text("scratch", "look at EN again, 再看ZH"))
        removed = self.kept(
            task.add("facts", self.text("task.removed", "Rope EN is new, 绳ZH新。"))
        )
        task.remove(removed)
        for number in range(70):  # Every 64th checkpoint holds the whole, compressed.
            task.set("counter", number)
        fork = task.fork(task.checkpoint.id, self.name("fork", "try"))
        self.kept(fork.add("open", self.text("task.fork", "Would EN do? ZH行吗？")))
        other = self.session.task(self.name("task.closed", "rest"), goal="rest")
        self.session.close_task(
            other, self.text("task.conclusion", "The pier EN was swept, 码头ZH扫了。")
        )
        left = self.session.task(self.name("task.abandoned", "paint"), goal="paint the shed")
        left.abandon(self.text("task.abandoned", "no paint EN 没漆ZH"))

    def happen(self) -> None:
        """Events with data and evidence, one that a host reported, one taken back."""
        events = self.session.events
        cited = self.say("event.evidence", "The ferry EN left at nine, 渡轮ZH九点走。")
        self.kept(
            events.log(
                self.text("event", "Ferry EN left, 渡轮ZH走了。"),
                kind=self.text("event.kind", "departure_EN"),
                data={"ship": self.text("event.data", "EN ZH")},
                evidence=[cited],
                task=self.planted.ids["task"],
            ),
            "event",
        )
        self.kept(events.report(self.text("event.reported", "I live at EN, 我住在ZH那里")))
        taken = self.kept(events.log(self.text("event.retracted", "Ferry EN sank, 渡轮ZH沉了。")))
        events.retract(taken, reason=self.text("event.retraction", "rumour EN 谣言ZH"))

    def read_documents(self) -> None:
        """Documents of the person and of a repository, with versions, and one removed."""
        documents = self.session.knowledge
        self.document(self.name("document", "ferry"), "document", self.own)
        self.document(self.name("document.repo", "yard"), "document.repo", Scope.parse(SHARED[0]))
        gone = self.text("document.removed", "# Old EN\n\nClosed since spring, 关ZH了。\n")
        documents.add(self.text("document.gone", "gone-EN-ZH.md"), gone, scope=self.own)
        documents.remove(self.planted.texts["document.gone"][0], scope=self.own, reason="old")
        self.planted.gone += ("document.removed", "document.gone")

    def document(self, name: str, place: str, scope: Scope) -> None:
        first = self.text(f"{place}.old", "# Boarding EN\n\nFrom the south pier, 南码头ZH上船。\n")
        metadata = {"owner": self.text(f"{place}.metadata", "EN ZH")}
        self.kept(self.session.knowledge.add(name, first, scope=scope, metadata=metadata), place)
        self.clock.advance(timedelta(minutes=1))
        second = self.text(place, "# Boarding EN\n\nFrom the north pier, 北码头ZH上船。\n")
        self.session.knowledge.add(
            name,
            second,
            scope=scope,
            metadata=metadata,
            reason=self.text(f"{place}.reason", "moved EN 搬了ZH"),
        )

    def keep_files(self, folder: Path | None) -> None:
        """Stores of the person, one of them attached, with versions, moves and what waits."""
        files = self.session.files
        store = self.kept(
            files.create(
                self.name("store", "notes"),
                description=self.text("store.description", "Notes on EN, 关于ZH的笔记"),
                metadata={"of": self.text("store.metadata", "EN ZH")},
                scope=self.own,
                index_by="automatic",
            ),
            "store",
        )
        there = files.open(store)
        old = self.text("file.old", "# The gate EN\n钥匙ZH在门边。\n")
        made = there.create(self.text("file.path", "/EN/门ZH.md"), old, operation="first")
        self.kept(made, "file")
        there.write(self.planted.texts["file.path"][0], self.text("file", "# Gate EN\n在ZH处。\n"))
        there.move(self.planted.texts["file.path"][0], self.text("file.moved", "/out/EN/ZH.md"))
        there.create(
            self.text("file.deleted.path", "/EN-ZH.md"), self.text("file.deleted", "EN ZH")
        )
        there.delete_at(self.planted.texts["file.deleted.path"][0])
        hidden = self.text("file.redacted", "secret of EN, ZH的秘密")
        redacted = self.kept(there.create("/redacted.md", hidden))
        there.write("/redacted.md", "nothing")
        seq = min(one.seq for one in there.history.versions(file=redacted))
        there.history.redact(seq)
        self.planted.gone += ("file.redacted",)
        waits = there.create("/pay.md", self.text("file.waiting", f"EN ZH pays with {CARD}"))
        assert waits.done == "pending", waits
        files.attach(store, instructions=self.text("attachment", "read EN first, 先读ZH"))
        if folder is not None:
            place = folder / f"notes-{self.planted.principal.user}"
            place.mkdir()
            outside = files.create("folder", scope=self.own, directory=place)
            beside = files.open(self.kept(outside, "store.folder"))
            beside.create("/a.md", self.text("folder.file", "# In the folder EN\n文件夹ZH。\n"))

    def keep_state(self) -> None:
        """Agent state, with the revision before."""
        name = self.name("agent_state", "loop")
        self.planted.ids["agent_state"] = name
        state = self.session.agent_state
        state.create(name, {"word": self.text("agent_state.old", "step one EN 第一步ZH")})
        state.patch(name, {"word": self.text("agent_state", "step two EN 第二步ZH")})

    def run_flows(self) -> None:
        """Runs with a model's replies, a task archived, a conversation that ended, usage, a key."""
        session = self.planted.session(self.memory, self.name("conversation.flows", "flows"))
        said = self.say("run.message", "The barge EN carries ten crates, 驳船ZH装十箱。", session)
        session.conversation.append({"role": "assistant", "content": "Ten crates, noted."})
        task = session.task(self.name("task.flows", "barge"), goal="count the crates")
        delta: dict[str, Any] = {"decisions": [], "open": [], "artifacts": []}
        cited = {"message": 1, "quotation": said.quotation}
        delta["facts"] = [
            {"text": said.quotation, "evidence": [cited]},
            {"text": self.text("run.refused", "Crate EN is red, 箱ZH红。"), "evidence": []},
        ]
        raw = self.text("run.reply", "I cannot say EN, 不好说ZH。")
        reports = session.consolidate(task, model=ScriptedModel(raw, delta))
        self.planted.ids["run"] = reports[0].run.id
        self.kept(
            task.add(
                "decisions",
                self.text("archived", "Crates EN go by rail, 箱ZH走铁路。"),
                reason="the road is closed",
            )
        )
        closed = session.close_task(task, self.text("archived.end", "Barge EN is full, 驳船ZH满。"))
        assert [one for one in closed if one.layer == Layer.MEMORIES and one.kept], closed
        assert session.end() is not None
        session.conversation.append({"role": "user", "content": "One more crate came."})
        context = session.context(model="m")
        context.report_usage(
            input_tokens=70, output_tokens=9, model="m", response=self.name("response", "msg")
        )
        Keys(
            database=self.memory.database,
            tenant=self.planted.principal.tenant,
            clock=self.clock,
            ids=self.memory._ids,
        ).create(self.planted.principal.user, label=self.text("key", "laptop EN 笔记本ZH"))

    def talk_long(self) -> None:
        """A conversation with a summary that keeps words, one that failed, and a page read."""
        session = self.planted.session(self.memory, self.name("conversation.long", "long"))
        self.planted.ids["conversation.long"] = session.id
        error = self.text("compaction.failed", "it is out EN 坏了ZH")
        for number in range(12):
            path = "src/EN/ZH/" if number else "src/"
            self.say("compaction.kept", f"Count {path}box{number}.py, 第{number}箱ZH EN。", session)
            session.conversation.append({"role": "assistant", "content": f"I see {number + 3}."})
        session.compact(keep=KEEP, summarizer=FailingSummarizer(RuntimeError(error)))
        assert session.compact(keep=KEEP).kept
        session.page_in(session.compactions.pages(9)[0][0].handle)

    def talk_much(self) -> None:
        """So much that the index packs the terms of entries."""
        session = self.planted.session(self.memory, self.name("conversation.much", "much"))
        said = self.text("message.much", "The bell EN rang, 钟ZH响了。")
        session.conversation.extend({"role": "user", "content": said} for _ in range(PACKED))

    def show(self) -> None:
        """Contexts on the record, with a prompt that holds the person's words."""
        session = self.planted.session(self.memory, self.planted.ids["conversation.long"])
        made = session.context(
            self.text("context.asked", "Which boxes of EN 和ZH?"),
            system=self.text("context.system", "Be brief with EN, 对ZH简短。"),
            task=session.task(self.planted.ids["task"]),
            stage="summarize",
            record=True,
        )
        assert made.manifest.id is not None
        self.planted.ids["context"] = made.manifest.id

    def tidy(self) -> None:
        """What a sweep did to a memory, and that another was used."""
        now, tenant = self.clock.now(), self.planted.principal.tenant
        uses = UseLog(self.memory.database)
        uses.used(tenant, Layer.MEMORIES, [self.planted.ids["memory"]], now)
        uses.recalled(tenant, now, hit=True)
        uses.flush()
        with self.memory.database.write(tenant) as tx:
            begun = sweeps.begin(tx, self.memory._ids.new(), self.planted.principal.user, now)
            done = Action(
                id=self.memory._ids.new(),
                sweep=begun.id,
                act=Act.RENEW,
                cause=Cause.FADED,
                kind=Layer.MEMORIES.value,
                owner="",
                place=str(self.own),
                item=self.planted.ids["memory"],
                frees=0,
                state=ActionState.DONE,
                done_at=now,
            )
            assert sweeps.add(tx, done)
            sweeps.end(tx, begun.id, now)

    def leave_jobs(self) -> None:
        """A job that waits, and one that a worker took and was killed over."""
        tenant = self.planted.principal.tenant
        now, user = self.clock.now(), self.planted.principal.user
        self.planted.session(self.memory, self.planted.ids["conversation.long"]).end_later()
        with self.memory.database.write(tenant) as tx:
            new = NewJob(kind=f"dead-{user}", key=user, lane=user, payload={"owner": user})
            jobs.enqueue(tx, new, id=self.memory._ids.new(), now=now)
        [due] = self._due(new.kind)
        with self.memory.database.write(tenant) as tx:
            jobs.take(tx, due, worker="gone", now=now, lease=timedelta(minutes=1))

    def _due(self, kind: str) -> Sequence[jobs.Due]:
        with self.memory.database.read(self.planted.principal.tenant) as tx:
            return jobs.due(tx, [kind], self.clock.now())

    def index(self) -> None:
        """Embed what is missing, and lay the vectors of the person's memories out in cells."""
        layers = (Layer.MEMORIES, Layer.CONVERSATION, Layer.EVENTS, Layer.KNOWLEDGE, Layer.FILES)
        for _ in range(6):  # One recall embeds 64 of what is missing.
            self.session.recall("gate", layers=layers)
        if self.memory.embedder is None:
            return
        with self.memory.database.write(self.planted.principal.tenant) as tx:
            for space in index_examined.spaces(tx):
                lay_out(tx, space.no, whose=str(self.own), scope=space.scope)


def lay_out(tx: Transaction, space: int, *, whose: str, scope: str) -> None:
    """Give a space of the person's own the cells that only a large one needs."""
    vectors = tx.vectors(generation=1, space=space, after=0, limit=1_000)
    if scope != whose or not vectors:
        return
    some = list(vectors.values())
    centres = cells.first_centres(some, len(some))
    cells.begin(tx, 1, space, centres, dimension=len(some[0]) // 4, vectors=len(some))
    cells.fill(tx, 1, space, vectors)
    cells.finish(tx, 1, space)
