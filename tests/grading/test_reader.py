"""Agent code in databases runs without rights that the agent did not have, and within a time limit."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.live import Live, Running, services_on

from headwater.errors import QueryError
from headwater.grading import Tooling
from headwater.records import ServiceName
from headwater.services import QueryLimits

SECONDS = 2.0
SOON_SEC = 20
"""Far less than any of these takes without limits, and enough for a loaded machine."""


@pytest.fixture(scope="module")
def agent_services(empty_services: dict[ServiceName, Path], tooling: Tooling) -> Iterator[Live[Running]]:
    """Services started as grading starts them on agent output; each test leaves its own objects in them."""
    live: Live[Running] = Live(services_on, empty_services, tooling, 0, None, QueryLimits(seconds=SECONDS))
    yield live
    live.close()


def postgres(running: Running, method: str, *args: Any) -> Any:
    return getattr(running.stack.postgres, method)(*args)


def postgres_admin(running: Running, method: str, *args: Any) -> Any:
    return getattr(running.stack.postgres.administrator, method)(*args)


def clickhouse(running: Running, method: str, *args: Any) -> Any:
    return getattr(running.stack.clickhouse, method)(*args)


def clickhouse_admin(running: Running, method: str, *args: Any) -> Any:
    return getattr(running.stack.clickhouse.administrator, method)(*args)


def refused(agent_services: Live[Running], ask: Any, sql: str) -> str:
    with pytest.raises(QueryError) as error:
        agent_services(ask, "query", sql)
    return str(error.value)


SUPERUSERS = {
    "a file": "pg_read_file('postgresql.conf')",
    "a folder": "(select string_agg(entry, ',') from pg_ls_dir('.') as entry)",
    "a reload": "pg_reload_conf()::text",
    "the superuser's role": "set_config('role', 'postgres', false)",
    "the superuser's session": "set_config('session_authorization', 'postgres', false)",
}


@pytest.mark.parametrize("what", SUPERUSERS)
def test_a_view_of_postgres_has_no_superusers_rights(agent_services: Live[Running], what: str) -> None:
    view = f"view_{list(SUPERUSERS).index(what)}"
    # A function returns the columns, so that nothing is resolved when the view is created.
    body = f"begin return {SUPERUSERS[what]}; end"
    agent_services(postgres, "execute", f"create function {view}_f() returns text language plpgsql as $$ {body} $$")
    agent_services(postgres, "execute", f"create view {view} as select {view}_f() as n")
    assert "permission denied" in refused(agent_services, postgres, f"select n from {view}")
    if what.startswith(("a ", "the superuser's role")):  # the difference is the account
        assert agent_services(postgres_admin, "query", f"select n from {view}")


def test_programs_are_not_run_by_a_view(agent_services: Live[Running]) -> None:
    body = "begin copy (select 1) to program 'touch /tmp/planted'; return 1; end"
    agent_services(postgres, "execute", f"create function run_it() returns int language plpgsql as $$ {body} $$")
    agent_services(postgres, "execute", "create view runs as select run_it() as n")
    assert "permission denied" in refused(agent_services, postgres, "select n from runs")


def reader_of_a_new_client(running: Running) -> str:
    name: str = running.stack.postgres.scalar("select session_user")
    return name


def test_the_reader_is_a_secret_role_that_only_reads(
    agent_services: Live[Running], empty_services: dict[ServiceName, Path], tooling: Tooling
) -> None:
    name = agent_services(reader_of_a_new_client)
    rights = "rolsuper or rolcreaterole or rolcreatedb or rolreplication"
    assert agent_services(postgres, "query", f"select {rights} from pg_roles where rolname = session_user") == [
        (False,)
    ]
    written = "select count(*) from pg_class where has_table_privilege(session_user, oid, 'insert, update, delete')"
    assert agent_services(postgres, "scalar", f"{written} and relkind = 'r'") == 0
    other: Live[Running] = Live(services_on, empty_services, tooling, 0, None, QueryLimits(seconds=SECONDS))
    try:
        assert other(reader_of_a_new_client) != name
    finally:
        other.close()


def test_seeds_find_no_reader(empty_services: dict[ServiceName, Path], tooling: Tooling) -> None:
    without_limits: Live[Running] = Live(services_on, empty_services, tooling, 0, None, None)
    try:
        assert without_limits(postgres, "scalar", "select session_user") == "postgres"
        assert without_limits(postgres, "scalar", "select count(*) from pg_roles where rolname like 'reader%'") == 0
    finally:
        without_limits.close()


def test_a_function_that_survives_its_timeout_is_ended(agent_services: Live[Running]) -> None:
    body = "begin loop begin perform pg_sleep(1000); exception when query_canceled then null; end; end loop; end"
    agent_services(postgres, "execute", f"create function stay() returns int language plpgsql as $$ {body} $$")
    agent_services(postgres, "execute", "create view stays as select stay() as n")
    started = time.monotonic()
    assert refused(agent_services, postgres, "select n from stays")
    assert time.monotonic() - started < SOON_SEC
    assert agent_services(postgres, "scalar", "select 1") == 1
    running = "select count(*) from pg_stat_activity where query like '%from stays%' and pid <> pg_backend_pid()"
    assert agent_services(postgres_admin, "scalar", running) == 0


def test_reading_writes_nothing_even_with_the_rights_of_a_functions_owner(agent_services: Live[Running]) -> None:
    body = "begin insert into counted values (1); return 1; end"
    agent_services(postgres, "execute", "create table counted (n int)")
    agent_services(
        postgres,
        "execute",
        f"create function count_it() returns int language plpgsql security definer as $$ {body} $$;"
        "create view counts as select count_it() as n",
    )
    assert "read-only transaction" in refused(agent_services, postgres, "select n from counts")
    assert agent_services(postgres, "scalar", "select count(*) from counted") == 0


def test_triggers_of_writes_have_the_agents_rights(agent_services: Live[Running]) -> None:
    agent_services(
        postgres,
        "execute",
        "create table fired (n int, who text default session_user); create function fire() returns trigger language "
        "plpgsql as $$ begin perform pg_read_file('postgresql.conf'); return new; end $$; "
        "create table calm (n int, who text default session_user)",
    )
    agent_services(
        postgres, "execute", "create trigger fires before insert on fired for each row execute function fire()"
    )
    with pytest.raises(QueryError, match="permission denied for function pg_read_file"):
        agent_services(postgres, "execute", "insert into fired values (1)")
    agent_services(postgres, "execute", "insert into calm values (1)")
    assert agent_services(postgres, "scalar", "select who from calm") == "app"


def test_rights_and_policies_of_the_agents_hide_nothing(agent_services: Live[Running]) -> None:
    agent_services(
        postgres,
        "execute",
        "create schema closed; create table closed.t (n int); insert into closed.t values (1), (2);"
        "alter table closed.t enable row level security; alter table closed.t force row level security;"
        "create policy hiding on closed.t using (n = 1 and current_user = 'app');"
        "create function closed.twice(int) returns int language sql as 'select 2 * $1';"
        "create view closed.doubled as select closed.twice(2) as n;"
        "revoke all on schema closed from public; revoke execute on function closed.twice from public",
    )
    agent_services(postgres, "execute", "create database shut", "postgres")
    agent_services(postgres, "execute", "revoke connect on database shut from public", "postgres")
    agent_services(postgres, "execute", "create table t as select 7 as n", "shut")
    assert agent_services(new_session_reads, "select n from t", "shut") == [(7,)]
    assert agent_services(new_session_reads, "select n from closed.t order by n", "app") == [(1,), (2,)]
    assert agent_services(new_session_reads, "select n from closed.doubled", "app") == [(4,)]


def new_session_reads(running: Running, sql: str, database: str) -> list[Any]:
    """Read with a client that connects after the agent has revoked rights."""
    running.stack._clients.pop("postgres", None)
    rows: list[Any] = running.stack.postgres.query(sql, (), database)
    return rows


def test_a_function_that_lends_a_superusers_rights_is_reported(agent_services: Live[Running]) -> None:
    agent_services(postgres, "execute", "create database lending", "postgres")
    lent = "create function public.lent() returns int language sql security definer as 'select 1'"
    agent_services(postgres_admin, "execute", lent, "lending")
    with pytest.raises(QueryError, match=r"^lent\(\) runs with a superuser's rights"):
        agent_services(new_session_reads, "select 1", "lending")


def pin_everything(running: Running) -> tuple[int, list[str]]:
    """Pin each setting that the agent may set, one at a time, and read in a new session; return count and refusals."""
    names = [row[0] for row in running.stack.postgres.query("select name from pg_settings where context = 'user'")]
    values = dict.fromkeys(names, "from current")
    values |= {"seed": "to 0.5", "role": "to app", "session_authorization": "to app", "search_path": "to nothing"}
    values |= {"transaction_timeout": "to 1", "default_transaction_read_only": "to on", "own.setting": "to 'a b'"}
    pinned, failed = 0, []
    for name, value in values.items():
        try:
            for where in ("database app", "role app", "role app in database app"):
                running.stack.postgres.execute(f"alter {where} set {name} {value}", "postgres")
        except QueryError:
            continue
        pinned += 1
        try:
            running.stack._clients.pop("postgres")
            assert running.stack.postgres.scalar("select count(*) > 0 from pg_class")
            running.stack.postgres.execute("create table if not exists pins (n int)")
            running.stack.postgres.administrator.execute("select 1")
        except QueryError as error:
            failed.append(f"{name}: {error}")
        for where in ("database app", "role app", "role app in database app"):
            running.stack.postgres.administrator.execute(f"alter {where} reset all", "postgres")
    return pinned, failed


@pytest.mark.minutes
def test_no_setting_that_an_agent_pins_keeps_grading_out(agent_services: Live[Running]) -> None:
    pinned, failed = agent_services(pin_everything)
    assert failed == []
    assert pinned > 100


SOURCES = {
    "a file": "file('planted.csv', 'CSV', 'n String')",
    "an address": "url('http://127.0.0.1:8123/?query=select+1', 'CSV', 'n String')",
    "a program": "executable('id', 'CSV', 'n String')",
    "a server": "remote('127.0.0.1:9000', system, one, 'app', 'pipeline')",
    "a file of SQLite": "sqlite('x.db', 't')",
}


@pytest.mark.parametrize("what", SOURCES)
def test_a_view_of_clickhouse_reaches_nothing_outside(agent_services: Live[Running], what: str) -> None:
    view = f"outside_{list(SOURCES).index(what)}"
    agent_services(clickhouse, "execute", f"create view {view} (n String) as select * from {SOURCES[what]}")
    message = refused(agent_services, clickhouse, f"select n from {view}")
    assert "ACCESS_DENIED" in message or "Not enough privileges" in message, message


def test_a_view_on_an_address_would_be_read_by_the_administrator(agent_services: Live[Running]) -> None:
    source = "url('http://127.0.0.1:8123/?query=select+7&user=app&password=pipeline', 'CSV', 'n String')"
    agent_services(clickhouse, "execute", f"create view address (n String) as select * from {source}")
    assert agent_services(clickhouse_admin, "query", "select n from address") == [("7",)]
    assert "ACCESS_DENIED" in refused(agent_services, clickhouse, "select n from address")


def test_views_that_answers_to_tasks_have_are_read(agent_services: Live[Running]) -> None:
    agent_services(postgres, "execute", "create table people as select 1 as id, 'ada' as name")
    views = {
        "of_values": ("values('n UInt8', 1, 2)", 2),
        "of_numbers": ("numbers(3)", 3),
        "of_tables": ("merge('system', '^one$')", 1),
        "of_postgres": ("postgresql('127.0.0.1:5432', 'app', 'people', 'app', 'pipeline')", 1),
    }
    for view, (source, rows) in views.items():
        agent_services(clickhouse, "execute", f"create view {view} as select * from {source}")
        assert agent_services(clickhouse, "scalar", f"select count() from {view}") == rows, view


def test_the_reader_of_clickhouse_cannot_write_and_writes_are_the_agents(agent_services: Live[Running]) -> None:
    agent_services(
        clickhouse, "execute", "create table written (n UInt8, who String default currentUser()) engine = Log"
    )
    agent_services(clickhouse, "insert", "written", [(1,)], ["n"])
    assert agent_services(clickhouse, "query", "select who, currentUser() from written") == [("app", "reader")]
    for statement in ("insert into written (n) values (2)", "drop table written", "system flush logs"):
        message = refused(agent_services, clickhouse, statement)
        assert "readonly" in message or "ACCESS_DENIED" in message or "Not enough privileges" in message, message
    with pytest.raises(QueryError, match=r"ACCESS_DENIED|Not enough privileges"):
        agent_services(clickhouse, "execute", "create user planted")
    assert agent_services(clickhouse_admin, "scalar", "select currentUser()") == "headwater"
