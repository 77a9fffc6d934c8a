"""ClickHouse is read and profiled, and nothing beyond its tables can be changed, read or reached."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.context.engines.scanning import Notes, profile_of
from tests.live import Live, Running

from headwater.context._scan import ScanRequest, scan
from headwater.context.catalog import Catalog, Range, Table, TableKind, TypeKind
from headwater.context.engines import QueryLimitReached, QueryRefused, ReadLimits, open_reader
from headwater.errors import UserError

SCHEMA = """
create database shop;
create table shop.customers (
  id UInt32, city LowCardinality(String) comment 'where', score Decimal(9, 2), maybe Nullable(Int32),
  tags Array(String), token UUID,
  joined DateTime64(3, 'UTC'), day Date, kind Enum8('a' = 1, 'b' = 2), x Float64, ok Bool,
  state AggregateFunction(sum, UInt8)
) engine = MergeTree order by id comment 'who buys';
create table shop.orders (order_id UInt64, customer_id UInt32, total Float64) engine = MergeTree order by order_id;
create table shop.small (id Int8, name String) engine = Memory;
create view shop.by_city as select city, count() as n from shop.customers group by city;
create table shop.elsewhere (line String) engine = URL('http://127.0.0.1:9/x', CSV);
create view shop.trojan as select * from url('http://127.0.0.1:9/x', CSV, 'a String');
create view shop.thief as select file('/etc/passwd') as stolen;
create table shop.`we\\`ird "; drop` (id Int8) engine = Memory;
insert into shop.customers select number + 1, ['Oslo', 'Rome', 'Lima'][number % 3 + 1], number / 4,
  if(number % 5 = 0, null, number), ['a', 'b'], generateUUIDv4(),
  toDateTime64('2024-01-01 00:00:00', 3, 'UTC') + number,
  toDate('2024-01-01') + number, if(number % 2 = 0, 'a', 'b'), if(number = 7, nan, number), number % 2,
  initializeAggregation('sumState', toUInt8(1)) from numbers(200);
