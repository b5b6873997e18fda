"""Dataclasses as JSON: their schema, and values of them read from what a model wrote.

A reader is strict about what a thing says and lenient about how it is wrapped: a text stands for
an item of which it is the first part, one item for a list of one, null for nothing. What is none
of these is left out and named; it never becomes something else.
"""

from __future__ import annotations

import types
from collections.abc import Hashable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from stratal.core.canonical import Json
from stratal.errors import shown

T = TypeVar("T")


class NotThis(Exception):
    """A value cannot be read as what is wanted; never leaves this room."""


def schema(kind: type) -> dict[str, Json]:
    """The JSON schema of a dataclass of texts, numbers, truth values, lists and dataclasses."""
    hints = _hints(kind)
    parts: dict[str, Json] = {one.name: _schema_of(hints[one.name]) for one in fields(kind)}
    # Every name is required and nothing else allowed: what some vendors ask for, and good for all.
    return {
        "type": "object",
        "properties": parts,
        "required": list(parts),
        "additionalProperties": False,
    }


def expected(kind: type) -> tuple[str, ...]:
    """The names of its parts."""
    return tuple(one.name for one in fields(kind))


def read(kind: type[T], value: Mapping[str, Any]) -> tuple[T, list[str]]:
    """A `kind` from an object, and what of the object had to be left out. Raises `NotThis`."""
    hints: dict[str, Any] = _hints(kind)  # type: ignore[arg-type]
    parts: dict[str, Any] = {}
    ignored: list[str] = []
    for one in fields(kind):  # type: ignore[arg-type]
        given = value.get(one.name)
        try:
            if given is None:
                raise NotThis(f"{one.name} is missing")
            parts[one.name] = _value(hints[one.name], given, ignored)
        except NotThis:
            parts[one.name] = _default(one, hints[one.name])
            if given not in (None, ""):
                ignored.append(f"{one.name}: {shown(given)}")
    return kind(**parts), ignored


@cache
def _hints(kind: Hashable) -> dict[str, Any]:
    return get_type_hints(kind)


def _schema_of(hint: Any) -> Json:
    if get_origin(hint) is tuple:
        return {"type": "array", "items": _schema_of(get_args(hint)[0])}
    if is_dataclass(hint):
        assert isinstance(hint, type)
        return schema(hint)
    return {"type": {str: "string", int: "integer", bool: "boolean"}[hint]}


def _value(hint: Any, given: Any, ignored: list[str]) -> Any:
    if get_origin(hint) is tuple:
        return tuple(_items(get_args(hint)[0], given, ignored))
    if is_dataclass(hint):
        assert isinstance(hint, type)
        return _item(hint, given, ignored)
    if hint is str:
        return _text(given)
    if hint is bool:
        if isinstance(given, bool):
            return given
        raise NotThis("no truth value")
    if isinstance(given, str) and given.strip().isdecimal():
        given = int(given)
    if isinstance(given, int) and not isinstance(given, bool):
        return given
    raise NotThis("no whole number")


def _items(hint: Any, given: Any, ignored: list[str]) -> list[Any]:
    found = []
    for one in given if isinstance(given, list) else [given]:
        try:
            found.append(_value(hint, one, ignored))
        except NotThis:
            ignored.append(shown(one))
    return found


def _item(hint: type, given: Any, ignored: list[str]) -> Any:
    if isinstance(given, str):
        given = {expected(hint)[0]: given}
    if not isinstance(given, dict):
        raise NotThis("no object")
    value: Any
    value, left_out = read(hint, given)
    if getattr(value, expected(hint)[0]) == "":
        raise NotThis("says nothing")
    ignored += left_out
    return value


def _text(given: Any) -> str:
    if isinstance(given, int) and not isinstance(given, bool):
        return str(given)
    if not isinstance(given, str):
        raise NotThis("no text")
    text = given.replace("\x00", "").strip()
    # Half a surrogate pair is what is left of a character that the model did not finish.
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _default(one: Field[Any], hint: Any) -> Any:
    if one.default is not MISSING:
        return one.default
    if get_origin(hint) in (tuple, types.UnionType):
        return ()
    raise NotThis(f"{one.name} is missing")
