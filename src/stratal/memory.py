"""Opening a database and closing it; sessions are made here."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from os import PathLike, fspath
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, ParamSpec, Self, TypeVar

from stratal.bridge import Bridge
from stratal.core.checks import encodable, name
from stratal.core.clock import Clock, Ids, SystemClock, TimeOrderedIds, zone
from stratal.core.identity import Principal, Scope, granted_scopes
from stratal.core.policy import Policy, default_policy
from stratal.errors import HandleUnusable, InvalidValue
from stratal.layers.access import Access
from stratal.models.embedder import Embedder
from stratal.storage.database import Database
from stratal.storage.sqlite import Durability, SqliteDatabase
from stratal.storage.uses import UseLog

if TYPE_CHECKING:
    from stratal.core.erasure import Target
    from stratal.core.forgetting import SweepReport, UndoReport
    from stratal.flows.erasing import Erasing, Preview
    from stratal.flows.forgetting.sweep import Ground, Progress
    from stratal.models.language import LanguageModel
    from stratal.models.vendors import VendorModel
    from stratal.session import Session
    from stratal.upkeep.worker import Worker

P = ParamSpec("P")
T = TypeVar("T")


class Memory:
    """An open database of memory and state. Close it, or use it in a ``with`` statement.

    Safe to share between threads; after a fork the child opens its own.
    """

    def __init__(
        self,
        database: Database,
        *,
        policy: Policy,
        embedder: Embedder | None,
        clock: Clock,
        ids: Ids,
        language_model: LanguageModel | None = None,
        owned: VendorModel | None = None,
        receipt_key: str | PathLike[str] | None = None,
    ) -> None:
        self.database = database
        if receipt_key is not None:
            database.key_file = Path(encodable("receipt_key", fspath(receipt_key)))
        self.policy = policy
        self.embedder = embedder
        self.language_model = language_model
        self._owned = owned
        self._clock = clock
        self._ids = ids
        self.uses = UseLog(database)
        self._bridge = Bridge()
        self._workers: list[Worker] = []
        self._closed = False

    @property
    def clock(self) -> Clock:
        """What the time is, for all that is done through this handle."""
        return self._clock

    def session(
        self,
        principal: Principal,
        *,
        id: str,
        scopes: Sequence[str | Scope] = (),
        write: str | Scope | None = None,
        time_zone: str = "UTC",
    ) -> Session:
        """A session of `principal` in conversation `id`.

        `scopes` are what the host grants, from the widest to the nearest; by default the person's
        own. `write` is where memories about the work go, by default the last of them. Times without
        an offset, and days, are read in `time_zone`. Touches no table.
        """
        if self._closed:
            raise HandleUnusable(f"{self.database.name} is closed: open it again")
        # The layers and what they know of text take longer to load than all else; nobody needs them
        # before there is a session.
        from stratal.session import Session

        granted, target = granted_scopes(principal, scopes, write)
        access = Access(
            database=self.database,
            principal=principal,
            conversation=name("session id", id),
            scopes=granted,
            write=target,
            time_zone=zone(time_zone),
            policy=self.policy,
            clock=self._clock,
            ids=self._ids,
            uses=self.uses,
        )
        return Session(access, self.embedder, self.language_model)

    def start_worker(self, tenants: Sequence[str]) -> Worker:
        """Do the jobs of these tenants in a thread, until the memory is closed.

        `stratal worker` does the same in a process of its own.
        """
        from stratal.later import flow_handlers, leave_due
        from stratal.upkeep.worker import Worker

        if self._closed:
            raise HandleUnusable(f"{self.database.name} is closed: open it again")
        worker = Worker(
            self.database,
            tenants=tenants,
            embedder=self.embedder,
            clock=self._clock,
            ids=self._ids,
            also=flow_handlers(self),
            tidy=lambda tenant: leave_due(self, tenant, self._clock.now()),
        )
        self._workers.append(worker.start())
        return worker

    def erasing(self, tenant: str, *, asked_by: str) -> Erasing:
        """Erasing in a tenant, on behalf of `asked_by`, whom receipts name.

        For the host alone: it reaches every person and scope of the tenant.
        """
        from stratal.flows.erasing import Erasing

        if self._closed:
            raise HandleUnusable(f"{self.database.name} is closed: open it again")
        return Erasing(
            database=self.database,
            tenant=name("tenant", tenant),
            clock=self._clock,
            ids=self._ids,
            asked_by=name("asked_by", asked_by),
        )

    def erasure(self, tenant: str, target: Target, *, asked_by: str) -> Preview:
        """What erasing `target` would take; its `carry_out` does it. See `erasing`."""
        return self.erasing(tenant, asked_by=asked_by).preview(target)

    def sweep(
        self, tenant: str, *, dry: bool = False, told: Callable[[Progress], None] | None = None
    ) -> SweepReport:
        """Forget what the policy says of a tenant: expire, merge, cool, set aside, remove.

        Every act but a removal can be undone. `dry` tells what would be done and writes nothing.
        Another sweep that was begun and not ended is gone on with. `told` hears how far it is.
        """
        from stratal.flows.forgetting.sweep import sweep, try_dry

        ground = self.ground(tenant)
        return try_dry(ground, told=told) if dry else sweep(ground, "sweep", told=told)

    def undo(self, tenant: str, sweep: str, *, item: str | None = None, by: str) -> UndoReport:
        """Take back what a sweep did, or of it only what it did to `item`; `by` goes on record.

        Raises `NotFound` if there is no such sweep, or it did nothing to that item.
        """
        from stratal.flows.forgetting.undo import undo

        return undo(self.ground(tenant), sweep, actor=name("by", by), item=item)

    def ground(self, tenant: str) -> Ground:
        """What forgetting works with: one tenant, and the rules in force."""
        from stratal.flows.forgetting.sweep import Ground

        return Ground(
            database=self.database,
            tenant=name("tenant", tenant),
            policy=self.policy,
            clock=self._clock,
            ids=self._ids,
        )

    async def run(self, call: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Await any call of a session or layer: ``await memory.run(session.recall, "pnpm")``.

        When the await is cancelled, a call that has begun still ends, whole.
        """
        return await self._bridge.run(call, *args, **kwargs)

    def close(self) -> None:
        """Wait for what has begun and give everything back. Closing again does nothing."""
        if not self._closed:
            self._closed = True
            for worker in self._workers:
                worker.stop()
            self._bridge.close()
            self.uses.flush()
            if self._owned is not None:
                self._owned.close()
            self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __del__(self) -> None:
        if not getattr(self, "_closed", True):
            warnings.warn(f"{self.database.name} was never closed", ResourceWarning, stacklevel=2)


