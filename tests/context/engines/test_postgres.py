"""Postgres is read and profiled, and nothing beyond its tables can be changed, read or reached."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.context.engines.scanning import Notes, profile_of
from tests.live import Live, Running

from headwater.context._scan import ScanRequest, scan
from headwater.context.catalog import Catalog, Origin, Range, TableKind, TypeKind
from headwater.context.engines import QueryLimitReached, QueryRefused, ReadLimits, open_reader
from headwater.errors import UserError

SCHEMA = """
create schema shop;
create schema "we""ird; drop table x";
create type shop.mood as enum ('good', 'bad');
create table shop.customers (
  id integer primary key, email text not null unique, mood shop.mood, tags text[], data jsonb, secret bytea,
  joined timestamptz default now(), score numeric(8,2), anything numeric, token uuid, note text
);
comment on table shop.customers is 'who buys';
comment on column shop.customers.email is 'lower case';
create table shop.orders (
  id bigint primary key, customer_id int references shop.customers, placed date, total numeric(10,2), paid bool
);
create table shop.visits (visit_id bigint, customer_id int, seconds double precision);
create table "we""ird; drop table x"."tab'le" (id int, "col""umn; --" text);
create view shop.big_orders as select * from shop.orders where total > 50;
insert into shop.customers select i, 'c' || i || '@example.org',
  case when i % 3 = 0 then 'bad' else 'good' end::shop.mood, array['a', 'b"c,d'], '{"k": 1}', '\\x00ff',
  timestamptz '2024-01-01 00:00+00' + make_interval(hours => i), i / 4.0, i * 1.5,
  md5(i::text)::uuid, case i when 1 then '' when 2 then null when 3 then E'line\\n"two", three' else 'x' end
  from generate_series(1, 120) i;
insert into shop.orders select i, 1 + (i * 7) % 120, date '2024-01-01' + (i % 90), (i % 100) + 0.25, i % 2 = 0
  from generate_series(1, 500) i;
insert into shop.visits select i, 1 + (i * 11) % 120, 'NaN' from generate_series(1, 300) i;
insert into "we""ird; drop table x"."tab'le" values (1, 'x');
"""


def make(running: Running) -> None:
    if not running.stack.postgres.query("select 1 from pg_namespace where nspname = 'shop'"):
        running.stack.postgres.app.execute(SCHEMA)


def scanned(running: Running, previous: Catalog) -> tuple[Catalog, list[str], list[str]]:
    make(running)
    notes = Notes()
    with running.stack.network:
        url = running.stack.variables["POSTGRES_URL"]
        catalog = scan([ScanRequest("db", "postgres://app", url)], Path("/"), previous, 60, notes)
    return catalog, sorted(notes.reused), sorted(notes.measured)


def request(running: Running, sql: str, limits: ReadLimits) -> tuple[list[tuple[object, ...]], str | None]:
    make(running)
    with running.stack.network:
        reader = open_reader("db", running.stack.variables["POSTGRES_URL"], Path("/"))
        answer = reader.query(sql, limits)
    return list(answer.rows), answer.truncated


def superuser(running: Running, sql: str) -> None:
    running.stack.postgres.execute(sql)


def scalar(running: Running, sql: str) -> object:
    return running.stack.postgres.scalar(sql)


def as_superuser(running: Running, sql: str) -> str:
    """Run a query and a scan with a role that may read the server's files."""
    make(running)
    superuser(running, "drop role if exists boss; create role boss superuser login password 'boss'")
    superuser(running, "create or replace view shop.trojan as select pg_read_file('/etc/passwd') as stolen")
    folder, port = running.stack.postgres._sessions._folder, running.stack.postgres._sessions._port
    reader = open_reader("db", f"postgresql://postgres@/app?host={folder}&port={port}", Path("/"))
    trojan = next(table for table in reader.structure().tables if table.name.name == "trojan")
    profile = reader.profile(trojan, 10)
    superuser(running, "drop view shop.trojan; drop role boss")
    assert all(column.profile is None for column in profile.columns)
    assert profile.problem is not None
    assert "not profiled" in profile.problem
    with pytest.raises(QueryRefused) as refused:
        reader.query(sql, ReadLimits())
    return str(refused.value)


