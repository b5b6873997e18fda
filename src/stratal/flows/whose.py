"""Whose a row of a table is, whatever table it is of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from stratal.core.identity import Scope
from stratal.layers.cold import apart

if TYPE_CHECKING:
    from stratal.storage.bare import Bare
    from stratal.storage.database import Value

_PARENTS = {
    "chunk": ("document", "document"),
    "chunk_place": ("document", "document"),
    "document_version": ("document", "document"),
    "file": ("store", "store"),
    "file_change": ("store", "store"),
    "file_version": ("store", "store"),
    "file_waiting": ("store", "store"),
    "run_item": ("run", "run"),
    "run_reply": ("run", "run"),
}
"""Tables whose rows belong to whom a row of another belongs, and the column that says to which."""
_REMEMBERED = 10_000


class Owners:
    """Tells for one person; what belongs to nobody in particular is nobody's."""

    def __init__(self, bare: Bare, tenant: str, user: str | None) -> None:
        self._bare = bare
        self._tenant = tenant
        self._user = user
        self._known: dict[tuple[str, str, Value], tuple[bool, bool]] = {}

    def of(self, table: str, row: Mapping[str, Value]) -> tuple[bool, bool]:
        """Whether it is another person's for certain, and whether it is the person's own."""
        if "tenant" in row and row["tenant"] != self._tenant:
            return True, False
        if self._user is None:
            return False, False
        owner = row.get("owner")
        if isinstance(owner, str) and owner:
            return owner != self._user, owner == self._user
        scope = row.get("scope")
        if isinstance(scope, str):
            return self._of_scope(scope)
        if table in ("search_entry", "search_part", "posting"):
            return self._looked_up("search_space", "no", row.get("space"))
        if table in _PARENTS:
            parent, column = _PARENTS[table]
            return self._looked_up(parent, "id", row.get(column))
        return False, False

    def _of_scope(self, scope: str) -> tuple[bool, bool]:
        of, _ = apart(scope)
        if not of.startswith("user:") or self._user is None:
            return False, False
        own = of == str(Scope.of_user(self._user))
        return not own, own

    def _looked_up(self, table: str, column: str, value: Value) -> tuple[bool, bool]:
        known = (table, column, value)
        if known not in self._known:
            if len(self._known) > _REMEMBERED:
                self._known.clear()
            what = "owner" if table == "run" else "scope"
            found = self._bare.one(table, what, **{"tenant": self._tenant, column: value})
            self._known[known] = self.of(table, {what: found})
        return self._known[known]
