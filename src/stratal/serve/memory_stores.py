"""Anthropic's interface of memory stores over stores of files, for its SDK and whatever speaks it.

`router` is mounted into a service of your own, `app` runs alone (`stratal serve`). A key decides
tenant, person and scopes; nothing else that a request says does.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime

from stratal.core.canonical import Json
from stratal.core.files import File, FileOperation
from stratal.core.keys import ApiKey
from stratal.core.outcomes import Done, Outcome
from stratal.errors import BadInput, InvalidValue, MissingExtra, StratalError
from stratal.layers.files import Files, StoreFiles
from stratal.memory import Memory
from stratal.serve.keys import bearer
from stratal.serve.memory_store_forms import (
    DOOR,
    MEMORY,
    STORE,
    item_form,
    memory_form,
    own_id,
    page_form,
    place_of,
    store_form,
    version_form,
    version_number,
    wrong_page,
)
from stratal.serve.requests import (
    BODY_BYTES,
    TOO_LARGE,
    UNKNOWN_KEY,
    Asked,
    Problem,
    body_of,
    problem_of,
)

try:
    from fastapi import APIRouter, FastAPI, Request
    from fastapi.responses import JSONResponse
    from starlette.exceptions import HTTPException
except ImportError as error:
    raise MissingExtra("the server", "serve") from error

__all__ = ["app", "router"]

PAGE = 20
MOST = 100
MOST_WHOLE = 20
"""Items of a page that holds their texts."""
_BASIC, _FULL = "basic", "full"

Act = Callable[[Files, Asked], Mapping[str, Json]]


def router(memory: Memory) -> APIRouter:
    """The routes below ``/v1/memory_stores``, to be included in a FastAPI application."""
    made = APIRouter(prefix="/v1/memory_stores", tags=["memory stores"])
    for method, path, act in _ROUTES:
        made.add_api_route(
            path,
            _endpoint(memory, act),
            methods=[method],
            name=act.__name__.removeprefix("_"),
            summary=(act.__doc__ or "").rstrip("."),
        )
    return made


def app(memory: Memory) -> FastAPI:
    """An application of these routes alone; what else is asked for has errors of their form."""
    made = FastAPI(title="Stratal memory stores", openapi_url=None)
    made.include_router(router(memory))

    @made.exception_handler(HTTPException)
    async def refused(_request: Request, error: HTTPException) -> JSONResponse:
        kind = "not_found_error" if error.status_code == 404 else "invalid_request_error"
        return _answer_to(
            Problem(status=error.status_code, type=kind, message=str(error.detail)), _request_id()
        )

    @made.exception_handler(Exception)
    async def failed(_request: Request, _error: Exception) -> JSONResponse:
        problem = Problem(status=500, type="api_error", message="The server failed: see its log.")
        return _answer_to(problem, _request_id())

    return made


def _endpoint(memory: Memory, act: Act) -> Callable[[Request], Awaitable[JSONResponse]]:
    async def endpoint(request: Request) -> JSONResponse:
        asked = _request_id()
        try:
            key = await memory.run(bearer, memory.database, _key_of(request), memory.clock)
            if key is None:
                return _answer_to(UNKNOWN_KEY, asked)
            data = await _read(request)
            if data is None:
                return _answer_to(TOO_LARGE, asked)
            values = Asked(path=request.path_params, query=request.query_params, body=body_of(data))
            answer = await memory.run(_done, memory, key, act, values)
        except StratalError as error:
            return _answer_to(problem_of(error), asked)
        return JSONResponse(answer, headers={"request-id": asked})

    return endpoint


def _done(memory: Memory, key: ApiKey, act: Act, asked: Asked) -> Mapping[str, Json]:
    door = f"{DOOR}{key.id}"
    session = memory.session(key.principal, id=door, scopes=key.scopes)
    return act(session.files.through(door), asked)


def _key_of(request: Request) -> str:
    named = request.headers.get("x-api-key")
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return named or (token.strip() if kind.lower() == "bearer" else "")


async def _read(request: Request) -> bytes | None:
    """The body; None if it is too large, of which no more is read than shows it."""
    data = bytearray()
    async for piece in request.stream():
        data += piece
        if len(data) > BODY_BYTES:
            return None
    return bytes(data)


def _request_id() -> str:
    return f"req_{secrets.token_hex(12)}"


def _answer_to(problem: Problem, asked: str) -> JSONResponse:
    headers = {"request-id": asked}
    if problem.status == 409:
        # Clients of the vendor repeat a conflict unless they are told that it stays one.
        headers["x-should-retry"] = "false"
    if problem.status == 401:
        headers["www-authenticate"] = "Bearer"
    said = {"type": problem.type, "message": problem.message, **(problem.more or {})}
    return JSONResponse(
        {"type": "error", "error": said, "request_id": asked},
        status_code=problem.status,
        headers=headers,
    )


# Stores.


def _create_store(files: Files, asked: Asked) -> Mapping[str, Json]:
    """Create a store."""
    asked.known("name", "description", "metadata")
    made = _kept(
        files.create(
            asked.needed("name"),
            description=asked.text("description") or "",
            metadata=asked.object("metadata"),  # type: ignore[arg-type]  # create checks the values
        )
    )
    return store_form(files.get(made))


def _list_stores(files: Files, asked: Asked) -> Mapping[str, Json]:
    """List stores, the newest first."""
    limit = asked.number("limit", PAGE, 1, MOST)
    page = asked.query.get("page")
    found = files.stores(
        archived=asked.one_of("include_archived", "false", ("true", "false")) == "true",
        since=asked.moment("created_at[gte]"),
        until=asked.moment("created_at[lte]"),
        after=None if page is None else _store_place(page),
        limit=limit + 1,
    )
    places: list[Json] = [[one.created_at.isoformat(), one.id] for one in found]
    return page_form([store_form(one) for one in found], limit, places)


def _retrieve_store(files: Files, asked: Asked) -> Mapping[str, Json]:
    """Get a store."""
    return store_form(files.get(_store_of(asked)))


def _update_store(files: Files, asked: Asked) -> Mapping[str, Json]:
    """Describe a store anew."""
    asked.known("name", "description", "metadata")
    store = _store_of(asked)
    _kept(
        files.update(
            store,
            name=asked.text("name"),
            description=asked.text("description"),
            metadata=asked.object("metadata"),  # type: ignore[arg-type]  # update checks the values
        )
    )
    return store_form(files.get(store))


def _archive_store(files: Files, asked: Asked) -> Mapping[str, Json]:
    """Archive a store, for good."""
    store = _store_of(asked)
    _kept(files.archive(store))
    return store_form(files.get(store))


def _delete_store(files: Files, asked: Asked) -> Mapping[str, Json]:
    """Delete a store with its memories and their versions."""
    store = _store_of(asked)
    _removed(files.delete(store))
    return {"id": STORE + store, "type": "memory_store_deleted"}


# Memories.


def _create_memory(files: Files, asked: Asked) -> Mapping[str, Json]:
    """Create a memory."""
    asked.known("path", "content")
    whole = _whole(asked, _BASIC)
    store = files.open(_store_of(asked))
    made = store.create(asked.needed("path"), asked.needed("content"))
    return _memory(store, _kept(made), made.file, whole=whole)


def _list_memories(files: Files, asked: Asked) -> Mapping[str, Json]:
    """List memories by path."""
    whole = _whole(asked, _BASIC)
    limit = _limit(asked, whole=whole)
    page = asked.query.get("page")
    found = files.open(_store_of(asked)).listing(
        asked.query.get("path_prefix", "/"),
        depth=asked.number("depth", 0, 0, 1),
        after="" if page is None else _path_place(page),
        limit=limit + 1,
        content=whole,
    )
    places: list[Json] = [one.path for one in found]
    return page_form([item_form(one, content=whole) for one in found], limit, places)


def _retrieve_memory(files: Files, asked: Asked) -> Mapping[str, Json]:
    """Get a memory."""
    whole = _whole(asked, _FULL)
    found = files.open(_store_of(asked)).get(_memory_of(asked))
    return memory_form(found, content=whole)


def _update_memory(files: Files, asked: Asked) -> Mapping[str, Json]:
    """Give a memory another text, another path, or both."""
    asked.known("content", "path", "precondition")
    whole = _whole(asked, _BASIC)
    store = files.open(_store_of(asked))
    made = store.update(
        _memory_of(asked),
        content=asked.text("content"),
        path=asked.text("path"),
        expect=_precondition(asked),
    )
    return _memory(store, _kept(made), made.file, whole=whole)


def _delete_memory(files: Files, asked: Asked) -> Mapping[str, Json]:
    """Delete a memory; its versions stay."""
    memory = _memory_of(asked)
    expected = asked.query.get("expected_content_sha256")
    _removed(files.open(_store_of(asked)).delete(memory, expect=expected))
    return {"id": MEMORY + memory, "type": "memory_deleted"}


# Versions.


def _list_versions(files: Files, asked: Asked) -> Mapping[str, Json]:
    """List versions, the newest first."""
    whole = _whole(asked, _BASIC)
    limit = _limit(asked, whole=whole)
    store = files.open(_store_of(asked))
    memory, key = asked.query.get("memory_id"), asked.query.get("api_key_id")
    operation, page = asked.query.get("operation"), asked.query.get("page")
    if operation is not None:
        asked.one_of("operation", "", list(FileOperation))
    before = None if page is None else _version_place(page)
    if "service_account_id" in asked.query or not (memory is None or memory.startswith(MEMORY)):
        store.store()  # which is there, but nothing of that kind is in it
        return {"data": [], "next_page": None}
    found = store.history.versions(
        file=None if memory is None else own_id(MEMORY, memory),
        operation=operation,
        conversation=asked.query.get("session_id"),
        via=None if key is None else DOOR + key,
        since=asked.moment("created_at[gte]"),
        until=asked.moment("created_at[lte]"),
        before=before,
        limit=limit + 1,
        content=whole,
    )
    places: list[Json] = [one.seq for one in found]
    return page_form([version_form(one, content=whole) for one in found], limit, places)


def _retrieve_version(files: Files, asked: Asked) -> Mapping[str, Json]:
    """Get a version."""
    whole = _whole(asked, _FULL)
    store = files.open(_store_of(asked))
    return version_form(store.history.get(_number_of(store, asked)), content=whole)


def _redact_version(files: Files, asked: Asked) -> Mapping[str, Json]:
    """Take content and path out of a version, for good."""
    store = files.open(_store_of(asked))
    number = _number_of(store, asked)
    _removed(store.history.redact(number))
    return version_form(store.history.get(number), content=True)


_ROUTES: tuple[tuple[str, str, Act], ...] = (
    ("POST", "", _create_store),
    ("GET", "", _list_stores),
    ("GET", "/{store}", _retrieve_store),
    ("POST", "/{store}", _update_store),
    ("DELETE", "/{store}", _delete_store),
    ("POST", "/{store}/archive", _archive_store),
    ("POST", "/{store}/memories", _create_memory),
    ("GET", "/{store}/memories", _list_memories),
    ("GET", "/{store}/memories/{memory}", _retrieve_memory),
    ("POST", "/{store}/memories/{memory}", _update_memory),
    ("DELETE", "/{store}/memories/{memory}", _delete_memory),
    ("GET", "/{store}/memory_versions", _list_versions),
    ("GET", "/{store}/memory_versions/{version}", _retrieve_version),
    ("POST", "/{store}/memory_versions/{version}/redact", _redact_version),
)


# What requests say.


def _store_of(asked: Asked) -> str:
    return own_id(STORE, asked.path["store"])


def _memory_of(asked: Asked) -> str:
    return own_id(MEMORY, asked.path["memory"])


def _number_of(store: StoreFiles, asked: Asked) -> int:
    return version_number(store.id, asked.path["version"])


def _whole(asked: Asked, default: str) -> bool:
    return asked.one_of("view", default, (_BASIC, _FULL)) == _FULL


def _limit(asked: Asked, *, whole: bool) -> int:
    limit = asked.number("limit", PAGE, 1, MOST)
    return min(limit, MOST_WHOLE) if whole else limit


def _precondition(asked: Asked) -> str | None:
    said = asked.object("precondition")
    if said is None:
        return None
    digest = said.get("content_sha256")
    if said.get("type") != "content_sha256" or not isinstance(digest, str):
        raise InvalidValue(
            "precondition", said, "must have the type content_sha256, and the hash as that"
        )
    return digest


def _store_place(page: str) -> tuple[datetime, str]:
    match place_of(page):
        case [str(moment), str(id)]:
            try:
                return datetime.fromisoformat(moment), id
            except ValueError:
                raise wrong_page(page) from None
    raise wrong_page(page)


def _path_place(page: str) -> str:
    place = place_of(page)
    if not isinstance(place, str):
        raise wrong_page(page)
    return place


def _version_place(page: str) -> int:
    place = place_of(page)
    if not isinstance(place, int) or isinstance(place, bool) or place < 1:
        raise wrong_page(page)
    return place


# What the layer answers.


def _kept(outcome: Outcome) -> str:
    """The id of what was written. Raises `BadInput` where a rule refused it, or a person is asked.

    The interface has no answer for a text that waits: it is not there, so it was refused.
    """
    if outcome.id is None or not outcome.kept or outcome.done is Done.PENDING:
        raise BadInput(outcome.message)
    return outcome.id


def _removed(outcome: Outcome) -> None:
    """Raises `BadInput` where a rule refused it."""
    if outcome.done in (Done.REJECTED, Done.FAILED):
        raise BadInput(outcome.message)


def _memory(store: StoreFiles, id: str, file: File | None, *, whole: bool) -> Mapping[str, Json]:
    """A memory as it was written; a rename does not read its text."""
    if file is None or (whole and file.content is None):
        file = store.get(id)
    return memory_form(file, content=whole)
