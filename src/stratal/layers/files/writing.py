"""How a store is changed: one transaction, in which every rule is enforced.

Who writes takes the row of the store first, so that writers of one store queue up and each sees
what the one before has done. Texts are read for secrets and personal data before that.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from stratal.core import checks
from stratal.core.canonical import Json, canonical, digest
from stratal.core.clock import Ids
from stratal.core.file_paths import ancestors
from stratal.core.files import (
    FILES_IN_STORE,
    INDEX_PATH,
    File,
    FileAccess,
    FileOutcome,
    IndexBy,
    PersonalData,
    Store,
    WaitingFile,
    checked_content,
)
from stratal.core.outcomes import Done
from stratal.core.records import Layer
from stratal.errors import IdTaken, NotFound, PathConflict, StaleRevision
from stratal.layers.access import Access
from stratal.layers.files.backend import FileBackend
from stratal.layers.files.index import index_text
from stratal.layers.files.outside import PassedOver, take_in
from stratal.storage import file_stores, file_waiting, files
from stratal.storage.database import Transaction
from stratal.text.frontmatter import title_and_hook
from stratal.text.personal_data import PersonalHit, find_personal_data, without_personal_data
from stratal.text.secrets import SecretHit, find_secrets

OPERATION_LIMIT = 128
WAITS = timedelta(days=30)
"""How long a text waits for a person."""
_REASON = {
    "read_only": "This store is attached read-only to this session: nothing can be changed in it.",
    "archived": "This store is archived: nothing new can be written to it.",
    "automatic_index": "The store keeps MEMORY.md by itself: write the files that it lists.",
    "store_full": f"A store holds {FILES_IN_STORE:,} files: delete or join some of them first.",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Draft:
    """A text on its way into a store, read before anything is locked."""

    content: str
    data: bytes
    secrets: tuple[SecretHit, ...]
    personal: tuple[PersonalHit, ...]

    @classmethod
    def of(cls, content: str) -> Draft:
        """Raises `InvalidValue` for what no file can hold."""
        data = checked_content(content)
        return cls(
            content=content,
            data=data,
            secrets=find_secrets(content),
            personal=find_personal_data(content),
        )

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.data).hexdigest()

    def text(self, path: str) -> files.Text:
        title, hook = title_and_hook(self.content, path)
        return files.Text(data=self.data, digest=self.digest, title=title, hook=hook)


@dataclass(kw_only=True, slots=True)
class Writing:
    """A transaction that changes one store."""

    tx: Transaction
    store: Store
    writer: files.Writer
    ids: Ids
    backend: FileBackend | None
    read_only: bool
    seq: int = field(init=False)
    more: int = 0

    def __post_init__(self) -> None:
        self.seq = self.store.seq

    # Rules.

    def closed(self, *paths: str, new: bool = True) -> FileOutcome | None:
        """Why nothing may be written, or at these paths; None if it may.

        `new` is False for a removal, which an archived store still allows.
        """
        if self.read_only:
            return self.rejected("read_only")
        if new and self.store.archived_at is not None:
            return self.rejected("archived")
        if self.store.index_by is IndexBy.AUTOMATIC and INDEX_PATH in paths:
            return self.rejected("automatic_index")
        return None

    def free(self, path: str, *, besides: str = "") -> None:
        """Raises `PathConflict` if a file other than `besides` is in the way of `path`."""
        for file, other in files.in_the_way(self.tx, self.store.id, path, ancestors(path)):
            if file != besides:
                raise PathConflict(path, other=other, file=file)

    def head(self, file: str, expect: str | None) -> files.Head:
        """The file's row, if its content is still the expected one."""
        head = files.by_id(self.tx, self.store.id, file)
        if head is None:
            raise NotFound("file", file)
        self.expected(head, expect)
        return head

    def expected(self, head: files.Head, expect: str | None) -> None:
        """Raises `StaleRevision`, with the current digest, if the content is another one."""
        if expect is not None and expect != head.file.digest:
            raise StaleRevision("file", head.file.path, expected=expect, current=head.file.digest)

    def fit(
        self, draft: Draft, path: str, head: files.Head | None, expect: str | None
    ) -> Draft | FileOutcome:
        """`draft` as it may be kept, or what became of it."""
        if not draft.personal or self.store.personal_data is PersonalData.ALLOW:
            return draft
        if self.store.personal_data is PersonalData.REDACT:
            return Draft.of(without_personal_data(draft.content))
        if head is not None and set(_numbers(draft)) <= _numbers_of(self, head):
            return draft  # a person has confirmed these before
        kinds = tuple(dict.fromkeys(hit.kind for hit in draft.personal))
        first = draft.personal[0]
        said = f"Line {first.line} holds personal data ({', '.join(kinds)})"
        if self.store.personal_data is PersonalData.REJECT:
            return outcome(Done.REJECTED, "personal_data", f"{said}: leave it out.")
        waiting = WaitingFile(
            id=self.ids.new(),
            store=self.store.id,
            path=path,
            content=draft.content,
            file=None if head is None else head.file.id,
            kinds=kinds,
            actor=self.writer.actor,
            created_at=self.writer.now,
            expires_at=checks.later(self.writer.now, WAITS),
        )
        file_waiting.add_waiting(self.tx, waiting, expect, self.writer)
        return outcome(
            Done.PENDING,
            "personal_data",
            f"{said}: it waits for a person. Leave it out to write at once.",
            id=waiting.id,
        )

    # Changes.

    def create(
        self, path: str, draft: Draft, *, id: str | None = None, created_at: datetime | None = None
    ) -> File:
        """A new file, or one of before under its old id."""
        text = draft.text(path)
        file = File(
            id=id or self.ids.new(),
            store=self.store.id,
            path=path,
            seq=self._next(),
            digest=text.digest,
            size=len(text.data),
            title=text.title,
            hook=text.hook,
            content=draft.content,
            created_at=created_at or self.writer.now,
            updated_at=self.writer.now,
        )
        stamp = "" if self.backend is None else self.backend.write(path, draft.data, expect=None)
        files.create(self.tx, file, text, self.writer, stamp=stamp)
        self.more += 1
        return file

    def change(self, head: files.Head, path: str, draft: Draft) -> File:
        """The next version of a file, perhaps under another path."""
        text = draft.text(path)
        file = replace(
            head.file,
            path=path,
            seq=self._next(),
            digest=text.digest,
            size=len(text.data),
            title=text.title,
            hook=text.hook,
            content=draft.content,
            updated_at=self.writer.now,
        )
        stamp = ""
        if self.backend is not None:
            if path != head.file.path:
                self.backend.move(head.file.path, path)
            stamp = self.backend.write(path, draft.data, expect=head.file.digest)
        files.change(self.tx, file, text, self.writer, stamp=stamp)
        return file

    def move(self, head: files.Head, path: str) -> File:
        """The same text under another path."""
        seq = self._next()
        stamp = "" if self.backend is None else self.backend.move(head.file.path, path)
        files.move(self.tx, head, path, seq, self.writer, stamp=stamp)
        return replace(head.file, path=path, seq=seq, updated_at=self.writer.now)

    def delete(self, head: files.Head) -> int:
        """Remove the file; the number of the version that says so."""
        seq = self._next()
        if self.backend is not None:
            self.backend.remove(head.file.path, expect=head.file.digest)
        files.delete(self.tx, head, seq, self.writer)
        self.forget(head)
        self.more -= 1
        return seq

    def forget(self, head: files.Head) -> None:
        """Search knows nothing of the file any more, until it reads it anew."""
        from stratal.layers.files.findable import drop

        drop(self.tx, self.store, head)

    def finish(self) -> None:
        """Count what was changed, and list it where the store keeps the list itself."""
        if self.seq == self.store.seq:
            return
        if self.store.index_by is IndexBy.AUTOMATIC:
            self._list()
        file_stores.store_changed(
            self.tx, self.store.id, seq=self.seq, more=self.more, now=self.writer.now
        )

    @property
    def full(self) -> bool:
        """Whether the store holds as many files as it may."""
        room = FILES_IN_STORE - (1 if self.store.index_by is IndexBy.AUTOMATIC else 0)
        listed = self.store.files + self.more
        if self.store.index_by is IndexBy.AUTOMATIC and files.at(
            self.tx, self.store.id, INDEX_PATH
        ):
            listed -= 1
        return listed >= room

    def rejected(self, code: str) -> FileOutcome:
        """A rule refuses it."""
        return outcome(Done.REJECTED, code, _REASON[code])

    def _list(self) -> None:
        found = [
            head.file
            for head in files.heads(self.tx, self.store.id, "/")
            if head.file.path != INDEX_PATH
        ]
        draft = Draft.of(index_text(self.store, found))
        head = files.at(self.tx, self.store.id, INDEX_PATH)
        if head is None:
            self.create(INDEX_PATH, draft)
        elif head.file.digest != draft.digest:
            self.change(head, INDEX_PATH, draft)

    def _next(self) -> int:
        self.seq += 1
        return self.seq


