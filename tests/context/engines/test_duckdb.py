"""DuckDB files: what they have is read and measured, and nothing can be changed, read or reached beyond them."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.context.engines.scanning import Notes, profile_of

from headwater.context._scan import Interrupted, Wanted, scan
from headwater.context.catalog import Catalog, Origin, Range, TableKind, TypeKind
from headwater.context.engines import LimitReached, Limits, QueryRefused, Reader, open_reader
from headwater.context.engines._duckdb_types import kind_of
from headwater.errors import UserError

SCHEMA = """
create schema raw;
create schema "we""ird; drop table x";
create type mood as enum ('good', 'bad');
create table raw.customers (
  id integer primary key, name varchar not null, mood mood, score decimal(8, 2), big hugeint, ratio double, born date,
  seen timestamptz, token uuid, tags varchar[], data json, secret blob, ok boolean, nothing integer
);
comment on table raw.customers is 'who buys';
comment on column raw.customers.name is 'as they write it';
create table raw.orders (id integer primary key, customer_id integer references raw.customers (id), total double);
create table visits (visit_id bigint, customer_id integer);
create table "we""ird; drop table x"."tab'le" ("col""umn; --" varchar);
create table empty (id integer, name varchar);
create view big_orders as select * from raw.orders where total > 50;
create view "file" as select 1 as "größe as";
create table gone (i integer);
create view broken as select * from gone;
drop table gone;
create macro harmless(x) as x + 1;
create macro thief(p) as table select * from read_text(p);
create macro sly(p) as (select count(*) from read_text(p));
create view "as view ünd" ("a as") as select 1;
create sequence numbers;
insert into raw.customers select i, 'c' || i, case when i % 3 = 0 then 'bad' else 'good' end::mood, i / 4.0,
  170141183460469231731687303715884105727, case i when 1 then 'nan' when 2 then 'inf' when 3 then 1e300 else i end,
  case i when 1 then 'infinity' else date '2024-01-01' + i::integer end, timestamptz '2024-01-01 00:00:00+00', uuid(),
  ['a'], '{}', '\\x00\\xff'::blob, i % 2 = 0, null from range(1, 201) r(i);
