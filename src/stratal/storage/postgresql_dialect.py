"""How PostgreSQL writes what the shared SQL leaves open, and how psycopg takes it."""

from __future__ import annotations

import re
from functools import cache

from stratal.storage.database import Dialect, named_queries

_TEXT = re.compile(r"\bTEXT\b")
_VECTOR = re.compile(r"\{vector:(\w+)\}")
_LIST = re.compile(r"\{(?:texts|ints):(\w+)\}")
_AMONG = re.compile(r"\bIN \{(texts|ints):(\w+)\}")
_ARRAYS = {"texts": "text[]", "ints": "bigint[]"}
# A quotation is left alone, and so is `::`.
_PARAMETER = re.compile(r"'(?:[^']|'')*'|(?<!:):([a-z_]\w*)")


class PostgresDialect(Dialect):
    """As `Dialect`, and what only this database leaves open: ``{vector:name}``."""

    def query(self, text: str) -> str:
        # An array, since a key is looked up for each of its elements: of a subquery the planner
        # knows nothing, and reads all of the tenant's rows to compare them.
        text = _AMONG.sub(
            lambda mark: f"= ANY (CAST(:{mark.group(2)} AS {_ARRAYS[mark.group(1)]}))", text
        )
        return _VECTOR.sub(r"CAST(:\1 AS vector)", super().query(text))

    def schema(self, text: str) -> str:
        # Compared by its bytes on every server, so that order and ranges are those of SQLite.
        return _TEXT.sub('TEXT COLLATE "C"', super().schema(text))


POSTGRESQL = PostgresDialect(
    name="postgresql",
    texts="(SELECT unnest(CAST(:{} AS text[])))",
    ints="(SELECT unnest(CAST(:{} AS bigint[])))",
    types={
        "int": "BIGINT",
        "real": "DOUBLE PRECISION",
        "blob": "BYTEA",
        "strict": "",
        "clustered": "",
    },
)


@cache
def shared(query: str) -> str:
    """The named query in this dialect, its parameters still as ``:name``."""
    return POSTGRESQL.query(named_queries(POSTGRESQL.name)[query])


@cache
def statement(query: str) -> str:
    """The named query with its parameters as psycopg reads them."""
    return pyformat(shared(query))


@cache
def marked(query: str) -> tuple[frozenset[str], frozenset[str]]:
    """The parameters of a named query that are vectors, and those that are lists."""
    text = named_queries(POSTGRESQL.name)[query]
    return frozenset(_VECTOR.findall(text)), frozenset(_LIST.findall(text))


def pyformat(text: str) -> str:
    """SQL whose parameters are written ``:name``, with ``%(name)s`` in their place."""
    return _PARAMETER.sub(
        lambda found: f"%({found.group(1)})s" if found.group(1) else found.group(),
        text.replace("%", "%%"),
    )