def test_tables_columns_and_keys_are_read(servers: Live[Running]) -> None:
    catalog, _, _ = servers(scanned, Catalog())
    names = [table.name.qualified for table in catalog.tables]
    assert names == ["shop.big_orders", "shop.customers", "shop.orders", "shop.visits", "we\"ird; drop table x.tab'le"]
    customers = catalog.find("shop.customers")[0]
    assert customers.comment == "who buys"
    assert [column.kind for column in customers.columns] == [
        TypeKind.INTEGER,
        TypeKind.TEXT,
        TypeKind.TEXT,
        TypeKind.NESTED,
        TypeKind.JSON,
        TypeKind.BINARY,
        TypeKind.TIMESTAMP,
        TypeKind.DECIMAL,
        TypeKind.DECIMAL,
        TypeKind.UUID,
        TypeKind.TEXT,
    ]
    assert customers.columns[1].comment == "lower case"
    assert not customers.columns[1].nullable
    assert catalog.find("shop.big_orders")[0].kind is TableKind.VIEW
    assert not [table.problem for table in catalog.tables if table.problem]
    keys = {(key.table.name, key.columns, key.primary, key.origin) for key in catalog.keys}
    assert ("customers", ("email",), False, Origin.DECLARED) in keys
    assert ("visits", ("visit_id",), True, Origin.INFERRED) in keys
    references = {(key.table.name, key.columns, key.to_table.name, key.origin) for key in catalog.foreign_keys}
    assert ("orders", ("customer_id",), "customers", Origin.DECLARED) in references
    assert ("visits", ("customer_id",), "customers", Origin.INFERRED) in references


def test_profiles_equal_the_content_of_columns(servers: Live[Running]) -> None:
    catalog, _, _ = servers(scanned, Catalog())
    customers = catalog.find("shop.customers")[0]
    assert (customers.rows, customers.rows_exact, customers.profiled_rows) == (120, True, 120)
    mood, note = profile_of(customers, "mood"), profile_of(customers, "note")
    assert [(one.value, one.count) for one in mood.frequent] == [("good", 80), ("bad", 40)]
    assert mood.frequent_complete
    assert note.nulls == 1
    assert {one.value for one in note.frequent} == {"", "x", 'line\n"two", three'}
    score = profile_of(customers, "score")
    assert score.range == Range("0.25", "30.00")
    assert score.moments is not None
    assert score.moments.mean == pytest.approx(15.125)
    assert profile_of(customers, "joined").range == Range("2024-01-01 01:00:00", "2024-01-06 00:00:00")
    assert profile_of(customers, "secret").distinct == 1
    assert profile_of(catalog.find("visits")[0], "seconds").range == Range("nan", "nan")


def test_unchanged_tables_are_not_measured_again(servers: Live[Running]) -> None:
    first, _, _ = servers(scanned, Catalog())
    second, reused, measured = servers(scanned, first)
    assert (reused, measured) == (["customers", "orders", "tab'le", "visits"], ["big_orders"])
    assert second == first
    servers(superuser, "update shop.visits set seconds = 1 where visit_id = 5")
    _, reused, measured = servers(scanned, first)
    assert (reused, measured) == (["customers", "orders", "tab'le"], ["big_orders", "visits"])
    servers(superuser, "update shop.visits set seconds = 'NaN' where visit_id = 5")


ATTEMPTS = [
    "insert into shop.visits values (1, 1, 1)",
    "with gone as (delete from shop.visits returning 1) select * from gone",
    "select * into shop.copied from shop.visits",
    "select 1; drop table shop.visits",
    "select * from shop.visits for update",
    "create table shop.mine (i int)",
    "copy shop.visits to '/tmp/stolen'",
    "copy (select 1) to program 'touch /tmp/stolen'",
    "select pg_read_file('/etc/passwd')",
    "select pg_catalog.\"pg_read_file\"('/etc/passwd')",
    "select pg_ls_dir('/')",
    "select lo_import('/etc/passwd')",
    "select lo_from_bytea(0, '\\x00')",
    "select * from dblink('host=127.0.0.1 dbname=app user=app password=pipeline', 'select 1') as t(i int)",
    "select query_to_xml('delete from shop.visits', true, true, '')",
    "select set_config('transaction_read_only', 'off', true)",
    "select pg_sleep(1)",
    "select pg_terminate_backend(pg_backend_pid())",
    "select pg_advisory_lock(1)",
    "select nextval('shop.numbers')",
    "select shop.writes()",
    "select * from shop.elsewhere",
    "select * from shop.file_of_the_server",
    "set default_transaction_read_only = off",
    "do $$ begin perform 1; end $$",
    "explain analyze delete from shop.visits",
    "listen x",
    "select $$a$$; drop table shop.visits --",
    "select 1) as q; drop table shop.visits; select (1",
    "select E'\\'' ; drop table shop.visits --'",
    "/* /* */ select 1 */ drop table shop.visits",
]