insert into raw.orders select i, 1 + (i * 7) % 200, i % 100 from range(1, 901) r(i);
insert into visits select i, 1 + (i * 11) % 200 from range(1, 301) r(i);
insert into "we""ird; drop table x"."tab'le" values ('x');
"""


@pytest.fixture(scope="module")
def warehouse(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("warehouse") / "shop.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute(SCHEMA)
    return path


@pytest.fixture(scope="module")
def reader(warehouse: Path) -> Iterator[Reader]:
    opened = open_reader("shop", str(warehouse), Path("/"))
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def catalog(warehouse: Path) -> Catalog:
    return scan([Wanted("shop", str(warehouse))], Path("/"), Catalog(), 60, Notes())


def test_tables_columns_and_declared_keys_are_read(catalog: Catalog) -> None:
    kinds = {table.name.qualified: table.kind for table in catalog.tables}
    assert kinds["raw.customers"] is TableKind.TABLE
    assert kinds["main.big_orders"] is TableKind.VIEW
    assert "we\"ird; drop table x.tab'le" in kinds
    customers = catalog.find("raw.customers")[0]
    assert (customers.comment, customers.columns[1].comment) == ("who buys", "as they write it")
    assert not customers.columns[1].nullable
    assert [column.kind.value for column in customers.columns] == [
        *("integer", "text", "text", "decimal", "integer", "float", "date"),
        *("timestamp", "uuid", "nested", "json", "binary", "boolean", "integer"),
    ]
    declared = {(key.table.name, key.columns) for key in catalog.keys if key.origin is Origin.DECLARED}
    assert declared == {("customers", ("id",)), ("orders", ("id",))}
    references = {(key.table.name, key.columns, key.origin) for key in catalog.foreign_keys}
    assert references == {
        ("orders", ("customer_id",), Origin.DECLARED),
        ("visits", ("customer_id",), Origin.INFERRED),
        ("big_orders", ("customer_id",), Origin.INFERRED),
    }


def test_columns_are_measured_as_they_are(catalog: Catalog) -> None:
    customers = catalog.find("raw.customers")[0]
    assert (customers.rows, customers.rows_exact, customers.profiled_rows, customers.problem) == (200, True, 200, None)
    mood, ratio, nothing = (profile_of(customers, name) for name in ("mood", "ratio", "nothing"))
    assert [(one.value, one.count) for one in mood.frequent] == [("good", 134), ("bad", 66)]
    assert (mood.distinct, mood.distinct_exact, mood.frequent_complete) == (2, True, True)
    assert (nothing.nulls, nothing.distinct, nothing.range, nothing.moments) == (200, 0, None, None)
    assert ratio.range is not None
    assert ratio.range.max == "nan"
    assert ratio.moments is not None
    assert ratio.moments.std is None
    assert profile_of(customers, "score").range == Range("0.25", "50.00")
    assert profile_of(customers, "born").range == Range("2024-01-03", "infinity")
    assert profile_of(customers, "secret").samples == ("\\x00\\xFF",)
    identity = profile_of(customers, "id")
    assert identity.moments is not None
    assert identity.moments.quartiles == (50.75, 100.5, 150.25)
    assert identity.moments.quartiles_exact
    assert (identity.distinct, identity.distinct_exact) == (200, True)
    assert catalog.find("empty")[0].rows == 0


def test_statistics_are_those_of_summarize(tmp_path: Path) -> None:
    path = tmp_path / "random.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("select setseed(0.5)")
        connection.execute(
            "create table t as select i as id, (random() * 1000)::int as n, case when i % 7 = 0 then null else random()"
            " end as x, ['a', 'b', 'c'][1 + (i % 3)] as word, md5(i::varchar) as h from range(20000) r(i)"
        )
        expected = {row[0]: row for row in connection.execute("summarize t").fetchall()}
    table = scan([Wanted("r", str(path))], Path("/"), Catalog(), 60, Notes()).tables[0]
    for column in table.columns:
        _, _, low, high, distinct, mean, std, *quartiles, count, null_percentage = expected[column.name]
        found = profile_of(table, column.name)
        assert found.range is not None
        assert (str(found.range.min), str(found.range.max)) == (low, high)
        assert found.nulls == round(count * float(null_percentage) / 100)
        assert found.distinct == pytest.approx(distinct, rel=0.1)
        if mean is not None:
            assert found.moments is not None
            assert found.moments.mean == pytest.approx(float(mean))
            assert found.moments.std == pytest.approx(float(std))
            assert found.moments.quartiles == pytest.approx([float(one) for one in quartiles], rel=0.03)


def test_values_that_stand_out_among_many_are_found_in_a_sample(tmp_path: Path) -> None:
    path = tmp_path / "skewed.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute(
            "create table t as select case when i % 3 = 0 then 'unknown' else 'v' || i end as v from range(60000) r(i)"
        )
    found = profile_of(scan([Wanted("s", str(path))], Path("/"), Catalog(), 60, Notes()).tables[0], "v")
    assert [one.value for one in found.frequent] == ["unknown"]
    assert not found.frequent_exact
    assert not found.frequent_complete
    assert found.frequent[0].count == pytest.approx(683, rel=0.1)  # of the sample


def test_what_cannot_be_measured_has_a_line_and_the_rest_is(catalog: Catalog) -> None:
    problems = {table.name.name: table.problem for table in catalog.tables if table.problem}
    assert set(problems) == {"broken"}
    assert "gone" in str(problems["broken"])


def test_an_unchanged_file_is_not_opened_and_an_unchanged_table_not_measured(tmp_path: Path) -> None:
    path = tmp_path / "shop.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("create table a as select range as id from range(50); create table b as from a")
    first, second, third = Notes(), Notes(), Notes()
    before = scan([Wanted("s", str(path))], Path("/"), Catalog(), 60, first)
    assert scan([Wanted("s", str(path))], Path("/"), before, 60, second) == before
    assert (sorted(first.measured), second.measured, second.reused) == (["a", "b"], [], [])
    with duckdb.connect(str(path)) as connection:
        connection.execute("update b set id = 1000 where id = 7; checkpoint")
    after = scan([Wanted("s", str(path))], Path("/"), before, 60, third)
    assert (third.reused, third.measured) == (["a"], ["b"])
    assert profile_of(after.find("b")[0], "id").range == Range(0, 1000)
    assert profile_of(after.find("a")[0], "id") == profile_of(before.find("a")[0], "id")


ATTEMPTS = [
    "insert into visits values (1, 1)",
    "create table mine (i integer)",
    "create temp table mine (i integer)",
    "drop table visits",
    "select 1; drop table visits",
    "copy visits to '/tmp/stolen'",
    "export database '/tmp/stolen'",
    "attach '/tmp/stolen.duckdb'",
    "pragma threads = 1",
    "set enable_external_access = true",
    "install httpfs",
    "load httpfs",
    "call pragma_version()",
    "checkpoint",
    "explain analyze select 1",
    "select * from read_text('/etc/passwd')",
    "select * from '/etc/passwd'",
    "select * from read_csv('/etc/passwd')",
    "select * from system.main.read_text('/etc/passwd')",
    "select * from \"READ_TEXT\"('/etc/passwd')",
    "select * from glob('/etc/*')",
    "select * from 'http://127.0.0.1:9/x.csv'",
    "select * from read_parquet('http://127.0.0.1:9/x')",
    "select * from thief('/etc/passwd')",
    "select sly('/etc/passwd')",
    "select * from arrow_scan(1, 2, 3)",
    "select * from pandas_scan(1)",
    "select (select count(*) from arrow_scan(1, 2, 3))",
    "with x as (select * from arrow_scan(1, 2, 3)) select * from x",
    "select * from query('select * from arrow_scan(1, 2, 3)')",
    "select * from json_execute_serialized_sql(json_serialize_sql('select 42'))",
    "select * from force_checkpoint()",
    "select * from enable_logging(storage = 'file', storage_path = '/tmp/stolen')",
    "select * from duckdb_secrets()",
    "select * from duckdb_settings()",
    "select nextval('numbers')",
    "select write_log('x')",
    "select * from local_variable",
    "select * from big_orders, read_text('/etc/passwd')",
    "describe select * from read_text('/etc/passwd')",
    "summarize '/etc/passwd'",
    "select 1) union all (select content from read_text('/etc/passwd')",
    "select * from " + "(select * from " * 2000 + "(select 1)" + ")" * 2000,
    "select",
    "",
]


@pytest.mark.parametrize("sql", ATTEMPTS, ids=lambda sql: sql[:60])
def test_nothing_beyond_reading_tables_is_possible(reader: Reader, warehouse: Path, sql: str) -> None:
    local_variable = duckdb.from_arrow  # what a scan of Python's variables would look for
    assert local_variable is not None
    before = warehouse.read_bytes()
    with pytest.raises((QueryRefused, LimitReached)) as refused:
        reader.query(sql, Limits(seconds=5))
    assert "\n" not in str(refused.value)
    assert "root:" not in str(refused.value)
    assert warehouse.read_bytes() == before
    assert not Path("/tmp/stolen").exists()


@pytest.mark.parametrize("threat", ["query('select 1')", "read_text('/etc/passwd')"])
def test_a_hostile_database_cannot_make_a_view_or_macro_of_it(tmp_path: Path, threat: str) -> None:
    path = tmp_path / "hostile.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("create table t as select 1 as i")
        connection.execute(f"create macro innocent() as table select * from {threat}")
        connection.execute(
            "create view v as select * from innocent()" if "text" in threat else "create view v as select 1"
        )
        connection.execute("create macro lower(x) as (select count(*) from read_text(x))")
    hostile = open_reader("h", str(path), Path("/"))
    try:
        for sql in ("select * from innocent()", "select lower('/etc/passwd')"):
            with pytest.raises(QueryRefused, match="not allowed"):
                hostile.query(sql, Limits())
    finally:
        hostile.close()


@pytest.mark.parametrize(
    ("sql", "rows"),
    [
        ("select count(*) from raw.orders; -- all of them", [(900,)]),
        ("from visits order by visit_id limit 1", [(1, 12)]),
        ("with o as (select * from raw.orders) select max(total) from o", [(99.0,)]),
        ("select 1 as a, 2 as a", [(1, 2)]),
        ("select harmless(2), sum(i) from range(5) t(i)", [(3, 10)]),
        ("select visit_id from visits order by visit_id desc limit 2", [(300,), (299,)]),
        ("values (1, null), (2, 'x')", [(1, None), (2, "x")]),
        (
            "select date 'infinity', [1, 2], {'a': 1}, 1.50::decimal(9, 2), 'nan'::double, true, interval 1 day",
            [("infinity", "[1, 2]", "{'a': 1}", "1.50", "nan", True, "1 day")],
        ),
        ("select timestamptz '2024-01-01 00:00:00+00' < now()", [(True,)]),
        ('select "größe as" from file', [(1,)]),
        ('select "a as" from "as view ünd"', [(1,)]),
        ("select column_name from (describe empty)", [("id",), ("name",)]),
    ],
)
def test_reading_works(reader: Reader, sql: str, rows: list[tuple[object, ...]]) -> None:
    answer = reader.query(sql, Limits())
    assert list(answer.rows) == rows
    assert answer.truncated is None


def test_an_answer_is_bounded(reader: Reader) -> None:
    answer = reader.query("select * from range(100000)", Limits(rows=5))
    assert len(answer.rows) == 5
    assert "more than 5 rows" in str(answer.truncated)
    assert reader.query("select repeat('x', 100000000)", Limits(cell=10)).rows == (("x" * 10 + "…",),)
    answer = reader.query("select repeat('x', 100) from range(100)", Limits(bytes=1000))
    assert len(answer.rows) == 10
    assert "1,000 bytes" in str(answer.truncated)
    with pytest.raises(LimitReached, match="ended after"):
        reader.query("select count(*) from range(10000000000) a, range(10000) b", Limits(seconds=0.3))


NAMES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=20)


@given(names=st.lists(NAMES, min_size=20, max_size=20, unique_by=str.casefold))
@settings(derandomize=True, max_examples=4, deadline=None)
def test_any_name_is_read_and_measured(names: list[str], tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("names") / "names.duckdb"
    with duckdb.connect(str(path)) as connection:
        for name in names:
            quoted = '"' + name.replace('"', '""') + '"'
            connection.execute(f"create table {quoted} as select range as {quoted} from range(30)")
    found = scan([Wanted("n", str(path))], Path("/"), Catalog(), 60, Notes())
    assert sorted(table.name.name for table in found.tables) == sorted(names)
    for table in found.tables:
        assert (table.columns[0].name, table.rows, table.problem) == (table.name.name, 30, None)


def test_a_view_that_never_ends_is_ended_and_the_rest_is_measured(tmp_path: Path) -> None:
    path = tmp_path / "endless.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("create table t as select 1 as i")
        connection.execute("create view endless as select count(*) as n from range(10000000000) a, range(10000000) b")
    found = scan([Wanted("e", str(path))], Path("/"), Catalog(), 1, Notes())
    assert "ended after 1 s" in str(found.find("endless")[0].problem)
    assert found.find("t")[0].rows == 1


def test_an_interrupted_scan_keeps_what_was_measured_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "many.duckdb"
    with duckdb.connect(str(path)) as connection:
        for number in range(8):
            connection.execute(f"create table t{number} as select range as id from range(1000)")

    class Impatient(Notes):
        def table(self, table: object, reused: bool) -> None:
            super().table(table, reused)  # type: ignore[arg-type]  # a Table
            if len(self.measured) == 3:
                raise KeyboardInterrupt

    with pytest.raises(Interrupted) as interrupted:
        scan([Wanted("m", str(path))], Path("/"), Catalog(), 60, Impatient())
    partial = interrupted.value.catalog
    assert 3 <= len(partial.tables) < 8
    notes = Notes()
    whole = scan([Wanted("m", str(path))], Path("/"), partial, 60, notes)
    assert len(whole.tables) == 8
    assert len(notes.reused) == len(partial.tables)


def test_a_file_of_an_older_storage_version_is_read(tmp_path: Path) -> None:
    path = tmp_path / "old.duckdb"
    with duckdb.connect() as connection:
        connection.execute(f"attach '{path}' as old (storage_version 'v1.0.0')")
        connection.execute("create table old.t as select range as id from range(10)")
    assert scan([Wanted("o", str(path))], Path("/"), Catalog(), 60, Notes()).tables[0].rows == 10


def test_a_file_that_a_writer_holds_says_so(tmp_path: Path) -> None:
    path = tmp_path / "held.duckdb"
    code = f"import duckdb, time; c = duckdb.connect({str(path)!r}); print('open', flush=True); time.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        writer.stdout.readline()
        with pytest.raises(UserError, match="another process is writing"):
            open_reader("h", str(path), Path("/"))
        writer.terminate()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\0" * 8 + b"DUCK" + (999_999).to_bytes(8, "little") + b"\0" * 8192, "cannot be opened"),
        (b"\0" * 8 + b"DUCK" + b"\xff" * 100, "cannot be opened"),
    ],
    ids=["newer", "garbage"],
)
def test_a_file_that_cannot_be_opened_is_one_line(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "bad.duckdb"
    path.write_bytes(content)
    with pytest.raises(UserError, match=said) as caught:
        open_reader("b", str(path), Path("/")).structure()
    assert "\n" not in str(caught.value)


def test_readers_of_several_threads_do_not_wait_for_each_other(reader: Reader) -> None:
    results: list[object] = []

    def slow() -> None:
        try:
            reader.query("select count(*) from range(10000000000) a, range(100000) b", Limits(seconds=2))
        except LimitReached as error:
            results.append(error)

    thread = threading.Thread(target=slow)
    thread.start()
    time.sleep(0.2)
    assert reader.query("select 1", Limits()).rows == ((1,),)
    assert not results
    thread.join()
    assert len(results) == 1


@pytest.mark.parametrize(
    ("native", "kind"),
    [
        ("INTEGER[]", TypeKind.NESTED),
        ("STRUCT(a INTEGER)", TypeKind.NESTED),
        ("DECIMAL(18,3)", TypeKind.DECIMAL),
        ("TIMESTAMP WITH TIME ZONE", TypeKind.TIMESTAMP),
        ("TIME", TypeKind.TIME),
        ("ENUM('a', 'b')", TypeKind.TEXT),
        ("GEOMETRY", TypeKind.OTHER),
    ],
)
def test_types_have_the_catalogs_words(native: str, kind: TypeKind) -> None:
    assert kind_of(native) is kind
