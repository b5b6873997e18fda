"""What was erased does not come back by an import. Who writes the same anew, on purpose, may."""

from __future__ import annotations

import hashlib
from pathlib import Path

from stratal.core.identity import Scope
from stratal.core.outcomes import Done, Outcome
from stratal.core.records import Layer
from stratal.layers.access import Access
from stratal.storage import erasures
from stratal.storage.erasures import Purpose

_STEP = 1 << 20


def document_refusal(access: Access, scope: Scope, path: Path) -> Outcome | None:
    """The answer for a file that was a document of the scope, and was erased; None for others."""
    try:
        with path.open("rb") as file:
            digest = hashlib.sha256()
            while piece := file.read(_STEP):
                digest.update(piece)
    except OSError:
        # Whoever reads it says what is wrong with it.
        return None
    return _refusal(access, Layer.KNOWLEDGE, "document", scope, digest.hexdigest(), path.name)


def file_refusal(access: Access, scope: Scope, path: str, data: bytes) -> Outcome | None:
    """The answer for a text that was a file of the scope, and was erased; None for others."""
    digest = hashlib.sha256(data).hexdigest()
    return _refusal(access, Layer.FILES, "file", scope, digest, path)


def _refusal(
    access: Access, layer: Layer, kind: str, scope: Scope, digest: str, name: str
) -> Outcome | None:
    with access.database.read(access.tenant) as tx:
        gone = erasures.erased_at(tx, access.database, Purpose.DOCUMENT, kind, str(scope), digest)
    if gone is None:
        return None
    return Outcome(
        done=Done.REJECTED,
        layer=layer,
        code="erased",
        message=f"{name} was erased for good: an import does not bring it back.",
    )