FOREIGN_TABLES = """
create server files foreign data wrapper file_fdw;
create foreign table shop.file_of_the_server (line text) server files options (filename '/etc/passwd');
create server other foreign data wrapper postgres_fdw options (host '127.0.0.1', dbname 'app');
create user mapping for public server other options (user 'app', password 'pipeline');
create foreign table shop.elsewhere (visit_id bigint) server other options (schema_name 'shop', table_name 'visits');
grant select on shop.file_of_the_server, shop.elsewhere to app;
"""


def attempted(running: Running, sql: str) -> str:
    """Return the reader's message about a statement that attempts more than reading tables.

    The foreign tables are dropped again, because other tests count the tables of the same server.
    """
    make(running)
    superuser(
        running,
        """
        create extension if not exists dblink;
        create extension if not exists file_fdw;
        create extension if not exists postgres_fdw;
        create sequence if not exists shop.numbers;
        grant usage on sequence shop.numbers to app;
        create or replace function shop.writes() returns int language sql as 'delete from shop.visits returning 1';
        grant execute on function dblink(text, text) to app;
        """,
    )
    superuser(running, FOREIGN_TABLES)
    before = scalar(running, "select count(*) from shop.visits")
    try:
        with running.stack.network:
            reader = open_reader("db", running.stack.variables["POSTGRES_URL"], Path("/"))
            answer = reader.query(sql, ReadLimits(seconds=3))
    except QueryRefused as refused:
        text = str(refused)
    else:
        text = f"ANSWERED {answer.rows}"
    finally:
        superuser(running, "drop server files cascade; drop server other cascade")
    assert scalar(running, "select count(*) from shop.visits") == before
    return text


@pytest.mark.parametrize("sql", ATTEMPTS)
def test_nothing_beyond_reading_tables_is_possible(servers: Live[Running], sql: str) -> None:
    message = servers(attempted, sql)
    assert not message.startswith("ANSWERED"), message
    assert "\n" not in message
    assert not Path("/tmp/stolen").exists()


def test_a_role_that_can_read_server_files_is_refused_without_touching_its_views(servers: Live[Running]) -> None:
    assert "as another" in servers(as_superuser, "select 1")


@pytest.mark.parametrize(
    ("sql", "rows"),
    [
        ("select count(*) as n from shop.orders where paid", [(250,)]),
        ("with o as (select * from shop.orders) select max(total) from o; -- all", [("99.25",)]),
        ("select 1 as a, 2 as a", [(1, 2)]),
        (
            "select date 'infinity', null, array[1, 2], '{}'::json, 1.5::float8, true",
            [("infinity", None, "{1,2}", "{}", 1.5, True)],
        ),
        ("values (1), (2)", [(1,), (2,)]),
        ("select id from shop.orders order by id desc limit 2", [(500,), (499,)]),
        (
            "select date_trunc('month', placed)::date::text, count(*) from shop.orders group by 1 order by 1 limit 1",
            [("2024-01-01", 185)],
        ),
    ],
)
def test_reading_works(servers: Live[Running], sql: str, rows: list[tuple[object, ...]]) -> None:
    assert servers(request, sql, ReadLimits()) == (rows, None)


def test_an_answer_is_bounded(servers: Live[Running]) -> None:
    rows, truncated = servers(request, "select * from generate_series(1, 100000)", ReadLimits(rows=5))
    assert len(rows) == 5
    assert "more than 5 rows" in str(truncated)
    rows, truncated = servers(request, "select repeat('x', 90000000)", ReadLimits(cell=10))
    assert rows == [("x" * 10 + "…",)]
    rows, truncated = servers(request, "select repeat('x', 100) from generate_series(1, 100)", ReadLimits(bytes=1000))
    assert len(rows) == 10
    assert "1,000 bytes" in str(truncated)
    with pytest.raises(QueryLimitReached, match="ended after"):
        servers(request, "select count(*) from generate_series(1, 10000000000)", ReadLimits(seconds=0.5))


def unreachable(running: Running) -> None:
    with running.stack.network:
        open_reader("db", "postgres://app:hunter2@127.0.0.1:1/app", Path("/"))


def test_a_server_that_does_not_answer_is_one_line_without_the_password(servers: Live[Running]) -> None:
    with pytest.raises(UserError, match="cannot connect") as caught:
        servers(unreachable)
    assert "hunter2" not in str(caught.value)
    assert "\n" not in str(caught.value)
