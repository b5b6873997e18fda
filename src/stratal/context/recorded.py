"""Contexts on the record: what each held and what stayed out, and the same bytes once more.

Blocks are kept as texts, the window as references to the log: which messages, which of their parts,
in which order, and where a copy was shown that had been shortened, that copy. So a context is put
together again without anything being looked up, ranked or cut anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from stratal.context import blocks
from stratal.context.assembly import Context, share_of
from stratal.context.blocks import Block
from stratal.context.manifest import Item, LeftOut, Manifest, Why
from stratal.context.turns import INTERRUPTED, Form, Result, Text, Turn, read
from stratal.context.window import LEFT_OUT, Window
from stratal.core.canonical import Json, canonical, digest, parsed
from stratal.core.checks import encodable, whole
from stratal.core.compaction import Stage
from stratal.core.messages import Message, Role
from stratal.core.records import Layer
from stratal.errors import NotFound
from stratal.layers.access import Access
from stratal.storage import contexts as stored
from stratal.storage import messages
from stratal.storage.contexts import ContextRow, ItemRow, PartRow, copy_of

_MOST = 1_000


@dataclass(frozen=True, kw_only=True, slots=True)
class Recorded:
    """The record of a context that was made."""

    id: str
    conversation: str
    made_at: datetime
    actor: str
    task: str | None
    """The task that was at work."""
    manifest: Manifest
    erased: tuple[str, ...]
    """What of it was erased since, in words."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Replay:
    """A context of the past, put together again."""

    recorded: Recorded
    blocks: tuple[Block, ...]
    """Those of which nothing was erased."""
    context: Context | None
    """The whole, byte for byte; None if anything of it was erased: nothing is made up for it."""
    erased: tuple[str, ...]
    """What is not there any more, in words."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Contexts:
    """The contexts of one conversation that were recorded, as far as this session may see them.

    One that was made with a scope which this session is not granted is not there for it.
    """

    access: Access

    def list(self, limit: int = 50) -> list[Recorded]:
        """The newest, newest first."""
        whole("limit", limit, 1, _MOST)
        access = self.access
        with access.database.read(access.tenant) as tx:
            rows = stored.newest(tx, access.user, access.conversation, limit)
        return [_recorded(row) for row in rows if self._sees(row)]

    def get(self, id: str) -> Recorded:
        """The context of that id, or the only one whose id begins so. Raises `NotFound`."""
        return _recorded(self._row(id))

    def replay(self, id: str) -> Replay:
        """The context of that id once more: the same bytes, as long as nothing was erased.

        Raises `NotFound`.
        """
        return _replayed(self.access, self._row(id))

    def record(self, context: Context, task: str | None = None) -> Context:
        """Keep `context` on the record; the same one, with the id under which it is found.

        Without an id if a message that it shows was erased meanwhile: then it is not kept.
        """
        access = self.access
        row = _row(context, access, task)
        shown = [one.id for one in context.window.kept]
        with access.database.write(access.tenant) as tx:
            there = messages.by_ids(tx, access.user, access.conversation, shown)
            if len(there) < len(set(shown)):
                # Some of it was erased meanwhile, and must not be kept in a copy.
                return context
            stored.add(tx, access.user, row, keep=access.policy.window.recorded)
        return replace(context, manifest=replace(context.manifest, id=row.id))

    def _row(self, id: str) -> ContextRow:
        encodable("context id", id)
        access = self.access
        with access.database.read(access.tenant) as tx:
            found = stored.ids_beginning(tx, access.user, access.conversation, id)
            row = (
                stored.of(tx, access.user, access.conversation, found[0])
                if len(found) == 1
                else None
            )
        if row is None or not self._sees(row):
            raise NotFound("context", id)
        return row

    def _sees(self, row: ContextRow) -> bool:
        return set(row.scopes) <= {str(scope) for scope in self.access.scopes}


def _row(context: Context, access: Access, task: str | None) -> ContextRow:
    manifest = context.manifest
    parts = [
        PartRow(
            part=block.name,
            tokens=block.tokens,
            reason=block.reason,
            text=_window_text(context) if block.name == blocks.WINDOW else block.text,
        )
        for block in context.blocks
    ]
    shortened = _shortened(manifest)
    parts += [
        PartRow(part=copy_of(one.id), tokens=one.tokens, reason="", text=one.body)
        for one in context.window.kept
        if one.id in shortened
    ]
    return ContextRow(
        id=access.ids.new(),
        conversation=access.conversation,
        scopes=tuple(str(scope) for scope in access.scopes),
        task=task,
        asked=manifest.query,
        stage=manifest.stage.value,
        stage_reason=manifest.stage_reason,
        tokens=manifest.tokens,
        stable_prefix=manifest.stable_prefix,
        notes=manifest.notes,
        actor=access.principal.actor,
        made_at=access.now(),
        parts=tuple(parts),
        items=tuple(_item_rows(manifest)),
    )


def _item_rows(manifest: Manifest) -> Iterator[ItemRow]:
    """All that was considered but messages: these stand in the text of the window."""
    for share in manifest.blocks:
        for item in share.items if share.block != blocks.WINDOW else ():
            yield ItemRow(
                block=share.block,
                item=item.id,
                layer=str(item.layer),
                revision=item.revision,
                reason=item.reason,
                tokens=item.tokens,
                why=None,
            )
    for left in manifest.left_out:
        if left.block != blocks.WINDOW:
            yield ItemRow(
                block=left.block,
                item=left.id,
                layer=str(left.layer),
                revision=left.revision,
                reason=left.detail,
                tokens=0,
                why=left.why.value,
            )


def _shortened(manifest: Manifest) -> set[str]:
    """Ids of the messages of which a copy was shown."""
    return {one.id for one in manifest.left_out if one.why in (Why.CLEARED, Why.CUT_SHORT)}


def _window_text(context: Context) -> str:
    """The window as references to the log."""
    window = context.window
    shortened = _shortened(context.manifest)
    kept: list[Json] = [
        [one.seq, one.id, one.tokens, "" if one.id in shortened else digest(one.body)]
        for one in window.kept
    ]
    out: list[Json] = [
        [one.id, one.why.value, one.detail]
        for one in context.manifest.left_out
        if one.block == blocks.WINDOW
    ]
    return canonical(
        "window",
        {
            "kept": kept,
            "lead": [_turn_document(turn) for turn in window.lead],
            "turns": [_turn_document(turn) for turn in window.turns],
            "left_out": out,
            "tokens": window.tokens,
            "begins": window.begins,
        },
    )


def _turn_document(turn: Turn) -> Json:
    if turn.message is None:
        if turn.results:
            return {"stand_ins": [result.call for result in turn.results]}
        return {"preface": True}
    if turn.body is not None:
        return {"seq": turn.message.seq}
    places: list[Json] = []
    rest = dict(enumerate(read(turn.message).parts))
    for part in turn.parts:
        at = next(at for at, other in rest.items() if other == part)
        places.append(at)
        del rest[at]
    return {"seq": turn.message.seq, "parts": places}


def _turn(document: Mapping[str, Any], found: Mapping[int, Message]) -> Turn:
    if "preface" in document:
        return Turn(role=Role.USER, parts=(Text(text=LEFT_OUT),), form=Form.OTHER, message=None)
    if "stand_ins" in document:
        results = tuple(
            Result(call=call, parts=(Text(text=INTERRUPTED),), stand_in=True)
            for call in document["stand_ins"]
        )
        return Turn(role=Role.USER, parts=results, form=Form.OTHER, message=None)
    turn = read(found[document["seq"]])
    if "parts" not in document:
        return turn
    return replace(turn, parts=tuple(turn.parts[at] for at in document["parts"]), body=None)


def _recorded(row: ContextRow) -> Recorded:
    window: dict[str, Any] = {"kept": [], "left_out": []}
    shown: list[Block] = []
    for part in row.parts:
        if part.part == blocks.WINDOW and part.text is not None:
            window = _parsed(part.text)
        if _is_block(part):
            shown.append(_block(part, row, window))
    left_out = [
        LeftOut(
            block=one.block,
            id=one.item,
            layer=one.layer,
            revision=one.revision,
            why=Why(one.why),
            detail=one.reason,
        )
        for one in row.items
        if one.why is not None
    ]
    left_out += [
        LeftOut(
            block=blocks.WINDOW,
            id=message,
            layer=Layer.CONVERSATION,
            revision=None,
            why=Why(why),
            detail=detail,
        )
        for message, why, detail in window["left_out"]
    ]
    return Recorded(
        id=row.id,
        conversation=row.conversation,
        made_at=row.made_at,
        actor=row.actor,
        task=row.task,
        manifest=Manifest(
            id=row.id,
            blocks=tuple(map(share_of, shown)),
            left_out=tuple(left_out),
            tokens=row.tokens,
            stable_prefix=row.stable_prefix,
            query=row.asked,
            notes=row.notes,
            stage=Stage(row.stage),
            stage_reason=row.stage_reason,
        ),
        erased=tuple(
            f"block {part.part}" if _is_block(part) else f"the copy shown of {part.part}"
            for part in row.parts
            if part.text is None
        ),
    )


def _is_block(part: PartRow) -> bool:
    return "/" not in part.part


def _block(part: PartRow, row: ContextRow, window: Mapping[str, Any]) -> Block:
    if part.part == blocks.WINDOW:
        items = [
            Item(
                id=message,
                layer=Layer.CONVERSATION,
                revision=None,
                reason=f"message {seq}",
                tokens=tokens,
            )
            for seq, message, tokens, _ in window["kept"]
        ]
    else:
        items = [
            Item(
                id=one.item,
                layer=one.layer,
                revision=one.revision,
                reason=one.reason,
                tokens=one.tokens,
            )
            for one in row.items
            if one.block == part.part and one.why is None
        ]
    text = "" if part.part == blocks.WINDOW or part.text is None else part.text
    return Block(
        name=part.part, text=text, tokens=part.tokens, reason=part.reason, items=tuple(items)
    )


def _parsed(text: str) -> dict[str, Any]:
    value = parsed(text)
    assert isinstance(value, dict)
    return value


def _replayed(access: Access, row: ContextRow) -> Replay:
    recorded = _recorded(row)
    erased = list(recorded.erased)
    shown: list[Block] = []
    window = Window(kept=(), left_out=())
    for part in row.parts:
        if part.text is None or not _is_block(part):
            continue
        document = _parsed(part.text) if part.part == blocks.WINDOW else {}
        if document:
            found, missing = _messages(access, row, document)
            erased += missing
            if missing:
                continue
            window = Window(
                kept=tuple(found[seq] for seq, *_ in document["kept"]),
                left_out=(),
                lead=tuple(_turn(one, found) for one in document["lead"]),
                turns=tuple(_turn(one, found) for one in document["turns"]),
                tokens=document["tokens"],
                begins=document["begins"],
            )
        shown.append(_block(part, row, document))
    whole_one = Context(blocks=tuple(shown), window=window, manifest=recorded.manifest)
    return Replay(
        recorded=recorded,
        blocks=tuple(shown),
        context=None if erased else whole_one,
        erased=tuple(dict.fromkeys(erased)),
    )


def _messages(
    access: Access, row: ContextRow, document: Mapping[str, Any]
) -> tuple[dict[int, Message], list[str]]:
    """The messages of a window as they were shown, by number, and what is not there any more."""
    kept: Sequence[tuple[int, str, int, str]] = document["kept"]
    copies = {part.part: part.text for part in row.parts if not _is_block(part)}
    with access.database.read(access.tenant) as tx:
        logged = messages.by_seq(tx, access.user, row.conversation, [seq for seq, *_ in kept])
    found = {message.seq: message for message in logged}
    missing = []
    for seq, message, tokens, was in kept:
        there = found.get(seq)
        if there is None or there.id != message:
            missing.append(f"message {seq}")
        elif not was:
            copy = copies.get(copy_of(message))
            if copy is not None:
                found[seq] = replace(there, body=copy, tokens=tokens)
        elif digest(there.body) != was:
            missing.append(f"message {seq}, which is not what it was")
    return found, missing
