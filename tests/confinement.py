"""Whether a statement can touch no row of another tenant, decided by parsing it.

Every table that it names must be held to the tenant where it is named: by `tenant = :tenant`, by
equality with the tenant of a table that is held so, or, where rows are added, by a column `tenant`
with that value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import sqlglot
from sqlglot import exp

# Tables that hold nothing of a tenant.
COMMON = {"stratal_migration"}
# They name no rows, and not all of their forms are understood.
WITHOUT_ROWS = {"BEGIN", "COMMIT"}
_PARAMETER = re.compile(r"(?<!:):(\w+)")


@cache
def unconfined(statement: str, dialect: str) -> tuple[str, ...]:
    """What is wrong with `statement`, whose parameters are written ``:name``; empty if nothing."""
    if statement.split(maxsplit=1)[0] in WITHOUT_ROWS:
        return ()
    # Under a prefix, since some parameters have the name of a keyword.
    parsed = sqlglot.parse(_PARAMETER.sub(r":p_\1", statement), dialect=dialect)
    return tuple(
        fault
        for one in parsed
        if one is not None
        for fault in (
            _faults(one, frozenset())
            if isinstance(one, exp.Select | exp.SetOperation | exp.DML)
            else ["it is not understood"]
        )
    )


def _faults(node: exp.Expr, outer: frozenset[str]) -> Iterator[str]:
    """Of a whole statement or subquery; `outer` are the confined names around it."""
    if isinstance(node, exp.Insert):
        yield from _insert_faults(node, outer)
        return
    if isinstance(node, exp.SetOperation):
        for side in (node.left, node.right):
            yield from _faults(side, outer)
        yield from _inner_faults(node, outer, stop_at=(node.left, node.right))
        return
    tables = dict(_tables(node))
    confined = _confined(node, tables, outer)
    for name, table in tables.items():
        if name not in confined:
            yield f"{table} is not held to the tenant"
    if isinstance(node, exp.Update):
        for change in node.expressions:
            if change.this.name == "tenant":
                yield "the tenant of a row is changed"
    yield from _inner_faults(node, outer | confined)


def _insert_faults(node: exp.Insert, outer: frozenset[str]) -> Iterator[str]:
    schema, source = node.this, node.expression
    table = schema.this.name if isinstance(schema, exp.Schema) else schema.name
    if table in COMMON:
        return
    columns = [one.name for one in schema.expressions] if isinstance(schema, exp.Schema) else []
    if "tenant" not in columns:
        yield f"{table} gets rows without a tenant"
        return
    at = columns.index("tenant")
    if isinstance(source, exp.Values):
        if not all(_is_tenant(row.expressions[at]) for row in source.expressions):
            yield f"{table} gets rows of another tenant"
        return
    if not isinstance(source, exp.Select):
        yield f"{table} gets rows from a source that is not understood"
        return
    yield from _faults(source, outer)
    given = source.expressions[at].unalias()
    names = _confined(source, dict(_tables(source)), outer)
    if not _is_tenant(given) and not _tenant_of(given, names, dict(_tables(source))):
        yield f"{table} gets rows of another tenant"


def _inner_faults(
    node: exp.Expr, outer: frozenset[str], stop_at: tuple[exp.Expr, ...] = ()
) -> Iterator[str]:
    """Of the queries that stand within `node`, each once, by its own outermost."""
    for child in node.iter_expressions():
        if child in stop_at:
            continue
        if isinstance(child, exp.Select | exp.SetOperation | exp.DML):
            yield from _faults(child, outer)
        else:
            yield from _inner_faults(child, outer)


def _tables(node: exp.Expr) -> Iterator[tuple[str, str]]:
    """The tables that `node` itself names, by the names they have there."""
    found: list[exp.Expr | None] = []
    if isinstance(node, exp.Update | exp.Delete):
        found.append(node.this)
    source = node.args.get("from_") or node.args.get("from")
    if source is not None:
        found.append(source.this)
    found += [join.this for join in node.args.get("joins") or ()]
    for table in found:
        if not isinstance(table, exp.Table) or _is_named_query(table):
            continue
        if table.name and table.name not in COMMON:
            yield table.alias_or_name, table.name


def _is_named_query(table: exp.Table) -> bool:
    """Whether it is a query of a WITH around it: what that reads is held where it reads it."""
    at: exp.Expr | None = table
    while at is not None:
        with_ = at.args.get("with_") or at.args.get("with")
        if with_ is not None and table.name in {one.alias for one in with_.expressions}:
            return True
        at = at.parent
    return False


def _confined(node: exp.Expr, tables: dict[str, str], outer: frozenset[str]) -> frozenset[str]:
    conditions = list(_conditions(node))
    known: set[str] = set()
    while True:
        more = {
            name
            for name in tables
            if name not in known
            and any(
                _holds(one, name, tables, frozenset(known) | outer)
                for one, only in conditions
                if only in (None, name)
            )
        }
        if not more:
            return frozenset(known)
        known |= more


def _conditions(node: exp.Expr) -> Iterator[tuple[exp.Expr, str | None]]:
    """The parts of WHERE and of each ON that AND joins, each with the only table it is true of.

    None is for all of them: the ON of a LEFT JOIN leaves out no row of what stands to the left.
    """
    where = node.args.get("where")
    if where is not None:
        yield from ((part, None) for part in _parts(where.this))
    for join in node.args.get("joins") or ():
        on = join.args.get("on")
        if on is not None and join.side in ("", "LEFT"):
            only = join.this.alias_or_name if join.side else None
            yield from ((part, only) for part in _parts(on))


def _parts(condition: exp.Expr) -> Iterator[exp.Expr]:
    return condition.flatten() if isinstance(condition, exp.And) else iter([condition])


def _holds(condition: exp.Expr, name: str, tables: dict[str, str], known: frozenset[str]) -> bool:
    if not isinstance(condition, exp.EQ):
        return False
    for one, other in (
        (condition.this, condition.expression),
        (condition.expression, condition.this),
    ):
        if _tenant_of(one, frozenset({name}), tables) and (
            _is_tenant(other) or _tenant_of(other, known, tables)
        ):
            return True
    return False


def _is_tenant(node: exp.Expr) -> bool:
    return isinstance(node, exp.Placeholder) and node.name == "p_tenant"


def _tenant_of(node: exp.Expr, names: frozenset[str], tables: dict[str, str]) -> bool:
    """Whether it is the tenant's column of one of `names`."""
    if not isinstance(node, exp.Column) or node.name != "tenant":
        return False
    if node.table:
        return node.table in names
    # Without a name it is that of the only table.
    return len(tables) == 1 and set(tables) <= names
