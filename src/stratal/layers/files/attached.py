"""The six commands over all stores of a conversation at once, each a folder of one root.

``/memories/<slug>/notes.md`` is the file ``/notes.md`` of the store that is attached under that
slug. What a command may do there is decided by how the store is attached. Stores stay apart: a file
is not moved from one into another.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from stratal.core.file_paths import ROOT, resolved
from stratal.core.files import FileAccess
from stratal.errors import CommandRefused
from stratal.layers.files.commands import Commands, run, told
from stratal.layers.files.view import listed, two_levels
from stratal.storage import files

if TYPE_CHECKING:
    from stratal.layers.files.stores import Files


@dataclass(frozen=True, kw_only=True, slots=True)
class AttachedCommands:
    """The commands over the stores that the conversation works with when they are run."""

    files: Files
    root: str = "/memories"
    listings: dict[str, dict[str, tuple[int, str]]] = field(
        default_factory=dict, repr=False, compare=False
    )

    def run(self, command: Mapping[str, object]) -> str:
        """As `Commands.run`."""
        return run(self, command)

    def view(self, path: str, view_range: list[int] | None = None) -> str:
        """As `Commands.view`; of the root, the stores and what stands in them."""
        with told(self.root, path):
            at = resolved("path", path, self.root)
            if at == ROOT:
                return self._stores()
            return self._over(at, self._missing(at)).view(self._name(at), view_range)

    def create(self, path: str, file_text: str) -> str:
        """As `Commands.create`."""
        with told(self.root, path):
            at = resolved("path", path, self.root)
            if at == ROOT:
                raise CommandRefused(f"File {self.root} already exists")
            return self._over(at, self._nowhere(at)).create(self._name(at), file_text)

    def str_replace(self, path: str, old_str: str, new_str: str | None = None) -> str:
        """As `Commands.str_replace`."""
        with told(self.root, path):
            at = self._file("path", path)
            return self._over(at, self._missing(at)).str_replace(self._name(at), old_str, new_str)

    def insert(self, path: str, insert_line: int, insert_text: str) -> str:
        """As `Commands.insert`."""
        with told(self.root, path):
            at = self._file("path", path)
            return self._over(at, self._missing(at)).insert(
                self._name(at), insert_line, insert_text
            )

    def delete(self, path: str) -> str:
        """As `Commands.delete`; neither the root nor a store can be deleted."""
        with told(self.root, path):
            at = resolved("path", path, self.root)
            if at == ROOT:
                raise CommandRefused(f"Cannot delete the {self.root} directory itself")
            missing = f"The path {self._name(at)} does not exist"
            return self._over(at, missing).delete(self._name(at))

    def rename(self, old_path: str, new_path: str) -> str:
        """As `Commands.rename`, within one store."""
        with told(self.root, old_path):
            old = resolved("old_path", old_path, self.root)
        with told(self.root, new_path):
            new = resolved("new_path", new_path, self.root)
            if old == ROOT:
                raise CommandRefused(f"Cannot rename the {self.root} directory itself")
            over = self._over(old, f"The path {self._name(old)} does not exist")
            if new == ROOT:
                raise CommandRefused(f"The destination {self.root} already exists")
            into = self._over(new, self._nowhere(new))
            if over.root != into.root:
                raise CommandRefused(
                    f"Cannot move {self._name(old)} out of its store: create "
                    f"{self._name(new)}, then delete {self._name(old)}"
                )
            return over.rename(self._name(old), self._name(new))

    def clear(self) -> str:
        """Delete every file of the stores that may be written. For the host, not for a model."""
        with told(self.root, self.root):
            for one, over in self._all():
                if one is FileAccess.READ_WRITE:
                    over.clear()
            return "All memory cleared"

    def _all(self) -> list[tuple[FileAccess, Commands]]:
        """How each store is attached, and the commands over it; by slug."""
        found = sorted(self.files.open_attached(), key=lambda pair: pair[0].slug)
        return [
            (
                one.access,
                Commands(
                    files=store,
                    root=f"{self.root}/{one.slug}",
                    listings=self.listings.setdefault(store.id, {}),
                ),
            )
            for one, store in found
        ]

    def _over(self, at: str, otherwise: str) -> Commands:
        """The commands over the store of a path; refused with `otherwise` if there is none."""
        root = f"{self.root}/{at[1:].partition('/')[0]}"
        for _, over in self._all():
            if over.root == root:
                return over
        raise CommandRefused(otherwise)

    def _file(self, field: str, path: str) -> str:
        at = resolved(field, path, self.root)
        if at == ROOT:
            raise CommandRefused(f"The path {self.root} is not a file.")
        return at

    def _stores(self) -> str:
        entries: dict[str, int | None] = {}
        for _, over in self._all():
            slug = over.root[len(self.root) + 1 :]
            entries[f"{slug}/"] = None
            with over.files.reading() as (tx, store):
                names = files.names(tx, store.id, ROOT)
            entries |= two_levels(1, ((f"/{slug}{path}", size) for path, size in names))
        return listed(self.root, entries)

    def _name(self, at: str) -> str:
        return self.root + at

    def _missing(self, at: str) -> str:
        return f"The path {self._name(at)} does not exist. Please provide a valid path."

    def _nowhere(self, at: str) -> str:
        roots = ", ".join(over.root for _, over in self._all())
        if not roots:
            return "Nothing was written. No store is attached to this conversation."
        return f"Nothing was written. {self._name(at)} is in no store: write below {roots}."
