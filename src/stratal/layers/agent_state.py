"""Agent state: what state a named agent instance is in. Not memory, and never retrieved.

An instance belongs to a person and, if one acts, an agent of that person. Whoever else writes to it
is told that there is no such instance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from stratal.core.agent_state import DOCUMENT_LIMIT, AgentDocument, merged
from stratal.core.canonical import Json, canonical, canonical_object
from stratal.core.checks import name as checked_name
from stratal.core.checks import remark, whole
from stratal.core.outcomes import Done, Outcome
from stratal.core.records import Layer
from stratal.errors import IdTaken, NotFound, StaleRevision
from stratal.layers.access import Access
from stratal.layers.evidence import secret_in
from stratal.storage import agent_state
from stratal.storage.database import Transaction

_SCHEMA_MAX = 2**31 - 1
_REVISION_MAX = 2**53
_Change: TypeAlias = Callable[[Mapping[str, Json]], Mapping[str, Json]]


@dataclass(frozen=True, kw_only=True, slots=True)
class AgentState:
    """The instances of the session's principal."""

    access: Access

    def names(self) -> list[str]:
        """The names of all instances."""
        principal = self.access.principal
        with self.access.database.read(self.access.tenant) as tx:
            return agent_state.names(tx, principal.user, principal.agent or "")

    def get(self, name: str) -> AgentDocument:
        """The document as it is now. Raises `NotFound`."""
        with self.access.database.read(self.access.tenant) as tx:
            return self._found(tx, self._instance(name))

    def create(
        self, name: str, document: Mapping[str, Json], *, schema_version: int = 1
    ) -> Outcome:
        """Store the first document of an instance. Raises `IdTaken` if there is another one."""
        instance = self._instance(name)
        text = self._text(document)
        whole("schema_version", schema_version, 1, _SCHEMA_MAX)
        refused = self._unfit(text)
        if refused is not None:
            return refused
        access = self.access
        with access.database.write(access.tenant) as tx:
            if not agent_state.create(tx, instance, text, schema_version, access.now()):
                current = self._found(tx, instance)
                if canonical("document", current.document) != text:
                    raise IdTaken("agent state", name)
                return self._outcome(Done.UNCHANGED, "same_document", name, current.revision)
            self._remember(tx, instance, text, schema_version, revision=1, reason="created")
        return self._outcome(Done.STORED, "created", name, 1)

    def set(
        self,
        name: str,
        document: Mapping[str, Json],
        *,
        expect: int,
        schema_version: int | None = None,
        reason: str = "",
    ) -> Outcome:
        """Replace the document, if revision `expect` is still current; else `StaleRevision`."""
        return self._replaced(name, lambda _: document, expect, schema_version, reason)

    def patch(
        self,
        name: str,
        patch: Mapping[str, Json],
        *,
        expect: int | None = None,
        schema_version: int | None = None,
        reason: str = "",
    ) -> Outcome:
        """Apply a merge patch (RFC 7396): null removes a key, objects merge, all else replaces.

        Without `expect` the patch is applied to whatever is current, in one transaction.
        """
        canonical_object("patch", patch, DOCUMENT_LIMIT)
        return self._replaced(
            name, lambda current: merged(current, patch), expect, schema_version, reason
        )

    def history(self, name: str) -> list[AgentDocument]:
        """Every revision, oldest first. Raises `NotFound`."""
        instance = self._instance(name)
        with self.access.database.read(self.access.tenant) as tx:
            self._found(tx, instance)
            return agent_state.history(tx, instance)

    def _replaced(
        self,
        name: str,
        change: _Change,
        expect: int | None,
        schema_version: int | None,
        reason: str,
    ) -> Outcome:
        instance = self._instance(name)
        access = self.access
        remark("reason", reason)
        if expect is not None:
            whole("expect", expect, 1, _REVISION_MAX)
        if schema_version is not None:
            whole("schema_version", schema_version, 1, _SCHEMA_MAX)
        with access.database.write(access.tenant) as tx:
            current = agent_state.take(tx, instance)
            if current is None:
                raise NotFound("agent state", name)
            if expect is not None and expect != current.revision:
                raise StaleRevision("agent state", name, expected=expect, current=current.revision)
            text = self._text(change(current.document))
            version = schema_version or current.schema_version
            if (
                text == canonical("document", current.document)
                and version == current.schema_version
            ):
                return self._outcome(Done.UNCHANGED, "same_document", name, current.revision)
            refused = self._unfit(text)
            if refused is not None:
                return refused
            if not agent_state.replace(
                tx, instance, text, version, expected=current.revision, now=access.now()
            ):
                raise StaleRevision(
                    "agent state", name, expected=current.revision, current="a newer one"
                )
            revision = current.revision + 1
            self._remember(tx, instance, text, version, revision=revision, reason=reason)
        return self._outcome(Done.STORED, "replaced", name, revision)

    def _remember(
        self,
        tx: Transaction,
        instance: agent_state.Instance,
        text: str,
        schema_version: int,
        *,
        revision: int,
        reason: str,
    ) -> None:
        agent_state.remember(
            tx,
            instance,
            text,
            schema_version,
            revision=revision,
            actor=self.access.principal.actor,
            reason=reason,
            now=self.access.now(),
        )

    def _instance(self, name: str) -> agent_state.Instance:
        principal = self.access.principal
        return agent_state.Instance(
            owner=principal.user,
            agent=principal.agent or "",
            name=checked_name("agent state", name),
        )

    def _found(self, tx: Transaction, instance: agent_state.Instance) -> AgentDocument:
        document = agent_state.get(tx, instance)
        if document is None:
            raise NotFound("agent state", instance.name)
        return document

    def _text(self, document: Mapping[str, Json]) -> str:
        return canonical_object("document", document, DOCUMENT_LIMIT)

    def _unfit(self, text: str) -> Outcome | None:
        secrets = secret_in(text)
        if not secrets:
            return None
        return Outcome(
            done=Done.REJECTED,
            layer=Layer.AGENT_STATE,
            code="secret",
            message=f"It holds a secret ({secrets}): keep secrets in the host's own store.",
        )

    def _outcome(self, done: Done, code: str, name: str, revision: int) -> Outcome:
        return Outcome(
            done=done,
            layer=Layer.AGENT_STATE,
            code=code,
            message=f"Agent state {name} is at revision {revision}.",
            id=name,
            revision=revision,
        )