def open_memory(
    database: str | PathLike[str],
    *,
    durability: Durability | str = Durability.FULL,
    policy: Policy | str | PathLike[str] | None = None,
    embedder: Embedder | str | None = "builtin",
    language_model: LanguageModel | str | None = None,
    clock: Clock | None = None,
    ids: Ids | None = None,
    receipt_key: str | PathLike[str] | None = None,
    read_only: bool = False,
) -> Memory:
    """Open the database at a path (SQLite, made if it is not there) or a ``postgresql://`` address.

    `durability`: what was acknowledged survives a power cut (``full``), or a crash of the process
    that wrote it (``process``).
    `policy` is a file or a value; by default the built-in one. `embedder` is ``builtin``,
    ``openai:MODEL`` or ``openai:MODEL@DIMENSION`` (any server with that interface), one of your
    own, or None (``none``) for keywords alone; it is loaded when first needed. `language_model` is
    what flows ask: ``anthropic:…``, ``openai:…``, one of your own, or None for rules alone. `clock`
    and `ids` replace the system's. `receipt_key` is the file with the key of receipts; by default
    it lies beside a SQLite database, and on PostgreSQL it must be named before anything is erased.
    With `read_only` a SQLite file is not written, nor is anything beside it: for a copy that may
    not be. It must be of the present schema.
    """
    clock = clock or SystemClock()
    # The database last: nothing is made or left open when another argument is wrong.
    in_force, chosen = _policy(policy), _embedder(embedder)
    ours = _vendor_model(language_model) if isinstance(language_model, str) else None
    return Memory(
        _database(database, durability, read_only=read_only),
        policy=in_force,
        embedder=chosen,
        clock=clock,
        ids=ids or TimeOrderedIds(clock),
        language_model=ours if isinstance(language_model, str) else language_model,
        # What we made we close; a model of the host's own may serve others.
        owned=ours,
        receipt_key=receipt_key,
    )


def _database(
    database: str | PathLike[str], durability: Durability | str, *, read_only: bool
) -> Database:
    try:
        address = encodable("database", fspath(database))
    except TypeError:
        raise InvalidValue(
            "database", database, "must be a path or a postgresql:// address"
        ) from None
    try:
        durable = Durability(durability)
    except ValueError:
        raise InvalidValue("durability", durability, "must be full or process") from None
    if address in ("", ":memory:"):
        raise InvalidValue(
            "database", address, "must be a path: several connections share one file"
        )
    if address.startswith(("postgresql://", "postgres://")):
        from stratal.storage.postgresql import PostgresDatabase

        if read_only:
            raise InvalidValue(
                "read_only", read_only, "is for a file: give a role that may only read"
            )
        return PostgresDatabase(address, durability=durable)
    return SqliteDatabase(Path(address), durability=durable, read_only=read_only)


def _policy(policy: Policy | str | PathLike[str] | None) -> Policy:
    if policy is None:
        return default_policy()
    if isinstance(policy, Policy):
        return policy
    from stratal.policy_file import read_policy

    return read_policy(encodable("policy", fspath(policy)))


def _vendor_model(name: str) -> VendorModel:
    from stratal.models.vendors import language_model

    return language_model(name)


def _embedder(embedder: Embedder | str | None) -> Embedder | None:
    if embedder is None or embedder == "none":
        return None
    if not isinstance(embedder, str):
        return embedder
    if embedder == "builtin":
        from stratal.models.builtin import BuiltinEmbedder

        return BuiltinEmbedder()
    vendor, _, model = embedder.partition(":")
    if vendor != "openai" or not model:
        raise InvalidValue(
            "embedder", embedder, "must be builtin, none, openai:MODEL or an embedder"
        )
    from stratal.models.openai import from_name

    return from_name(model)
