"""Stores, files and versions as Anthropic's interface of memory stores writes them.

What is a file here is a ``memory`` there, and its versions are ``memory_version``.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping, Sequence

from stratal.core.canonical import Json
from stratal.core.files import File, FileVersion, Folder, Store
from stratal.errors import InvalidValue, NotFound

STORE = "memstore_"
MEMORY = "mem_"
VERSION = "memver_"
DOOR = "api:"
"""What stands before a key's id where a version says through which door it came."""
_PAGE = "page_"


def own_id(kind: str, given: str) -> str:
    """The id behind one of the interface's, which begins with `kind`. Raises `NotFound`."""
    if not given.startswith(kind):
        raise NotFound(kind.rstrip("_"), given)
    return given.removeprefix(kind)


def version_id(store: str, seq: int) -> str:
    """A version is named by its store and its number in it."""
    return f"{VERSION}{store}_{seq}"


def version_number(store: str, given: str) -> int:
    """The number of a version of that store. Raises `NotFound` for any other text."""
    number = given.removeprefix(f"{VERSION}{store}_")
    if not (number.isascii() and number.isdigit() and len(number) <= 15 and number[0] != "0"):
        raise NotFound("memory version", given)
    return int(number)


def store_form(store: Store) -> dict[str, Json]:
    return {
        "id": STORE + store.id,
        "type": "memory_store",
        "name": store.name,
        "description": store.description,
        "metadata": dict(store.metadata),
        "created_at": store.created_at.isoformat(),
        "updated_at": store.updated_at.isoformat(),
        "archived_at": None if store.archived_at is None else store.archived_at.isoformat(),
    }


def memory_form(file: File, *, content: bool) -> dict[str, Json]:
    return {
        "id": MEMORY + file.id,
        "type": "memory",
        "memory_store_id": STORE + file.store,
        "memory_version_id": version_id(file.store, file.seq),
        "path": file.path,
        "content": file.content if content else None,
        "content_sha256": file.digest,
        "content_size_bytes": file.size,
        "created_at": file.created_at.isoformat(),
        "updated_at": file.updated_at.isoformat(),
    }


def item_form(item: File | Folder, *, content: bool) -> dict[str, Json]:
    """An item of a listing: a memory, or the prefix that stands for those of a folder."""
    if isinstance(item, Folder):
        return {"type": "memory_prefix", "path": item.path}
    return memory_form(item, content=content)


def version_form(version: FileVersion, *, content: bool) -> dict[str, Json]:
    emptied = version.redacted_at
    return {
        "id": version_id(version.store, version.seq),
        "type": "memory_version",
        "memory_id": MEMORY + version.file,
        "memory_store_id": STORE + version.store,
        "operation": version.operation.value,
        "path": version.path,
        "content": version.content if content else None,
        "content_sha256": version.digest,
        "content_size_bytes": version.size,
        "created_at": version.created_at.isoformat(),
        "created_by": _actor(version),
        "redacted_at": None if emptied is None else emptied.isoformat(),
        "redacted_by": (
            None
            if version.redacted_by is None
            else {"type": "user_actor", "user_id": version.redacted_by}
        ),
    }


def page_form(
    items: Sequence[dict[str, Json]], limit: int, places: Sequence[Json]
) -> dict[str, Json]:
    """The first `limit` items; `places` says of each item where the page after it begins."""
    more = len(items) > limit
    return {
        "data": list(items[:limit]),
        "next_page": _page_token(places[limit - 1]) if more else None,
    }


def place_of(page: str) -> Json:
    """Where a page begins, out of its token. Raises `InvalidValue`."""
    try:
        if not page.startswith(_PAGE):
            raise ValueError
        shown = page.removeprefix(_PAGE)
        found: Json = json.loads(base64.urlsafe_b64decode(shown + "=" * (-len(shown) % 4)))
    except (ValueError, binascii.Error, RecursionError):
        raise wrong_page(page) from None
    return found


def wrong_page(page: str) -> InvalidValue:
    return InvalidValue("page", page, "is no page of this list: give next_page as it came")


def _page_token(place: Json) -> str:
    text = json.dumps(place, ensure_ascii=False, separators=(",", ":"))
    return _PAGE + base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def _actor(version: FileVersion) -> Mapping[str, Json] | None:
    """Who made a version; None for what was found changed in a folder."""
    if version.via.startswith(DOOR):
        return {"type": "api_actor", "api_key_id": version.via.removeprefix(DOOR)}
    if version.conversation is None:
        return None
    return {"type": "session_actor", "session_id": version.conversation}
