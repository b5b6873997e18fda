"""The files of one store: to list, read, write, move and delete; every change is a version.

Whoever changes a file can say what it was to be before (`expect`, the SHA-256 of its bytes, as
`File.digest` gives it): if somebody else was first, `StaleRevision` carries the digest of now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from stratal.core.checks import encodable, whole
from stratal.core.file_paths import ROOT, checked_path, checked_prefix
from stratal.core.files import File, FileAccess, FileOutcome, Folder, Store, WaitingFile
from stratal.core.identity import Scope
from stratal.core.outcomes import Done
from stratal.errors import InvalidValue, NotFound, PathConflict
from stratal.layers.access import Access
from stratal.layers.files.backend import FileBackend
from stratal.layers.files.history import History
from stratal.layers.files.outside import PassedOver, is_current
from stratal.layers.files.writing import (
    Draft,
    Writing,
    kept,
    outcome,
    secret_refusal,
    told_apart,
    writing,
)
from stratal.storage import file_attachments, file_stores, file_waiting, files
from stratal.storage.database import Transaction

if TYPE_CHECKING:
    from stratal.layers.files.commands import Commands

PAGE = 100
MOST = 2_000
DIGEST_LENGTH = 64


@dataclass(frozen=True, kw_only=True, slots=True)
class StoreFiles:
    """One store, opened for a session by `Files.open`. Every call is a transaction of its own."""

    access: Access
    id: str
    """The store's."""
    read_only: bool = False
    via: str = ""
    """Through which door the session came, as ``api:key_1``: it stands in every version."""
    backend: FileBackend | None = None
    passed_over: PassedOver = field(default_factory=dict, repr=False, compare=False)

    @property
    def history(self) -> History:
        """The versions of the store."""
        return History(files=self)

    def commands(self, root: str = "/memories") -> Commands:
        """The six commands of a memory tool, over this store as the folder `root`."""
        from stratal.layers.files.commands import Commands

        return Commands(files=self, root=checked_path("root", root))

    # Reading.

    def store(self) -> Store:
        """The store as it is now."""
        with self.reading() as (_, store):
            return store

    def may_write(self) -> bool:
        """Whether this session may change files here, and the store is not archived."""
        with self.reading() as (tx, store):
            access = file_attachments.attached_access(
                tx, self.access.user, self.access.conversation, store.id
            )
        return not self.read_only and access is not FileAccess.READ_ONLY and not store.archived_at

    def get(self, file: str) -> File:
        """The file of that id, with its text. Raises `NotFound`."""
        encodable("file", file)
        found = self._seen(lambda tx: files.seen_by_id(tx, self.id, file))
        if found is None:
            raise NotFound("file", file)
        return found

    def read(self, path: str) -> File:
        """The file at that path, with its text. Raises `NotFound`."""
        path = checked_path("path", path)
        found = self._seen(lambda tx: files.seen_at(tx, self.id, path))
        if found is None:
            if self.backend is not None:
                self.backend.read(path)  # which says so if a link is in the way
            raise NotFound("file", path)
        return found

    def listing(
        self,
        prefix: str = ROOT,
        *,
        depth: int = 0,
        after: str = "",
        limit: int = PAGE,
        content: bool = False,
    ) -> list[File | Folder]:
        """Files below a folder, by path; `prefix` ends in ``/``.

        With `depth` 1 only those that stand in it, and the folders in it in place of what they
        hold. `after` is the path of the last item of the page before. With `content` the files
        have their texts.
        """
        prefix = checked_prefix("prefix", prefix)
        whole("depth", depth, 0, 1)
        whole("limit", limit, 1, MOST)
        encodable("after", after)
        with self.reading() as (tx, store):
            if depth == 0:
                return list(
                    files.listed(tx, store.id, prefix, after=after, limit=limit, whole=content)
                )
            return _one_level(tx, store.id, prefix, after, limit, content=content)

    # Writing.

    def create(
        self, path: str, content: str, *, operation: str | None = None, reason: str = ""
    ) -> FileOutcome:
        """A new file. Raises `PathConflict` where one stands at, above or below the path.

        `operation` is an id of the caller's choice: the same call with the same id changes nothing
        a second time and gives the first answer.
        """
        path = checked_path("path", path)
        draft = Draft.of(content)
        refused = secret_refusal(draft, path, reason)
        if refused is not None:
            return refused
        call = {"call": "create", "path": path, "digest": draft.digest}
        with self.writing(reason) as one, told_apart(one, operation, call) as told:
            told.answer = told.earlier or self._created(one, path, draft)
        return _answer(told.answer)

    def write(
        self, path: str, content: str, *, expect: str | None = None, reason: str = ""
    ) -> FileOutcome:
        """Give the file at a path this text, whether there is one or not.

        With `expect`, only if its text has that digest; an empty `expect`: only if there is none.
        """
        path = checked_path("path", path)
        _checked_digest(expect)
        draft = Draft.of(content)
        refused = secret_refusal(draft, path, reason)
        if refused is not None:
            return refused
        with self.writing(reason) as one:
            head = files.at(one.tx, one.store.id, path)
            if head is None:
                if expect:
                    raise NotFound("file", path)
                return self._created(one, path, draft)
            if expect == "":
                raise PathConflict(path, other=path, file=head.file.id)
            return self._updated(one, head, path, draft, expect)

    def update(
        self,
        file: str,
        *,
        content: str | None = None,
        path: str | None = None,
        expect: str | None = None,
        operation: str | None = None,
        reason: str = "",
    ) -> FileOutcome:
        """Give a file, by its id, another text, another path, or both, in one version.

        `unchanged` if it is so already, whatever `expect` says. Raises `NotFound`, `StaleRevision`
        and `PathConflict`.
        """
        encodable("file", file)
        _checked_digest(expect)
        if content is None and path is None:
            raise InvalidValue("content", content, "is missing, and so is path: give one of them")
        path = None if path is None else checked_path("path", path)
        draft = None if content is None else Draft.of(content)
        refused = secret_refusal(draft, path or "", reason)
        if refused is not None:
            return refused
        call = {
            "call": "update",
            "file": file,
            "path": path,
            "digest": None if draft is None else draft.digest,
            "expect": expect,
        }
        with self.writing(reason) as one, told_apart(one, operation, call) as told:
            if told.earlier is not None:
                return told.earlier
            head = one.head(file, None)
            target = path or head.file.path
            if draft is None:
                told.answer = self._moved(one, head, target, expect)
            else:
                told.answer = self._updated(one, head, target, draft, expect)
        return _answer(told.answer)

    def delete(
        self,
        file: str,
        *,
        expect: str | None = None,
        operation: str | None = None,
        reason: str = "",
    ) -> FileOutcome:
        """Delete a file by its id; its versions stay. Raises `NotFound` and `StaleRevision`."""
        encodable("file", file)
        _checked_digest(expect)
        refused = secret_refusal(None, reason)
        if refused is not None:
            return refused
        call = {"call": "delete", "file": file, "expect": expect}
        with self.writing(reason) as one, told_apart(one, operation, call) as told:
            if told.earlier is not None:
                return told.earlier
            head = one.head(file, expect)
            refused = one.closed(head.file.path, new=False)
            if refused is not None:
                return refused
            seq = one.delete(head)
            told.answer = outcome(
                Done.REMOVED, "deleted", f"Deleted {head.file.path}.", id=file, revision=seq
            )
        return _answer(told.answer)

    def delete_at(self, path: str, *, reason: str = "") -> list[FileOutcome]:
        """Delete the file at a path, or everything below it, all or nothing.

        An answer for each file. Raises `NotFound` where there is nothing.
        """
        path = checked_path("path", path)
        with self.writing(reason) as one:
            heads = _below(one, path)
            refused = one.closed(*(head.file.path for head in heads), new=False)
            if refused is not None:
                return [refused]
            return [
                outcome(
                    Done.REMOVED,
                    "deleted",
                    f"Deleted {head.file.path}.",
                    id=head.file.id,
                    revision=one.delete(head),
                )
                for head in heads
            ]

    def move(self, old: str, new: str, *, reason: str = "") -> list[FileOutcome]:
        """Give the file at a path, or everything below it, another path, all or nothing.

        Ids stay. Raises `NotFound` where nothing is, and `PathConflict` where something is already.
        """
        old, new = checked_path("old path", old), checked_path("new path", new)
        refused = secret_refusal(None, new, reason)
        if refused is not None:
            return [refused]
        with self.writing(reason) as one:
            heads = _below(one, old)
            if new != old and new.startswith(old + "/"):
                raise PathConflict(new, other=heads[0].file.path, file=heads[0].file.id)
            targets = [new + head.file.path[len(old) :] for head in heads]
            refused = one.closed(*(head.file.path for head in heads), *targets)
            if refused is not None:
                return [refused]
            if new == old:
                return [_at_already(head.file) for head in heads]
            one.free(new)
            return [
                kept(Done.STORED, "moved", f"Moved to {target}.", one.move(head, target))
                for head, target in zip(heads, map(_checked_target, targets), strict=True)
            ]

    # Texts that wait for a person.

    def waiting(self) -> list[WaitingFile]:
        """Texts that hold personal data and wait for a person, the oldest first."""
        with self.reading() as (tx, store):
            return file_waiting.waiting(tx, store.id, self.access.now())

    def confirm(self, waiting: str, *, reason: str = "") -> FileOutcome:
        """Write a text that waits, as it is. To be called for a person, never by a model.

        Raises `NotFound`, and `StaleRevision` or `PathConflict` if the file has changed since.
        """
        encodable("waiting", waiting)
        with self.writing(reason) as one:
            found = file_waiting.waiting_by_id(one.tx, one.store.id, waiting, one.writer.now)
            if found is None:
                raise NotFound("waiting file", waiting)
            text, expect = found
            draft = Draft.of(text.content)
            head = None if text.file is None else files.by_id(one.tx, one.store.id, text.file)
            refused = one.closed(text.path)
            if refused is None and head is None and one.full:
                refused = one.rejected("store_full")
            if refused is not None:
                return refused
            if head is None:
                if text.file is not None and expect is not None:
                    raise NotFound("file", text.file)
                one.free(text.path)
                file = one.create(text.path, draft)
            else:
                one.expected(head, expect)
                one.free(text.path, besides=head.file.id)
                file = one.change(head, text.path, draft)
            file_waiting.remove_waiting(one.tx, one.store.id, waiting)
        return kept(Done.STORED, "confirmed", f"Stored {file.path} as it was confirmed.", file)

    def refuse(self, waiting: str) -> FileOutcome:
        """Let go of a text that waits. Raises `NotFound`."""
        encodable("waiting", waiting)
        with self.writing("") as one:
            if one.read_only:
                return one.rejected("read_only")
            if file_waiting.waiting_by_id(one.tx, one.store.id, waiting, one.writer.now) is None:
                raise NotFound("waiting file", waiting)
            file_waiting.remove_waiting(one.tx, one.store.id, waiting)
        return outcome(Done.REMOVED, "refused", "The text was not kept.", id=waiting)

    # For the modules beside this one.

    @contextmanager
    def reading(self) -> Iterator[tuple[Transaction, Store]]:
        """A transaction that reads, and the store as it is in it. Raises `NotFound`."""
        self._look()
        with self.access.database.read(self.access.tenant) as tx:
            yield tx, self._found(tx)

    def writing(self, reason: str) -> AbstractContextManager[Writing]:
        """A transaction that changes files of the store. Raises `NotFound`."""
        return writing(
            self.access,
            self.id,
            backend=self.backend,
            passed_over=self.passed_over,
            read_only=self.read_only,
            via=self.via,
            reason=reason,
        )

    def _seen(
        self, query: Callable[[Transaction], tuple[Scope, File | None] | None]
    ) -> File | None:
        """One file, in one statement with the store that it is in."""
        self._look()
        with self.access.database.read(self.access.tenant) as tx:
            found = query(tx)
        if found is None or found[0] not in self.access.scopes:
            raise NotFound("store", self.id)
        return found[1]

    def _look(self) -> None:
        """Take in what others have done to the files outside, if anything looks changed."""
        if self.backend is None:
            return
        entries = self.backend.entries()
        with self.access.database.read(self.access.tenant) as tx:
            current = is_current(tx, self._found(tx), entries, self.passed_over)
        if not current:
            with self.writing(""):
                pass  # whoever writes takes it in first

    def _found(self, tx: Transaction) -> Store:
        store = file_stores.store(tx, self.id)
        if store is None or store.scope not in self.access.scopes:
            raise NotFound("store", self.id)
        return store

    def _created(self, one: Writing, path: str, draft: Draft) -> FileOutcome:
        refused = one.closed(path)
        if refused is not None:
            return refused
        one.free(path)
        if one.full:
            return one.rejected("store_full")
        fit = one.fit(draft, path, None, None)
        if isinstance(fit, FileOutcome):
            return fit
        said = f"Stored {path}{'' if fit is draft else ', without the personal data'}."
        return kept(Done.STORED, "created", said, one.create(path, fit))

    def _updated(
        self, one: Writing, head: files.Head, path: str, draft: Draft, expect: str | None
    ) -> FileOutcome:
        refused = one.closed(head.file.path, path)
        if refused is not None:
            return refused
        if (head.file.path, head.file.digest) == (path, draft.digest):
            return kept(Done.UNCHANGED, "same_content", f"{path} says that already.", head.file)
        one.expected(head, expect)
        if path != head.file.path:
            one.free(path, besides=head.file.id)
        fit = one.fit(draft, path, head, head.file.digest)
        if isinstance(fit, FileOutcome):
            return fit
        file = one.change(head, path, fit)
        said = f"Stored {path}{'' if fit is draft else ', without the personal data'}."
        return kept(Done.STORED, "modified", said, file)

    def _moved(self, one: Writing, head: files.Head, path: str, expect: str | None) -> FileOutcome:
        refused = one.closed(head.file.path, path)
        if refused is not None:
            return refused
        if path == head.file.path:
            return _at_already(head.file)
        one.expected(head, expect)
        one.free(path, besides=head.file.id)
        return kept(Done.STORED, "moved", f"Moved to {path}.", one.move(head, path))


