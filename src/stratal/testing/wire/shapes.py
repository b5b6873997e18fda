"""Reading a request that may be anything: what is no object is none, what is no text says none."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

Fields = Mapping[str, tuple[frozenset[str], frozenset[str]]]
"""By the type of an object: the fields it must have, and those it may have."""


def fields(**kinds: tuple[str, str]) -> Fields:
    """A table of fields from names with blanks between them; every object has its `type`."""
    return {
        kind: (frozenset(needed.split()), frozenset({"type", *allowed.split()}))
        for kind, (needed, allowed) in kinds.items()
    }


def objects(value: object) -> list[Mapping[str, object]]:
    """The objects of a list; nothing if it is no list."""
    if not isinstance(value, list):
        return []
    return [one for one in value if isinstance(one, Mapping)]


def only_objects(value: object) -> bool:
    """Whether it is a list of objects, of one at least."""
    return isinstance(value, list) and bool(value) and len(objects(value)) == len(value)


def says(value: object) -> bool:
    """Whether it is a text with anything but white space."""
    return isinstance(value, str) and bool(value.strip())


def number(value: object, least: float, most: float = float("inf")) -> bool:
    """Whether it is a number within the bounds."""
    return isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most


def field_faults(
    item: Mapping[str, object], table: Fields, kinds: Collection[str], where: str
) -> Iterator[str]:
    """Fields that are missing or unknown, and types that are in neither table nor `kinds`."""
    kind = item.get("type")
    if not isinstance(kind, str):
        yield f"{where}.type: field required"
    elif kind in kinds:
        return
    elif kind not in table:
        yield f"{where}: {kind!r} is none of the known types"
    else:
        needed, allowed = table[kind]
        yield from (f"{where}.{kind}.{key}: field required" for key in needed - item.keys())
        unknown = sorted(item.keys() - needed - allowed)
        yield from (f"{where}.{kind}.{key}: extra inputs are not permitted" for key in unknown)