insert into shop.orders select number + 1000, number * 7 % 200 + 1, number from numbers(3000);
insert into shop.small values (1, 'one'), (2, '');
"""


def make(running: Running) -> None:
    if not running.stack.clickhouse.query("select 1 from system.databases where name = 'shop'"):
        running.stack.clickhouse.execute(SCHEMA)


def url_of(running: Running) -> str:
    variables = running.stack.variables
    user, password = variables["CLICKHOUSE_USER"], variables["CLICKHOUSE_PASSWORD"]
    return f"clickhouse://{user}:{password}@{variables['CLICKHOUSE_HOST']}:{variables['CLICKHOUSE_PORT']}/shop"


def scanned(running: Running, previous: Catalog) -> tuple[Catalog, list[str], list[str]]:
    make(running)
    notes = Notes()
    with running.stack.network:
        catalog = scan([ScanRequest("ch", "clickhouse://app", url_of(running))], Path("/"), previous, 60, notes)
    return catalog, sorted(notes.reused), sorted(notes.measured)


def request(running: Running, sql: str, limits: ReadLimits) -> tuple[list[tuple[object, ...]], str | None]:
    make(running)
    with running.stack.network:
        answer = open_reader("ch", url_of(running), Path("/")).query(sql, limits)
    return list(answer.rows), answer.truncated


def execute(running: Running, sql: str) -> None:
    running.stack.clickhouse.execute(sql)


def of_nulls(running: Running) -> list[Table]:
    """Create tables that contain only nulls, with and without rows, and return their scanned metadata."""
    make(running)
    execute(
        running,
        """
        create database if not exists blank;
        create table blank.rows (id Int8, n Nullable(Int32), t Nullable(String), d Nullable(Date),
          x LowCardinality(Nullable(String)), f Nullable(Float64), z Nullable(Decimal(9, 2)), b Nullable(Bool)
        ) engine = MergeTree order by id;
        create table blank.none as blank.rows;
        insert into blank.rows (id) values (1), (2)
        """,
    )
    with running.stack.network:
        reader = open_reader("ch", url_of(running), Path("/"))
        found = [reader.profile(table, 60) for table in reader.structure().tables if table.name.schema == "blank"]
    execute(running, "drop database blank")
    return found


def test_columns_that_hold_only_null_are_measured(servers: Live[Running]) -> None:
    for table in servers(of_nulls):
        assert table.problem is None
        for column in table.columns[1:]:
            profile = profile_of(table, column.name)
            assert (profile.nulls, profile.distinct, profile.range) == (table.rows, 0, None)


def test_tables_and_columns_are_read(servers: Live[Running]) -> None:
    catalog, _, _ = servers(scanned, Catalog())
    kinds = {table.name.name: table.kind for table in catalog.tables if table.name.schema == "shop"}
    assert kinds == {
        "by_city": TableKind.VIEW,
        "customers": TableKind.TABLE,
        "elsewhere": TableKind.EXTERNAL,
        "orders": TableKind.TABLE,
        "small": TableKind.TABLE,
        "thief": TableKind.VIEW,
        "trojan": TableKind.VIEW,
        'we`ird "; drop': TableKind.TABLE,
    }
    customers = catalog.find("shop.customers")[0]
    assert customers.comment == "who buys"
    assert customers.columns[1].comment == "where"
    assert [column.kind for column in customers.columns] == [
        TypeKind.INTEGER,
        TypeKind.TEXT,
        TypeKind.DECIMAL,
        TypeKind.INTEGER,
        TypeKind.NESTED,
        TypeKind.UUID,
        TypeKind.TIMESTAMP,
        TypeKind.DATE,
        TypeKind.TEXT,
        TypeKind.FLOAT,
        TypeKind.BOOLEAN,
        TypeKind.OTHER,
    ]
    assert [column.name for column in customers.columns if column.nullable] == ["maybe"]


def test_unmeasurable_parts_have_a_line_and_the_rest_is_measured(servers: Live[Running]) -> None:
    catalog, _, _ = servers(scanned, Catalog())
    problems = {table.name.name: table.problem for table in catalog.tables if table.problem}
    assert "customers" not in problems, problems["customers"]
    assert set(problems) == {"elsewhere", "trojan", "thief", 'we`ird "; drop'}
    assert "outside of this server" in str(problems["elsewhere"])
    assert "url()" in str(problems["trojan"])
    assert "file()" in str(problems["thief"])
    assert "root:" not in str(catalog)


def test_profiles_equal_the_content_of_columns(servers: Live[Running]) -> None:
    catalog, _, _ = servers(scanned, Catalog())
    customers = catalog.find("shop.customers")[0]
    assert (customers.rows, customers.profiled_rows) == (200, 200)
    city, maybe, x = profile_of(customers, "city"), profile_of(customers, "maybe"), profile_of(customers, "x")
    assert [(one.value, one.count) for one in city.frequent] == [("Oslo", 67), ("Rome", 67), ("Lima", 66)]
    assert (city.distinct, city.distinct_exact, city.frequent_complete) == (3, True, True)
    assert (maybe.nulls, maybe.distinct, maybe.range) == (40, 160, Range(1, 199))
    assert x.moments is not None
    assert x.moments.mean == pytest.approx((199 * 200 / 2 - 7) / 199)
    assert profile_of(customers, "score").range == Range("0", "49.75")
    assert profile_of(customers, "day").range == Range("2024-01-01", "2024-07-18")
    assert profile_of(customers, "ok").range == Range(False, True)
    assert profile_of(customers, "tags").samples == ("['a','b']",)
    state = customers.column("state")
    assert state is not None
    assert state.profile is None


def test_keys_are_inferred(servers: Live[Running]) -> None:
    catalog, _, _ = servers(scanned, Catalog())
    keys = {(key.table.name, key.columns) for key in catalog.keys}
    assert {("customers", ("id",)), ("orders", ("order_id",))} <= keys
    assert {(key.table.name, key.columns, key.to_table.name) for key in catalog.foreign_keys} == {
        ("orders", ("customer_id",), "customers")
    }


def test_unchanged_tables_are_not_measured_again(servers: Live[Running]) -> None:
    first, _, _ = servers(scanned, Catalog())
    second, reused, _ = servers(scanned, first)
    assert reused == ["customers", "orders", "small"]
    assert second == first
    servers(execute, "insert into shop.orders values (5000, 1, 1);\n")
    _, reused, measured = servers(scanned, first)
    assert reused == ["customers", "small"]
    assert "orders" in measured


ATTEMPTS = [
    "insert into shop.small values (3, 'x')",
    "create table shop.mine (i Int8) engine = Memory",
    "drop table shop.small",
    "alter table shop.small delete where 1",
    "truncate table shop.small",
    "select 1; drop table shop.small",
    "select 1 settings readonly = 0",
    "set readonly = 0",
    "select file('/etc/passwd')",
    "select `file`('/etc/passwd')",
    "select FILE('/etc/passwd')",
    "select * from file('/etc/passwd', LineAsString)",
    "select (select file('/etc/passwd'))",
    "with (select file('/etc/passwd')) as stolen select stolen",
    "select * from shop.thief",
    "select * from url('http://127.0.0.1:9/x', CSV, 'a String')",
    "select * from (select 1) union all select * from url('http://127.0.0.1:9/x', CSV, 'a String')",
    "select * from shop.elsewhere",
    "select * from elsewhere",
    "select count() from shop.trojan",
    "select * from remote('127.0.0.1', system.one)",
    "select * from s3('http://127.0.0.1:9/x', 'CSV', 'a String')",
    "select * from postgresql('127.0.0.1:5432', 'app', 'visits', 'app', 'pipeline')",
    "select * from executable('x.sh', CSV, 'a String')",
    "select * from merge('shop', '.*')",
    "select * from system.query_log",
    "select * from system.zookeeper",
    "select sleep(1)",
    "select 1 into outfile '/tmp/stolen'",
    "select 1 format Native",
    "show tables",
    "kill query where 1",
    "system shutdown",
    "select 1) union all select file('/etc/passwd') --",
    "select",
]


def attempted(running: Running, sql: str) -> str:
    make(running)
    before = running.stack.clickhouse.query("select count() from shop.small")
    try:
        rows, _ = request(running, sql, ReadLimits(seconds=3))
    except QueryRefused as refused:
        text = str(refused)
    else:
        text = f"ANSWERED {rows}"
    assert running.stack.clickhouse.query("select count() from shop.small") == before
    return text


@pytest.mark.parametrize("sql", ATTEMPTS)
def test_nothing_beyond_reading_tables_is_possible(servers: Live[Running], sql: str) -> None:
    message = servers(attempted, sql)
    assert not message.startswith("ANSWERED"), message
    assert "\n" not in message
    assert not Path("/tmp/stolen").exists()


@pytest.mark.parametrize(
    ("sql", "rows"),
    [
        ("select count() from shop.orders", [(3000,)]),
        ("select count() as n from customers where city = 'Oslo';", [(67,)]),
        ("with o as (select * from shop.orders where order_id < 2000) select max(total) from o -- all", [(999,)]),
        ("select number from numbers(5) order by number desc limit 2", [(4,), (3,)]),
        (
            "select null, [1, 2], nan, 18446744073709551615, 'a\nb'",
            [(None, "[1, 2]", "nan", 18446744073709551615, "a\nb")],
        ),
        ("select sum(n) from shop.by_city", [(200,)]),
    ],
)
def test_reading_works(servers: Live[Running], sql: str, rows: list[tuple[object, ...]]) -> None:
    servers(scanned, Catalog())
    got, truncated = servers(request, sql, ReadLimits())
    assert truncated is None
    if "shop.orders" in sql and "count" in sql:
        assert got[0][0] in (3000, 3001)  # another test may have added a row
    else:
        assert got == rows


def test_an_answer_is_bounded(servers: Live[Running]) -> None:
    rows, truncated = servers(request, "select number from numbers(100000)", ReadLimits(rows=5))
    assert len(rows) == 5
    assert "more than 5 rows" in str(truncated)
    rows, _ = servers(request, "select repeat('x', 900000)", ReadLimits(cell=10))
    assert rows == [("x" * 10 + "…",)]
    rows, truncated = servers(request, "select repeat('x', 100) from numbers(100)", ReadLimits(bytes=1000))
    assert len(rows) == 10
    assert "1,000 bytes" in str(truncated)
    with pytest.raises(QueryLimitReached, match="ended after"):
        servers(
            request, "select count() from numbers(100000000000) where sipHash64(number) = 1", ReadLimits(seconds=0.5)
        )


def unreachable(running: Running, password: str) -> None:
    with running.stack.network:
        port = 1 if password == "hunter2" else running.stack.variables["CLICKHOUSE_PORT"]
        open_reader("ch", f"clickhouse://app:{password}@127.0.0.1:{port}/shop", Path("/"))


@pytest.mark.parametrize("password", ["hunter2", "hunter3"], ids=["no server", "wrong password"])
def test_a_refused_login_is_reported_in_one_line_without_the_password(servers: Live[Running], password: str) -> None:
    with pytest.raises(UserError) as caught:
        servers(unreachable, password)
    assert "127.0.0.1" in str(caught.value)
    assert password not in str(caught.value)
    assert "\n" not in str(caught.value)