def _one_level(
    tx: Transaction, store: str, prefix: str, after: str, limit: int, *, content: bool
) -> list[File | Folder]:
    """Files that stand in a folder, and the folders in it, by path."""
    found: list[File | Folder] = []
    for file in files.listed(tx, store, prefix, after="", limit=MOST):
        name, slash, _ = file.path[len(prefix) :].partition("/")
        if not slash:
            found.append(file)
            continue
        path = f"{prefix}{name}/"
        last = found[-1] if found else None
        if isinstance(last, Folder) and last.path == path:
            found[-1] = Folder(path=path, files=last.files + 1, size=last.size + file.size)
        else:
            found.append(Folder(path=path, files=1, size=file.size))
    page = [one for one in found if one.path > after][:limit]
    if not content:
        return page
    return [
        (files.whole_by_id(tx, store, one.id) or one) if isinstance(one, File) else one
        for one in page
    ]


def _below(one: Writing, path: str) -> list[files.Head]:
    """The file at a path, or all below it. Raises `NotFound`."""
    head = files.at(one.tx, one.store.id, path)
    found = files.heads(one.tx, one.store.id, path + "/") if head is None else [head]
    if not found:
        raise NotFound("file", path)
    return found


def _at_already(file: File) -> FileOutcome:
    return kept(Done.UNCHANGED, "same_path", f"It is at {file.path} already.", file)


def _checked_target(path: str) -> str:
    return checked_path("new path", path)


def _answer(answer: FileOutcome | None) -> FileOutcome:
    assert answer is not None, "every change has an answer"
    return answer


def _checked_digest(expect: str | None) -> None:
    if expect is None:
        return
    if encodable("expect", expect) and len(expect) != DIGEST_LENGTH:
        raise InvalidValue("expect", expect, "must be the SHA-256 of a file as 64 hex digits")
