"""The composition root: from options, environment and machine to an open memory and a session.

No other module of the command line reads the environment.
"""

from __future__ import annotations

import getpass
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING

from stratal.cli.repository import repository_scope
from stratal.core.clock import Clock, zone
from stratal.core.identity import Principal, Scope
from stratal.errors import BadInput, DatabaseUnusable, InvalidValue
from stratal.memory import Memory, open_memory
from stratal.session import Session
from stratal.storage import file_stores, knowledge, records

if TYPE_CHECKING:
    from stratal.models.vendors import VendorModel

CONVERSATION = "terminal"
"""The conversation of whoever names none."""
NO_SCOPE = "none"
"""What stands in the environment of whoever wants no scope but their own."""
_LOCALTIME = Path("/etc/localtime")


@dataclass(frozen=True, kw_only=True, slots=True)
class Given:
    """What was typed before or after a command's name; None where nothing was."""

    database: str | None = None
    tenant: str | None = None
    user: str | None = None
    scope: tuple[str, ...] | None = None
    conversation: str | None = None
    time_zone: str | None = None
    policy: str | None = None
    embedder: str | None = None
    as_json: bool | None = None

    def over(self, wider: Given) -> Given:
        """Both together: what stands nearer to the command wins."""
        own = {field.name: getattr(self, field.name) for field in fields(self)}
        return replace(wider, **{name: value for name, value in own.items() if value is not None})


@dataclass(frozen=True, kw_only=True, slots=True)
class Settings:
    """Where, who and what for: complete, from whatever source."""

    database: str
    principal: Principal
    scopes: tuple[Scope, ...]
    """As they were typed; empty where none was."""
    usual_scopes: tuple[Scope, ...]
    """Where none was typed: as set in the environment, else the repository that one stands in."""
    user_typed: bool
    """Whether --user was: for what should not befall whoever happens to be logged in."""
    named_conversation: str | None
    time_zone: str
    policy: str | None
    named_model: str | None
    named_embedder: str | None
    named_receipt_key: str | None
    as_json: bool

    @classmethod
    def of(cls, given: Given, environment: Mapping[str, str] | None = None) -> Settings:
        """`given`, completed from the environment, then from the machine."""
        environment = os.environ if environment is None else environment
        principal = Principal(tenant=given.tenant or "local", user=given.user or login())
        return cls(
            database=(
                given.database
                or environment.get("STRATAL_DATABASE")
                or str(default_database(environment))
            ),
            principal=principal,
            scopes=tuple(Scope.parse(scope) for scope in given.scope or ()),
            usual_scopes=_usual_scopes(environment.get("STRATAL_SCOPE")),
            user_typed=given.user is not None,
            named_conversation=given.conversation,
            time_zone=given.time_zone or local_zone(environment),
            policy=given.policy or environment.get("STRATAL_POLICY") or None,
            named_model=environment.get("STRATAL_MODEL") or None,
            named_embedder=given.embedder or environment.get("STRATAL_EMBEDDER") or None,
            named_receipt_key=environment.get("STRATAL_RECEIPT_KEY") or None,
            as_json=bool(given.as_json),
        )

    @property
    def receipt_key(self) -> str | None:
        """The file with the key of receipts; None: beside a SQLite database."""
        if self.named_receipt_key or not self.database.startswith(("postgresql:", "postgres:")):
            return self.named_receipt_key
        return str(default_database(os.environ).with_name("receipt-key"))

    @property
    def embedder(self) -> str:
        """What vectors are made by."""
        return self.named_embedder or "builtin"

    def model(self, typed: str | None) -> VendorModel | None:
        """The language model that was typed or stands in the environment; None for rules alone.

        Asked for by commands that ask one: it takes longer to load than all the rest.
        """
        named = typed or self.named_model
        if named is None:
            return None
        from stratal.models.vendors import language_model

        return language_model(named)

    @property
    def granted(self) -> tuple[Scope, ...]:
        """The person's own scope, as the widest, and those that were typed, or are usual here."""
        own = Scope.of_user(self.principal.user)
        return tuple(dict.fromkeys((own, *(self.scopes or self.usual_scopes))))

    @contextmanager
    def memory(
        self,
        clock: Clock | None = None,
        *,
        model: VendorModel | None = None,
        read_only: bool = False,
    ) -> Iterator[Memory]:
        """The memory, open; a database in the default place gets its folder.

        In the end it is closed, and the model's connections with it.
        """
        if self.database == str(default_database(os.environ)):
            _private_folder(Path(self.database).parent)
        memory = open_memory(
            self.database,
            policy=self.policy,
            embedder=self.embedder,
            language_model=model,
            clock=clock,
            receipt_key=self.receipt_key,
            read_only=read_only,
        )
        try:
            yield memory
        finally:
            memory.close()
            if model is not None:
                model.close()

    def session(self, memory: Memory, *, conversation: str | None = None) -> Session:
        """A session with the scopes that were typed; it writes to the last of them."""
        return self._session(memory, self.granted, conversation)

    def wide_session(self, memory: Memory) -> Session:
        """A session to look after all that is remembered.

        Of the scopes that were typed or, if none was, of every scope in the tenant that holds
        something and is not another person's.
        """
        if self.scopes:
            return self.session(memory)
        own = Scope.of_user(self.principal.user)
        with memory.database.read(self.principal.tenant) as tx:
            found = dict.fromkeys(
                (*records.scopes(tx), *knowledge.scopes(tx), *file_stores.scopes(tx))
            )
        others = [scope for scope in found if scope.kind != "user"]
        return self._session(memory, (own, *others), None)

    def _session(
        self, memory: Memory, scopes: tuple[Scope, ...], conversation: str | None
    ) -> Session:
        return memory.session(
            self.principal,
            id=conversation or self.named_conversation or CONVERSATION,
            scopes=scopes,
            time_zone=self.time_zone,
        )


def _usual_scopes(setting: str | None) -> tuple[Scope, ...]:
    if setting:
        named = () if setting == NO_SCOPE else setting.replace(",", " ").split()
        return tuple(Scope.parse(scope) for scope in named)
    found = repository_scope(Path.cwd())
    return () if found is None else (found,)


def default_database(environment: Mapping[str, str]) -> Path:
    """The file in the person's data folder, by the XDG rules: a relative folder is ignored."""
    folder = Path(environment.get("XDG_DATA_HOME") or "")
    if not folder.is_absolute():
        folder = Path.home() / ".local" / "share"
    return folder / "stratal" / "memory.db"


def local_zone(environment: Mapping[str, str]) -> str:
    """The machine's time zone by its IANA name; UTC where it does not tell one."""
    named = [environment.get("TZ", "").removeprefix(":")]
    if _LOCALTIME.is_symlink():
        named.append(os.readlink(_LOCALTIME).rpartition("zoneinfo/")[2])
    for name in named:
        try:
            if name:
                zone(name)
                return name
        except InvalidValue:
            continue
    return "UTC"


def login() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        raise BadInput("the system does not tell who you are: give --user") from None


def _private_folder(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseUnusable(
            str(folder), f"cannot be made ({error.strerror})", "choose a file with --database"
        ) from error