@contextmanager
def writing(
    access: Access,
    store: str,
    *,
    backend: FileBackend | None,
    passed_over: PassedOver,
    read_only: bool,
    via: str,
    reason: str,
) -> Iterator[Writing]:
    """The transaction; it commits when left normally. Raises `NotFound` for others' stores."""
    origin = access.origin(reason)
    with access.database.write(access.tenant) as tx:
        taken = file_stores.take_for(tx, store, access.user, access.conversation)
        if taken is None or taken.store.scope not in access.scopes:
            raise NotFound("store", store)
        writer = files.Writer(
            actor=origin.actor,
            conversation=access.conversation,
            via=via,
            reason=origin.reason,
            # Never before the last change, whatever the clock says: versions stand in order.
            now=max(access.now(), taken.changed_at),
        )
        found = taken.store
        if backend is not None:
            found = take_in(tx, found, backend, passed_over, now=writer.now, ids=access.ids)
        one = Writing(
            tx=tx,
            store=found,
            writer=writer,
            ids=access.ids,
            backend=backend,
            read_only=read_only or taken.access is FileAccess.READ_ONLY,
        )
        yield one
        one.finish()


@contextmanager
def told_apart(one: Writing, operation: str | None, call: Mapping[str, Json]) -> Iterator[Repeated]:
    """A change under an id of the caller's: `earlier` is its answer if it was made before.

    Raises `IdTaken` where the id was used for another change.
    """
    if operation is None:
        yield Repeated()
        return
    checks.name("operation", operation, OPERATION_LIMIT)
    fingerprint = digest(canonical("operation", call))
    known = files.earlier(one.tx, one.store.id, operation)
    if known is not None:
        if known.fingerprint != fingerprint:
            raise IdTaken("operation", operation)
        head = None if known.file is None else files.by_id(one.tx, one.store.id, known.file)
        yield Repeated(
            earlier=outcome(
                Done(known.done),
                known.code,
                "This change was made before, by the same id: nothing was done again.",
                id=known.file,
                revision=known.seq,
                file=None if head is None else head.file,
            )
        )
        return
    made = Repeated()
    yield made
    answer = made.answer
    if answer is not None and answer.done in (Done.STORED, Done.UNCHANGED, Done.REMOVED):
        change = files.Change(
            fingerprint=fingerprint,
            file=answer.id,
            seq=answer.revision,
            done=answer.done,
            code=answer.code,
        )
        files.keep_change(one.tx, one.store.id, operation, change, one.writer.now)


