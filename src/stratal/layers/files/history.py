"""The versions of a store: to list, read, compare, bring back and empty."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from stratal.core.checks import encodable, instant, one_of, whole
from stratal.core.files import INDEX_PATH, FileOperation, FileOutcome, FileVersion, IndexBy
from stratal.core.outcomes import Done
from stratal.core.records import Layer
from stratal.errors import InvalidValue, NotFound
from stratal.layers.files.writing import Draft, Writing, kept, outcome, secret_refusal
from stratal.storage import contexts, file_versions, files

if TYPE_CHECKING:
    from stratal.layers.files.store import StoreFiles

PAGE = 100
MOST = 1_000
_SEQ_MAX = 2**53


@dataclass(frozen=True, kw_only=True, slots=True)
class History:
    """The versions of one store, each named by its number, which counts the store's changes."""

    files: StoreFiles

    def versions(
        self,
        *,
        file: str | None = None,
        operation: FileOperation | str | None = None,
        conversation: str | None = None,
        via: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        before: int | None = None,
        limit: int = PAGE,
        content: bool = False,
    ) -> list[FileVersion]:
        """Versions, the newest first; of one file by its id, if it is named, deleted or not.

        `before` is the number of the last one of the page before. Without `content` their texts are
        left out.
        """
        asked = file_versions.Asked(
            file="" if file is None else encodable("file", file),
            operation=None if operation is None else one_of(FileOperation, "operation", operation),
            conversation="" if conversation is None else encodable("conversation", conversation),
            via="" if via is None else encodable("via", via),
            since=None if since is None else instant("since", since),
            until=None if until is None else instant("until", until),
        )
        if before is not None:
            whole("before", before, 1, _SEQ_MAX)
        whole("limit", limit, 1, MOST)
        with self.files.reading() as (tx, store):
            return file_versions.versions(
                tx, store.id, asked, before=before, limit=limit, whole=content
            )

    def get(self, seq: int) -> FileVersion:
        """The version of that number, with its text. Raises `NotFound`."""
        whole("version", seq, 1, _SEQ_MAX)
        with self.files.reading() as (tx, store):
            found = file_versions.version(tx, store.id, seq)
        if found is None:
            raise NotFound("version", str(seq))
        return found

    def file_at(self, path: str) -> str:
        """The id of the file that stands at a path, or stood there last. Raises `NotFound`."""
        encodable("path", path)
        with self.files.reading() as (tx, store):
            head = files.at(tx, store.id, path)
            found = file_versions.last_at(tx, store.id, path) if head is None else head.file.id
        if found is None:
            raise NotFound("file", path)
        return found

    def diff(self, old: int, new: int) -> str:
        """What changed from one version to another, as a unified diff; empty if nothing did."""
        before, after = self.get(old), self.get(new)
        lines = difflib.unified_diff(
            _lines(before.content),
            _lines(after.content),
            fromfile=f"{before.path or 'redacted'}@{old}",
            tofile=f"{after.path or 'redacted'}@{new}",
            lineterm="\n",
        )
        return "".join(
            line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
            for line in lines
        )

    def as_of(self, moment: datetime) -> list[FileVersion]:
        """The whole store as it was at a time, by path; redacted versions without their text."""
        moment = instant("moment", moment)
        with self.files.reading() as (tx, store):
            return file_versions.as_of(tx, store.id, moment)

    def restore(self, seq: int, *, expect: str | None = None, reason: str = "") -> FileOutcome:
        """Give a file the text of one of its versions again, as a new version.

        A file that is there keeps its path; one that was deleted comes back under its old id and
        the path of that version. Raises `NotFound`, `InvalidValue` for a version without a text,
        `StaleRevision` if the text is not the one with the digest `expect`, `PathConflict`.
        """
        version = self.get(seq)
        if version.content is None or version.path is None:
            raise InvalidValue("version", seq, "has no text: it was redacted, or says 'deleted'")
        draft = Draft.of(version.content)
        refused = secret_refusal(draft, reason)
        if refused is not None:
            return refused
        with self.files.writing(reason) as one:
            head = files.by_id(one.tx, one.store.id, version.file)
            path = version.path if head is None else head.file.path
            refused = one.closed(path)
            if refused is None and head is None and one.full:
                refused = one.rejected("store_full")
            if refused is not None:
                return refused
            if head is None:
                if expect is not None:
                    raise NotFound("file", version.file)
                one.free(path)
                file = one.create(path, draft, id=version.file)
            else:
                one.expected(head, expect)
                if head.file.digest == draft.digest:
                    said = f"{path} has that text already."
                    return kept(Done.UNCHANGED, "same_content", said, head.file)
                file = one.change(head, path, draft)
        return kept(Done.STORED, "restored", f"{path} says again what version {seq} said.", file)

    def redact(self, seq: int, *, reason: str = "") -> FileOutcome:
        """Take content and path out of a version for ever; who wrote it, and when, stays.

        `rejected` for the current version of a file that is there: write another one, or delete the
        file first. Raises `NotFound`.
        """
        whole("version", seq, 1, _SEQ_MAX)
        with self.files.writing(reason) as one:
            if one.read_only:
                return one.rejected("read_only")
            version = file_versions.version(one.tx, one.store.id, seq)
            if version is None:
                raise NotFound("version", str(seq))
            head = files.by_id(one.tx, one.store.id, version.file)
            if head is not None and head.file.seq == seq:
                return outcome(
                    Done.REJECTED,
                    "live_head",
                    "It is what the file says now: write a new version first, or delete the file.",
                    id=version.file,
                    revision=seq,
                )
            if version.redacted_at is not None:
                said = f"Version {seq} was redacted before."
                return outcome(Done.UNCHANGED, "redacted", said, id=version.file, revision=seq)
            if head is not None and head.indexed != head.file.seq:
                one.forget(head)
            file_versions.redact(one.tx, one.store.id, seq, one.writer.actor, one.writer.now)
            _redact_lists(one, version)
            # A prompt of the past is a copy, too.
            contexts.forget_record(one.tx, Layer.FILES, version.file)
            contexts.forget_record(one.tx, Layer.FILES, one.store.id)
        said = f"Version {seq} is empty; who wrote it, and when, stays."
        return outcome(Done.REMOVED, "redacted", said, id=version.file, revision=seq)


def _redact_lists(one: Writing, version: FileVersion) -> None:
    """Empty what the store itself has written about a version into earlier lists of its files."""
    if one.store.index_by is not IndexBy.AUTOMATIC or version.path in (None, INDEX_PATH):
        return
    index = file_versions.last_at(one.tx, one.store.id, INDEX_PATH)
    if index is None:
        return
    head = files.by_id(one.tx, one.store.id, index)
    current = None if head is None else head.file.seq
    assert version.path is not None
    listed = file_versions.versions(
        one.tx,
        one.store.id,
        file_versions.Asked(file=index),
        before=None,
        limit=_SEQ_MAX,
        whole=True,
    )
    for each in listed:
        if each.seq != current and each.content and f"({version.path[1:]})" in each.content:
            file_versions.redact(one.tx, one.store.id, each.seq, one.writer.actor, one.writer.now)


def _lines(content: str | None) -> list[str]:
    return [] if not content else content.splitlines(keepends=True)
