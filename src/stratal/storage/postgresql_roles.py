"""Which role sees whose rows: the policy on every table, and what a role is given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stratal.errors import InvalidValue

if TYPE_CHECKING:
    from stratal.storage.postgresql_connections import Connection

_ROLE = "SELECT rolname, rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user"
_TENANT_TABLES = """
SELECT c.relname AS name, pg_has_role(c.relowner, 'USAGE') AS owned,
       c.relrowsecurity AND c.relforcerowsecurity AS forced,
       EXISTS (SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid) AS policies
FROM pg_class c
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant' AND NOT a.attisdropped
WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
ORDER BY c.relname
"""
_ADMITTED = """
SELECT DISTINCT grantee FROM information_schema.role_table_grants
WHERE table_schema = current_schema() AND table_name = 'stratal_migration'
  AND privilege_type = 'SELECT' AND grantee NOT IN (current_user, 'PUBLIC')
"""
_POLICY = """
CREATE POLICY tenant ON {table}
USING (tenant = current_setting('app.tenant', true))
WITH CHECK (tenant = current_setting('app.tenant', true))
"""


def role_faults(connection: Connection) -> list[str]:
    """Why the connection's role may see rows of every tenant; empty if it may not.

    Also a table whose policy is missing or not in force, whatever the role.
    """
    [role] = connection.execute(_ROLE)
    faults = []
    if role["rolsuper"]:
        faults.append(f"role {role['rolname']} is a superuser")
    elif role["rolbypassrls"]:
        faults.append(f"role {role['rolname']} is exempt from row-level security (BYPASSRLS)")
    rows = list(connection.execute(_TENANT_TABLES))
    if any(row["owned"] for row in rows) and not role["rolsuper"]:
        faults.append(f"role {role['rolname']} owns the tables")
    unprotected = [row["name"] for row in rows if not (row["forced"] and row["policies"])]
    if unprotected:
        faults.append(f"no row-level security in force on {', '.join(unprotected)}")
    return faults


def secure(connection: Connection) -> None:
    """Put every table that holds a tenant's rows behind the policy, those of later changes too."""
    from psycopg import sql

    for row in connection.execute(_TENANT_TABLES).fetchall():
        table = sql.Identifier(row["name"])
        if not row["forced"]:
            connection.execute(
                sql.SQL(
                    "ALTER TABLE {table} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY"
                ).format(table=table)
            )
        if not row["policies"]:
            connection.execute(sql.SQL(_POLICY).format(table=table))


def admissible(connection: Connection, role: str) -> None:
    """Raises `InvalidValue` for a role that no policy would hold."""
    found = connection.execute(
        "SELECT rolsuper OR rolbypassrls OR pg_has_role(rolname, current_user, 'USAGE') AS unsafe "
        "FROM pg_roles WHERE rolname = %s",
        [role],
    ).fetchone()
    if found is None:
        raise InvalidValue("runtime role", role, "does not exist: CREATE ROLE … LOGIN first")
    if found["unsafe"]:
        raise InvalidValue(
            "runtime role",
            role,
            "is superuser, owner or BYPASSRLS, so that no policy holds it: create another",
        )


def admitted(connection: Connection) -> list[str]:
    """The roles that were let in before."""
    return [row["grantee"] for row in connection.execute(_ADMITTED).fetchall()]


def admit(connection: Connection, role: str) -> None:
    """Let `role` read and write rows, and nothing else."""
    from psycopg import sql

    [row] = connection.execute("SELECT current_schema() AS name")
    names = {"role": sql.Identifier(role), "schema": sql.Identifier(row["name"])}
    connection.execute(sql.SQL("GRANT USAGE ON SCHEMA {schema} TO {role}").format(**names))
    connection.execute(
        sql.SQL("GRANT SELECT ON stratal_migration TO {role}").format(role=names["role"])
    )
    for table in connection.execute(_TENANT_TABLES).fetchall():
        connection.execute(
            sql.SQL("GRANT SELECT, INSERT, UPDATE, DELETE ON {table} TO {role}").format(
                table=sql.Identifier(table["name"]), role=names["role"]
            )
        )
