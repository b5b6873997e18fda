"""Numbered schema changes, never edited once released. `NNNN_name.sql` is shared by all databases;
`NNNN_name.<dialect>.sql`, if there is one, follows it. The first line says whether the change runs
``before`` or ``after`` the new code starts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources

from stratal.storage.database import Dialect

_FILE = re.compile(r"(\d{4})_(\w+)\.sql")


@dataclass(frozen=True, kw_only=True, slots=True)
class Migration:
    """One change of the schema."""

    no: int
    name: str
    sql: str


@cache
def _texts() -> dict[str, str]:
    folder = resources.files("stratal.storage.migrations")
    return {
        file.name: file.read_text(encoding="utf-8")
        for file in folder.iterdir()
        if file.name.endswith(".sql")
    }


def migrations(dialect: Dialect) -> list[Migration]:
    """All of them in order, as this database reads them."""
    texts = _texts()
    found = []
    for name in sorted(texts):
        match = _FILE.fullmatch(name)
        if match is None:
            continue
        own = texts.get(f"{match.group(1)}_{match.group(2)}.{dialect.name}.sql", "")
        sql = dialect.schema(texts[name] + own)
        found.append(Migration(no=int(match.group(1)), name=match.group(2), sql=sql))
    return found


def newest(dialect: Dialect) -> int:
    """The number of the schema that this code works on."""
    return migrations(dialect)[-1].no
