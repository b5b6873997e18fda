"""The stores that a session reaches, and those that its conversation works with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from os import PathLike
from typing import TYPE_CHECKING

from stratal.core.checks import encodable, instant, name, one_of, remark, whole
from stratal.core.file_paths import checked_path
from stratal.core.files import (
    DESCRIPTION_LIMIT,
    INSTRUCTIONS_LIMIT,
    STORES_IN_SESSION,
    Attachment,
    FileAccess,
    IndexBy,
    PersonalData,
    Store,
    checked_store_metadata,
    checked_store_name,
    patched_metadata,
    slug_of,
)
from stratal.core.identity import Scope
from stratal.core.outcomes import Done, Outcome
from stratal.core.records import Layer
from stratal.errors import InvalidValue, NotFound
from stratal.layers.access import Access
from stratal.layers.files.backend import Backends, FileBackend
from stratal.layers.files.findable import drop_store
from stratal.layers.files.store import StoreFiles
from stratal.layers.files.writing import secret_refusal
from stratal.storage import contexts, file_attachments, file_stores, file_versions
from stratal.storage.database import Transaction

if TYPE_CHECKING:
    from stratal.layers.files.attached import AttachedCommands

PAGE = 100
MOST = 1_000
VIA_LIMIT = 128


@dataclass(frozen=True, kw_only=True, slots=True)
class Files:
    """The stores in the scopes granted to the session.

    `Files.open` gives the files of one store. What a model is to reach is attached to its
    conversation first: `attach`, at most 8 of them, each to read or to write as well.
    """

    access: Access
    via: str = ""
    """The door that the session came through; it stands in every version."""
    backends: Backends | None = None
    """Places outside of the database, besides plain folders; by the first word of an address."""

    def through(self, door: str) -> Files:
        """The same, come through that door, as ``api:key_1`` or ``mount``."""
        return replace(self, via=name("via", door, VIA_LIMIT))

    # Stores.

    def create(
        self,
        name: str,
        *,
        description: str = "",
        metadata: Mapping[str, str] | None = None,
        scope: Scope | None = None,
        index_by: IndexBy | str = IndexBy.AGENT,
        personal_data: PersonalData | str = PersonalData.CONFIRM,
        directory: str | PathLike[str] | None = None,
        backend: FileBackend | None = None,
    ) -> Outcome:
        """A new store; `id` of the answer is its id. Names need not be unique.

        It lies in `scope`, by default where the session writes about the work. With a `directory`,
        or another `backend`, the files lie there, those too that are there already, and only their
        versions in the database.
        """
        if directory is not None:
            from stratal.layers.files.directory import DirectoryBackend

            backend = DirectoryBackend(directory)
        access = self.access
        now = access.now()
        store = Store(
            id=access.ids.new(),
            scope=access.granted(scope or access.write),
            name=checked_store_name(name),
            description=remark("description", description, DESCRIPTION_LIMIT),
            metadata=checked_store_metadata(metadata or {}),
            index_by=one_of(IndexBy, "index_by", index_by),
            personal_data=one_of(PersonalData, "personal_data", personal_data),
            place="" if backend is None else backend.address,
            files=0,
            seq=0,
            created_at=now,
            updated_at=now,
            archived_at=None,
        )
        refused = _secret(store)
        if refused is not None:
            return refused
        with access.database.write(access.tenant) as tx:
            file_stores.add_store(tx, store)
        return _outcome(Done.STORED, "created", f"Made the store {store.name}.", store.id)

    def stores(
        self,
        *,
        scope: Scope | None = None,
        archived: bool = False,
        since: datetime | None = None,
        until: datetime | None = None,
        after: str | tuple[datetime, str] | None = None,
        limit: int = PAGE,
    ) -> list[Store]:
        """Stores, the newest first; archived ones only if they are asked for.

        `after` is the id of the last one of the page before, which raises `NotFound` if it is
        there no more, or its `created_at` and id, which do not.
        """
        scopes = self.access.scopes if scope is None else (self.access.granted(scope),)
        since = None if since is None else instant("since", since)
        until = None if until is None else instant("until", until)
        whole("limit", limit, 1, MOST)
        with self.access.database.read(self.access.tenant) as tx:
            return file_stores.stores(
                tx,
                scopes,
                archived=archived,
                since=since,
                until=until,
                after=self._place(tx, after),
                limit=limit,
            )

    def get(self, store: str) -> Store:
        """A store by its id. Raises `NotFound`, for what belongs to others too."""
        with self.access.database.read(self.access.tenant) as tx:
            return self._found(tx, store)

    def named(self, name: str) -> Store:
        """The newest store of that name, or the one of that id. Raises `NotFound`."""
        encodable("store", name)
        with self.access.database.read(self.access.tenant) as tx:
            found = file_stores.store(tx, name)
            if found is not None and found.scope in self.access.scopes:
                return found
        last: str | None = None
        while page := self.stores(archived=True, after=last, limit=MOST):
            for store in page:
                if name == store.name:
                    return store
            last = page[-1].id
        raise NotFound("store", name)

    def update(
        self,
        store: str,
        *,
        name: str | None = None,
        description: str | None = None,
        metadata: Mapping[str, str | None] | None = None,
        index_by: IndexBy | str | None = None,
        personal_data: PersonalData | str | None = None,
    ) -> Outcome:
        """Describe a store anew. `metadata` names what changes: a value of None takes it out.

        `rejected` for an archived store. Raises `NotFound`.
        """
        checked = None if name is None else checked_store_name(name)
        if description is not None:
            remark("description", description, DESCRIPTION_LIMIT)
        keeper = None if index_by is None else one_of(IndexBy, "index_by", index_by)
        rule = (
            None if personal_data is None else one_of(PersonalData, "personal_data", personal_data)
        )
        with self.access.database.write(self.access.tenant) as tx:
            found = self._taken(tx, store)
            if found.archived_at is not None:
                return _outcome(
                    Done.REJECTED, "archived", "The store is archived: it stays as it is.", store
                )
            new = replace(
                found,
                name=found.name if checked is None else checked,
                description=found.description if description is None else description,
                metadata=(
                    found.metadata
                    if metadata is None
                    else patched_metadata(found.metadata, metadata)
                ),
                index_by=found.index_by if keeper is None else keeper,
                personal_data=found.personal_data if rule is None else rule,
            )
            refused = _secret(new)
            if refused is not None:
                return refused
            if new == found:
                return _outcome(Done.UNCHANGED, "same", "It is described so already.", store)
            file_stores.describe_store(tx, replace(new, updated_at=self.access.now()))
        return _outcome(Done.STORED, "described", f"Described {new.name} anew.", store)

    def archive(self, store: str) -> Outcome:
        """Archive a store, for good: it is read, and emptied, but nothing is written to it."""
        with self.access.database.write(self.access.tenant) as tx:
            found = self._taken(tx, store)
            archived = file_stores.archive_store(tx, store, self.access.now())
        if not archived:
            return _outcome(Done.UNCHANGED, "archived", "It was archived before.", store)
        return _outcome(Done.STORED, "archived", f"Archived {found.name}.", store)

    def delete(self, store: str, *, reason: str = "") -> Outcome:
        """Delete a store with its files and all their versions. Raises `NotFound`.

        Files that lie outside of the database stay where they are.
        """
        access = self.access
        origin = access.origin(reason)
        with access.database.write(access.tenant) as tx:
            found = self._taken(tx, store)
            if self._read_only(tx, store):
                return _outcome(
                    Done.REJECTED, "read_only", "It is attached read-only to this session.", store
                )
            drop_store(tx, found)
            for each in (store, *file_versions.file_ids(tx, store)):
                contexts.forget_record(tx, Layer.FILES, each)
            file_stores.delete_store(tx, found, origin, access.now())
        return _outcome(Done.REMOVED, "deleted", f"Deleted {found.name} and its files.", store)

    def open(self, store: str, *, read_only: bool = False) -> StoreFiles:
        """The files of a store, by its id. Raises `NotFound`."""
        found = self.get(store)
        return StoreFiles(
            access=self.access,
            id=found.id,
            read_only=read_only,
            via=self.via,
            backend=self._backend(found),
        )

    # What the conversation works with.

    def attach(
        self,
        store: str,
        *,
        access: FileAccess | str = FileAccess.READ_WRITE,
        instructions: str = "",
    ) -> Outcome:
        """Let the conversation work with a store, or in another way than until now.

        `rejected` for a ninth store, and for an archived one. `instructions` are shown to the model
        beside the name. Raises `NotFound`.
        """
        kind = one_of(FileAccess, "access", access)
        remark("instructions", instructions, INSTRUCTIONS_LIMIT)
        with self.access.database.write(self.access.tenant) as tx:
            found = self._taken(tx, store)
            attached = self._attached(tx)
            known = next((one for one in attached if one.store.id == store), None)
            if known is None and found.archived_at is not None:
                return _outcome(
                    Done.REJECTED, "archived", "An archived store is attached no more.", store
                )
            if known is None and len(attached) >= STORES_IN_SESSION:
                return _outcome(
                    Done.REJECTED,
                    "too_many_stores",
                    f"{STORES_IN_SESSION} stores are attached, which is the most: detach one.",
                    store,
                )
            new = Attachment(
                store=found,
                access=kind,
                instructions=instructions,
                name=found.name,
                description=found.description,
                slug=_free_slug(found.name, [one.slug for one in attached]),
                attached_at=self.access.now(),
            )
            who = (self.access.user, self.access.conversation)
            if known is None:
                file_attachments.attach(tx, *who, new)
            elif (known.access, known.instructions) == (kind, instructions):
                return _outcome(Done.UNCHANGED, "attached", "It is attached so already.", store)
            else:
                file_attachments.reattach(tx, *who, new)
        return _outcome(Done.STORED, "attached", f"Attached {found.name} ({kind}).", store)

    def detach(self, store: str) -> Outcome:
        """Let the conversation work with a store no longer. Raises `NotFound`."""
        with self.access.database.write(self.access.tenant) as tx:
            found = self._found(tx, store)
            if not file_attachments.detach(tx, self.access.user, self.access.conversation, store):
                return _outcome(Done.UNCHANGED, "detached", "It was not attached.", store)
        return _outcome(Done.REMOVED, "detached", f"Detached {found.name}.", store)

    def attachments(self) -> list[Attachment]:
        """The stores that the conversation works with, in the order in which they were attached."""
        with self.access.database.read(self.access.tenant) as tx:
            return self._attached(tx)

    def open_attached(self) -> list[tuple[Attachment, StoreFiles]]:
        """The same, each with its files."""
        return [
            (
                one,
                StoreFiles(
                    access=self.access,
                    id=one.store.id,
                    read_only=one.access is FileAccess.READ_ONLY,
                    via=self.via,
                    backend=self._backend(one.store),
                ),
            )
            for one in self.attachments()
        ]

    def commands(self, root: str = "/memories") -> AttachedCommands:
        """The six commands of a memory tool over these stores, each as ``<root>/<slug>``."""
        from stratal.layers.files.attached import AttachedCommands

        return AttachedCommands(files=self, root=checked_path("root", root))

    def _attached(self, tx: Transaction) -> list[Attachment]:
        found = file_attachments.attachments(tx, self.access.user, self.access.conversation)
        # A scope that was granted then may not be today.
        return [one for one in found if one.store.scope in self.access.scopes]

    def _read_only(self, tx: Transaction, store: str) -> bool:
        access = file_attachments.attached_access(
            tx, self.access.user, self.access.conversation, store
        )
        return access is FileAccess.READ_ONLY

    def _place(
        self, tx: Transaction, after: str | tuple[datetime, str] | None
    ) -> tuple[datetime, str] | None:
        if isinstance(after, tuple):
            if len(after) != 2:
                raise InvalidValue("after", after, "must be an id, or a time and an id")
            moment, store = after
            return instant("after", moment), encodable("after", store)
        if after is None:
            return None
        last = self._found(tx, after)
        return last.created_at, last.id

    def _found(self, tx: Transaction, store: str) -> Store:
        found = file_stores.store(tx, encodable("store", store))
        if found is None or found.scope not in self.access.scopes:
            raise NotFound("store", store)
        return found

    def _taken(self, tx: Transaction, store: str) -> Store:
        found = file_stores.take_store(tx, encodable("store", store))
        if found is None or found[0].scope not in self.access.scopes:
            raise NotFound("store", store)
        return found[0]

    def _backend(self, store: Store) -> FileBackend | None:
        if not store.place:
            return None
        kind, _, where = store.place.partition(":")
        make = (self.backends or {}).get(kind)
        if make is not None:
            return make(where)
        if kind == "directory":
            from stratal.layers.files.directory import DirectoryBackend

            return DirectoryBackend(where)
        raise InvalidValue("store", store.place, "lies in a place that nobody here can open")


def _free_slug(store: str, taken: list[str]) -> str:
    slug = slug_of(store)
    number = 2
    while slug in taken:
        slug = f"{slug_of(store)}-{number}"
        number += 1
    return slug


def _secret(store: Store) -> Outcome | None:
    said = (store.name, store.description, *(f"{k}: {v}" for k, v in store.metadata.items()))
    return secret_refusal(None, *said)


def _outcome(done: Done, code: str, message: str, id: str | None) -> Outcome:
    return Outcome(done=done, layer=Layer.FILES, code=code, message=message, id=id)
