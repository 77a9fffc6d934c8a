"""The clients with which checks query the services."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

import pytest
from tests.live import Live, Running

from headwater.errors import QueryError
from headwater.services import ClickHouseClient, QueryLimits
from headwater.services.clickhouse.client import _statements


def postgres(running: Running, method: str, *args: Any, **kwargs: Any) -> Any:
    return getattr(running.stack.postgres, method)(*args, **kwargs)


def clickhouse(running: Running, method: str, *args: Any, **kwargs: Any) -> Any:
    return getattr(running.stack.clickhouse, method)(*args, **kwargs)


@pytest.fixture(scope="session")  # as long as the services, in which it makes tables
def filled(services: Live[Running]) -> Live[Running]:
    services(
        postgres,
        "execute",
        """
        create schema clients;
        create table clients.people (id int primary key, name varchar(20), paid numeric(10, 2), tags text[]);
        insert into clients.people values (1, 'ada', 1.50, '{a,b}'), (2, 'bo', null, null);
        create view clients.names as select name from clients.people;
        create materialized view clients.counted as select count(*) from clients.people;
        create table clients.parted (day date) partition by range (day);
        create table clients.parted_1 partition of clients.parted default;
        alter table clients.people drop column tags;
        """,
    )
    services(
        clickhouse,
        "execute",
        """
        create database clients;
        create table clients.numbers (id UInt64, name String) engine = MergeTree order by id
            settings index_granularity = 8192;
        insert into clients.numbers select number, toString(number) from numbers(100000);
        create view clients.few as select * from clients.numbers where id < 3;
        create table clients.queue (id UInt64) engine = Null;
        create materialized view clients.moved to clients.numbers as select id, 'x' as name from clients.queue;
        """,
    )
    return services


def test_postgres_rows_are_python_values(filled: Live[Running]) -> None:
    rows = filled(postgres, "query", "select id, name, paid from clients.people where id < %s order by id", [3])
    assert rows == [(1, "ada", Decimal("1.50")), (2, "bo", None)]


def test_a_percent_sign_needs_no_escape_without_parameters(filled: Live[Running]) -> None:
    assert filled(postgres, "scalar", "select name from clients.people where name like 'a%'") == "ada"


def test_scalar_of_no_rows_is_none(filled: Live[Running]) -> None:
    assert filled(postgres, "scalar", "select id from clients.people where false") is None
    assert filled(clickhouse, "scalar", "select id from clients.numbers where id = 1000000") is None


def test_postgres_lists_its_tables(filled: Live[Running]) -> None:
    names = [name for name in filled(postgres, "tables") if name.startswith("clients.")]
    assert names == ["clients.counted", "clients.parted", "clients.people"]  # the list excludes views and partitions
    assert filled(postgres, "has_table", "clients.names")
    assert not filled(postgres, "has_table", "clients.nothing")
    assert not filled(postgres, "has_table", "nowhere.nothing")


def test_postgres_lists_the_columns_of_a_table(filled: Live[Running]) -> None:
    columns = filled(postgres, "columns", "clients.people")
    assert list(columns.items()) == [("id", "integer"), ("name", "character varying(20)"), ("paid", "numeric(10,2)")]
    assert filled(postgres, "columns", "clients.nothing") == {}


def test_a_plan_is_the_tree_of_the_actual_run(filled: Live[Running]) -> None:
    plan = filled(postgres, "plan", "select * from clients.people where id = %s", [1])
    assert plan["Plan"]["Actual Rows"] == 1
    assert "Shared Hit Blocks" in plan["Plan"]


@pytest.mark.parametrize(
    ("sql", "message"),
    [
        ("select * from clients.nothing", 'relation "clients.nothing" does not exist'),
        ("select 1/0", "division by zero"),
    ],
)
def test_a_refused_postgres_query_is_one_line_and_harms_no_later_one(
    filled: Live[Running], sql: str, message: str
) -> None:
    for method in ("query", "scalar", "execute", "plan"):
        with pytest.raises(QueryError) as refused:
            filled(postgres, method, sql)
        assert message in str(refused.value)
        assert "\n" not in str(refused.value)
    assert filled(postgres, "scalar", "select 1") == 1


def as_app(running: Running, method: str, *args: Any) -> Any:
    return getattr(running.stack.postgres.app, method)(*args)


def test_the_agents_role_has_its_own_client(filled: Live[Running]) -> None:
    filled(as_app, "execute", "create schema owned; create table owned.t (id int)")
    owner = "select pg_get_userbyid(relowner) from pg_class where oid = 'owned.t'::regclass"
    assert filled(postgres, "scalar", owner) == "app"
    assert filled(as_app, "scalar", "select session_user") == "app"
    assert filled(postgres, "scalar", "select current_user") == "postgres"


def test_the_agents_role_cannot_do_more_than_the_agent(filled: Live[Running]) -> None:
    for script in ("select * from clients.people", "reset role; select * from clients.people"):
        with pytest.raises(QueryError, match="permission denied for schema clients"):
            filled(as_app, "execute", script)


def test_another_database_has_its_own_connection(filled: Live[Running]) -> None:
    assert filled(postgres, "scalar", "select current_database()", database="postgres") == "postgres"
    assert filled(postgres, "scalar", "select current_database()") == "app"


@pytest.mark.parametrize(
    ("create", "drop", "name"),
    [
        (
            "create function lower(varchar) returns text language sql as $$ select 'poisoned' $$",
            "drop function public.lower(varchar)",
            "lower(character varying)",
        ),
        (
            "create operator <= (leftarg = varchar, rightarg = integer, function = public.honest)",
            "drop operator public.<= (varchar, integer)",
            "<=(character varying,integer)",
        ),
    ],
)
def test_objects_that_can_hide_a_built_in_name_make_queries_fail(
    filled: Live[Running], create: str, drop: str, name: str
) -> None:
    honest = "create or replace function honest(varchar, integer) returns boolean language sql as 'select true'"
    filled(as_app, "execute", honest)
    assert filled(postgres, "scalar", "select lower('A'::varchar)") == "a"
    filled(as_app, "execute", create)
    with pytest.raises(QueryError, match=f"^{re.escape(name)} can hide a built-in"):
        filled(postgres, "scalar", "select lower('A'::varchar)")
    filled(postgres, "execute", drop)
    assert filled(postgres, "scalar", "select lower('A'::varchar)") == "a"


def test_functions_of_extensions_do_not_count(filled: Live[Running]) -> None:
    filled(as_app, "execute", "create extension citext")  # the extension has replace(citext, citext, citext) and more
    assert filled(postgres, "scalar", "select 1") == 1
    filled(postgres, "execute", "drop extension citext")


def test_clickhouse_rows_are_python_values(filled: Live[Running]) -> None:
    sql = "select id, name, [id] from clients.numbers where id < {limit:UInt8} order by id"
    assert filled(clickhouse, "query", sql, {"limit": 2}) == [(0, "0", [0]), (1, "1", [1])]


def hidden_by_a_function(running: Running, sql: str) -> tuple[Any, str]:
    """Query without limits, as a seed does, and with limits, as a check does."""
    stack = running.stack
    stack.clickhouse.execute("create function countIf as (x) -> 12345;")
    placement, run = stack._find("clickhouse").placement, stack._find("clickhouse").run
    checking = ClickHouseClient(stack.network, placement, run, QueryLimits())
    refused = ""
    try:
        for ask in (checking.query, checking.execute, checking.rows_read):
            with pytest.raises(QueryError, match=r"^the function countIf can hide a built-in one") as raised:
                ask(sql)
            refused = str(raised.value)
        assert checking.query("select 1 as countIf") == [(1,)]  # the user's function is not called
    finally:
        stack.clickhouse.execute("drop function countIf;")
    return checking.scalar(sql), refused


def test_a_function_named_like_a_combinator_makes_queries_fail(filled: Live[Running]) -> None:
    counted, refused = filled(hidden_by_a_function, "select `countIf` (id < 3) from clients.numbers")
    assert counted == 3
    assert "\n" not in refused


def test_clickhouse_lists_its_tables(filled: Live[Running]) -> None:
    names = [name for name in filled(clickhouse, "tables") if name.startswith("clients.")]
    assert names == ["clients.numbers"]  # only tables with their own data, without views and Null tables
    assert not [name for name in filled(clickhouse, "tables") if name.startswith("system.")]
    assert filled(clickhouse, "has_table", "clients.few")
    assert not filled(clickhouse, "has_table", "clients.nothing")


def test_clickhouse_describes_a_table(filled: Live[Running]) -> None:
    assert filled(clickhouse, "columns", "clients.numbers") == {"id": "UInt64", "name": "String"}
    assert filled(clickhouse, "columns", "clients.nothing") == {}
    table = filled(clickhouse, "table", "clients.numbers")
    assert (table["engine"], table["sorting_key"], table["total_rows"]) == ("MergeTree", "id", 100_000)
    assert filled(clickhouse, "table", "clients.nothing") == {}


def test_rows_read_is_the_servers_work(filled: Live[Running]) -> None:
    assert filled(clickhouse, "rows_read", "select sum(length(name)) from clients.numbers") == 100_000
    assert filled(clickhouse, "rows_read", "select name from clients.numbers where id = 5") == 8192  # one granule


def test_inserted_rows_arrive(filled: Live[Running]) -> None:
    filled(clickhouse, "execute", "create table clients.put (a UInt8, b String) engine = Memory;")
    filled(clickhouse, "insert", "clients.put", [(1, "x"), (2, "y")], ["a", "b"])
    assert filled(clickhouse, "query", "select b, a from clients.put order by a") == [("x", 1), ("y", 2)]


def test_a_refused_clickhouse_query_is_one_line_and_harms_no_later_one(filled: Live[Running]) -> None:
    for method in ("query", "scalar", "execute", "rows_read"):
        with pytest.raises(QueryError) as refused:
            filled(clickhouse, method, "select * from clients.nothing")
        assert "clients.nothing" in str(refused.value)
        assert "\n" not in str(refused.value)
    assert filled(clickhouse, "scalar", "select 1") == 1


def test_a_script_stops_at_its_first_failure(filled: Live[Running]) -> None:
    with pytest.raises(QueryError):
        filled(
            clickhouse,
            "execute",
            "create table clients.first (a Int8) engine = Log;\nselect nothing;\ndrop table clients.first;",
        )
    assert filled(clickhouse, "has_table", "clients.first")
    filled(clickhouse, "execute", "drop table clients.first;")


def test_seconds_are_measured_and_refusals_raise(filled: Live[Running]) -> None:
    assert 0.04 < filled(postgres, "seconds", "select pg_sleep(0.05)", repeats=2) < 2
    assert 0.04 < filled(clickhouse, "seconds", "select sleep(0.05)", repeats=2) < 2
    with pytest.raises(QueryError):
        filled(postgres, "seconds", "select nothing")


@pytest.mark.parametrize(
    ("script", "statements"),
    [
        ("", []),
        ("select 1", ["select 1"]),
        ("select 1;\nselect 2;\n", ["select 1", "select 2"]),
        ("select ';', 1;\nselect 2", ["select ';', 1", "select 2"]),
        ("select 1; -- one\n", ["select 1; -- one"]),
        (";\n;\n", []),
    ],
)
def test_statements_end_with_a_semicolon_at_the_end_of_a_line(script: str, statements: list[str]) -> None:
    assert _statements(script) == statements
