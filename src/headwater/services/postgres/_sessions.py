"""Manages connections to Postgres, and the rights and time limits of queries.

The agent's objects run with the rights of the role that uses them. For example, a view calls functions with the rights
of the role that selects from it, and so do column defaults, triggers and index expressions. Grading therefore reads as
a separate role that may only select, writes as the agent's role, and uses the superuser only if a check requests it.
"""

from __future__ import annotations

import os
import secrets
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import Enum
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from headwater.errors import QueryError
from headwater.services._queries import QueryLimits, Row, first_line

if TYPE_CHECKING:
    import psycopg

_CONNECT_SEC = 10
_GRACE_SEC = 3.0
"""The time that a statement may take beyond its timeout, because a function can catch the timeout and continue."""

# Every role can set these at the start of a session. Others, such as `seed`, have no value to restore.
_PINNED = """
    select distinct s.name, current_setting(s.name)
    from pg_db_role_setting, unnest(setconfig) as pinned, pg_settings s
    where s.name = split_part(pinned, '=', 1) and s.context = 'user'
        and s.name not in ('transaction_isolation', 'transaction_read_only', 'transaction_deferrable')
"""
# Agents cannot create these objects, so they come from a seed, or the agent has obtained a superuser's rights.
_LENDS_SUPERUSER = """
    select p.oid::pg_catalog.regprocedure::pg_catalog.text
    from pg_catalog.pg_proc as p join pg_catalog.pg_roles as owner on owner.oid operator(pg_catalog.=) p.proowner
    where p.prosecdef and owner.rolsuper and p.oid operator(pg_catalog.>=) 16384::pg_catalog.oid
      and p.prorettype operator(pg_catalog.<>) 'pg_catalog.event_trigger'::pg_catalog.regtype::pg_catalog.oid
    limit 1
"""
_SCHEMAS = (
    r"select nspname from pg_catalog.pg_namespace where nspname operator(pg_catalog.!~) '^(pg_|information_schema$)'"
)


class PostgresAccount(Enum):
    """The account whose rights apply to a query."""

    ADMINISTRATOR = "postgres"
    APP = "app"
    READER = "reader"


class PostgresSessions:
    """Holds socket connections to one server, one per database and account."""

    def __init__(self, socket_folder: Path, port: int, limits: QueryLimits | None) -> None:
        self.limits = limits
        self._folder = socket_folder
        self._port = port
        self._open: dict[tuple[PostgresAccount, str], psycopg.Connection[Row]] = {}

    def get(self, account: PostgresAccount, database: str) -> psycopg.Connection[Row]:
        """Return the open connection to a database as an account, or open a new one.

        Raises:
            QueryError: The server refuses the connection. The agent owns its database and can close or drop it.
        """
        import psycopg

        known = self._open.get((account, database))
        if known is not None and not known.closed:
            return known
        try:
            session = self._connect_as(account, database)
        except psycopg.Error as error:
            raise QueryError(first_line(error)) from None
        self._open[account, database] = session
        return session

    @contextmanager
    def watched(self, connection: psycopg.Connection[Row]) -> Iterator[None]:
        """End the connection if a query in this block takes longer than its limit."""
        if self.limits is None:
            yield
            return
        timer = threading.Timer(self.limits.seconds + _GRACE_SEC, self._end, [connection])
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def _end(self, connection: psycopg.Connection[Row]) -> None:
        """End the connection and its server process. An SQL function cannot prevent this."""
        import psycopg

        with suppress(psycopg.Error), self._connect("postgres", "postgres") as superuser:
            superuser.execute("select pg_terminate_backend(%s)", [connection.info.backend_pid])
        with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(connection.fileno())) as end:
            end.shutdown(socket.SHUT_RDWR)

    def _connect_as(self, account: PostgresAccount, database: str) -> psycopg.Connection[Row]:
        if account is not PostgresAccount.READER:
            return self._connect(account.value, database, self._options())
        self._admit_reader(database)
        name, password = self._reader
        # A function may run with its owner's rights, so a read-only transaction is needed to prevent writing.
        options = f"{self._options()} -c default_transaction_read_only=on"
        connection = self._connect(name, database, options, password)
        with self.watched(connection):
            lent = connection.execute(_LENDS_SUPERUSER).fetchone()
        if lent is not None:
            raise QueryError(f"{lent[0]} runs with a superuser's rights, so queries cannot be trusted")
        return connection

    def _connect(
        self, user: str, database: str, options: str = "", password: str | None = None
    ) -> psycopg.Connection[Row]:
        import psycopg

        return psycopg.connect(
            host=str(self._folder),
            port=self._port,
            user=user,
            password=password,
            dbname=database,
            options=options,
            connect_timeout=_CONNECT_SEC,
            autocommit=True,
        )

    @cached_property
    def _reader(self) -> tuple[str, str]:
        """Create a role that may read everything, in the copy that grading reads, and return its name and password."""
        name, password = f"reader_{secrets.token_hex(8)}", secrets.token_hex(24)
        with self._connect("postgres", "postgres") as connection:
            # The agent's row policies do not hide rows from this role, as they do not hide rows from the tables' owner.
            role = f"create role {name} login bypassrls in role pg_read_all_data, pg_monitor password '{password}'"
            connection.execute(role.encode())
        return name, password

    def _admit_reader(self, database: str) -> None:
        """Let the reader connect and call functions, because the agent may have revoked these rights from PUBLIC."""
        from psycopg import sql

        reader = sql.Identifier(self._reader[0])
        grant = sql.SQL("grant connect on database {} to {}").format(sql.Identifier(database), reader)
        with self._connect("postgres", "postgres") as connection:
            connection.execute(grant)
        with self._connect("postgres", database, self._options()) as connection:
            for (schema,) in connection.execute(_SCHEMAS).fetchall():
                routines = sql.SQL("grant execute on all routines in schema {} to {}")
                connection.execute(routines.format(sql.Identifier(schema), reader))

    def _options(self) -> str:
        """Return options that undo settings which an agent can change with ``alter database`` and ``alter role``.

        Otherwise an agent could use ``search_path`` to replace built-in functions with its own, or make every query
        time out. The values come from the database ``postgres``, whose settings only superusers can change.
        """
        with self._connect("postgres", "postgres") as connection:
            found = dict(connection.execute(_PINNED).fetchall())
        found["role"] = "none"
        if self.limits is not None:
            ms = str(int(self.limits.seconds * 1000))
            found |= {"statement_timeout": ms, "lock_timeout": ms}
        return " ".join(f"-c {name}={_escaped(value)}" for name, value in found.items())


def _escaped(value: str) -> str:
    """Escape a setting for the server's command-line options, which are split at whitespace."""
    return "".join(f"\\{character}" if character in "\\ \t\n" else character for character in value)