@dataclass(kw_only=True, slots=True)
class Repeated:
    """Whether a change was made before; `answer` is set by who makes it now."""

    earlier: FileOutcome | None = None
    answer: FileOutcome | None = None


def secret_refusal(draft: Draft | None, *names: str) -> FileOutcome | None:
    """The refusal of a text, or of names beside it, that hold a secret: its kind and line."""
    beside = [checks.remark("reason", name) for name in names]
    hits = [hit for text in beside for hit in find_secrets(text)]
    hits = [*(() if draft is None else draft.secrets), *hits]
    if not hits:
        return None
    first = hits[0]
    where = f"line {first.line}" if draft is not None and draft.secrets else "the path or reason"
    kinds = ", ".join(dict.fromkeys(hit.kind for hit in hits))
    return outcome(
        Done.REJECTED,
        "secret",
        f"It holds a secret ({kinds}, {where}): leave it out, and keep it in the host's own store.",
    )


def outcome(
    done: Done,
    code: str,
    message: str,
    *,
    id: str | None = None,
    revision: int | None = None,
    file: File | None = None,
) -> FileOutcome:
    """The answer to one write."""
    return FileOutcome(
        done=done,
        layer=Layer.FILES,
        code=code,
        message=message,
        id=id,
        revision=revision,
        file=file,
    )


def kept(done: Done, code: str, message: str, file: File) -> FileOutcome:
    """The answer to a write that left a file."""
    return outcome(done, code, message, id=file.id, revision=file.seq, file=file)


def _numbers(draft: Draft) -> list[str]:
    return [draft.content[hit.start : hit.end] for hit in draft.personal]


def _numbers_of(one: Writing, head: files.Head) -> set[str]:
    current = files.whole_by_id(one.tx, one.store.id, head.file.id)
    if current is None or current.content is None:
        return set()
    hits = find_personal_data(current.content)
    return {current.content[hit.start : hit.end] for hit in hits}
