"""DuckDB files are read and profiled, whatever names they contain and whatever state they were left in."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.context.engines.duckdb_shop import write_shop
from tests.context.engines.scanning import Notes, profile_of

from headwater.context._scan import ScanInterrupted, ScanRequest, scan
from headwater.context.catalog import Catalog, Origin, Range, TableKind, TypeKind
from headwater.context.engines import open_reader
from headwater.context.engines._duckdb_types import kind_of
from headwater.errors import UserError


@pytest.fixture(scope="module")
def warehouse(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_shop(tmp_path_factory.mktemp("warehouse"))


@pytest.fixture(scope="module")
def catalog(warehouse: Path) -> Catalog:
    return scan([ScanRequest("shop", str(warehouse))], Path("/"), Catalog(), 60, Notes())


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


def test_profiles_equal_the_content_of_columns(catalog: Catalog) -> None:
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
    table = scan([ScanRequest("r", str(path))], Path("/"), Catalog(), 60, Notes()).tables[0]
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


def test_frequent_values_among_many_are_found_in_a_sample(tmp_path: Path) -> None:
    path = tmp_path / "skewed.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute(
            "create table t as select case when i % 3 = 0 then 'unknown' else 'v' || i end as v from range(60000) r(i)"
        )
    found = profile_of(scan([ScanRequest("s", str(path))], Path("/"), Catalog(), 60, Notes()).tables[0], "v")
    assert [one.value for one in found.frequent] == ["unknown"]
    assert not found.frequent_exact
    assert not found.frequent_complete
    assert found.frequent[0].count == pytest.approx(683, rel=0.1)  # counts are estimated from the sample


def test_unmeasurable_parts_have_a_line_and_the_rest_is_measured(catalog: Catalog) -> None:
    problems = {table.name.name: table.problem for table in catalog.tables if table.problem}
    assert set(problems) == {"broken"}
    assert "gone" in str(problems["broken"])


def test_an_unchanged_file_is_not_opened_and_an_unchanged_table_not_measured(tmp_path: Path) -> None:
    path = tmp_path / "shop.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("create table a as select range as id from range(50); create table b as from a")
    first, second, third = Notes(), Notes(), Notes()
    before = scan([ScanRequest("s", str(path))], Path("/"), Catalog(), 60, first)
    assert scan([ScanRequest("s", str(path))], Path("/"), before, 60, second) == before
    assert (sorted(first.measured), second.measured, second.reused) == (["a", "b"], [], [])
    with duckdb.connect(str(path)) as connection:
        connection.execute("update b set id = 1000 where id = 7; checkpoint")
    after = scan([ScanRequest("s", str(path))], Path("/"), before, 60, third)
    assert (third.reused, third.measured) == (["a"], ["b"])
    assert profile_of(after.find("b")[0], "id").range == Range(0, 1000)
    assert profile_of(after.find("a")[0], "id") == profile_of(before.find("a")[0], "id")


NAMES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=20)


@given(names=st.lists(NAMES, min_size=20, max_size=20, unique_by=str.casefold))
@settings(derandomize=True, max_examples=4, deadline=None)
def test_any_name_is_read_and_measured(names: list[str], tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("names") / "names.duckdb"
    with duckdb.connect(str(path)) as connection:
        for name in names:
            quoted = '"' + name.replace('"', '""') + '"'
            connection.execute(f"create table {quoted} as select range as {quoted} from range(30)")
    found = scan([ScanRequest("n", str(path))], Path("/"), Catalog(), 60, Notes())
    assert sorted(table.name.name for table in found.tables) == sorted(names)
    for table in found.tables:
        assert (table.columns[0].name, table.rows, table.problem) == (table.name.name, 30, None)


def test_a_view_that_never_ends_is_ended_and_the_rest_is_measured(tmp_path: Path) -> None:
    path = tmp_path / "endless.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("create table t as select 1 as i")
        connection.execute("create view endless as select count(*) as n from range(10000000000) a, range(10000000) b")
    found = scan([ScanRequest("e", str(path))], Path("/"), Catalog(), 1, Notes())
    assert "ended after 1 s" in str(found.find("endless")[0].problem)
    assert found.find("t")[0].rows == 1


def test_an_interrupted_scan_keeps_its_measurements_and_continues(tmp_path: Path) -> None:
    path = tmp_path / "many.duckdb"
    with duckdb.connect(str(path)) as connection:
        for number in range(8):
            connection.execute(f"create table t{number} as select range as id from range(1000)")

    class Impatient(Notes):
        def table(self, table: object, reused: bool) -> None:
            super().table(table, reused)  # type: ignore[arg-type]  # a Table
            if len(self.measured) == 3:
                raise KeyboardInterrupt

    with pytest.raises(ScanInterrupted) as interrupted:
        scan([ScanRequest("m", str(path))], Path("/"), Catalog(), 60, Impatient())
    partial = interrupted.value.catalog
    assert 3 <= len(partial.tables) < 8
    notes = Notes()
    catalog = scan([ScanRequest("m", str(path))], Path("/"), partial, 60, notes)
    assert len(catalog.tables) == 8
    assert len(notes.reused) == len(partial.tables)


def test_a_file_of_an_older_storage_version_is_read(tmp_path: Path) -> None:
    path = tmp_path / "old.duckdb"
    with duckdb.connect() as connection:
        connection.execute(f"attach '{path}' as old (storage_version 'v1.0.0')")
        connection.execute("create table old.t as select range as id from range(10)")
    assert scan([ScanRequest("o", str(path))], Path("/"), Catalog(), 60, Notes()).tables[0].rows == 10


def test_a_file_that_a_writer_holds_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "held.duckdb"
    code = f"import duckdb, time; c = duckdb.connect({str(path)!r}); print('open', flush=True); time.sleep(60)"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        writer.stdout.readline()
        with pytest.raises(UserError, match="another process is writing"):
            open_reader("h", str(path), Path("/"))
        writer.terminate()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\0" * 8 + b"DUCK" + (999_999).to_bytes(8, "little") + b"\0" * 8192, "cannot be opened"),
        (b"\0" * 8 + b"DUCK" + b"\xff" * 100, "cannot be opened"),
    ],
    ids=["newer", "garbage"],
)
def test_a_file_that_cannot_be_opened_is_one_line(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "bad.duckdb"
    path.write_bytes(content)
    with pytest.raises(UserError, match=message) as caught:
        open_reader("b", str(path), Path("/")).structure()
    assert "\n" not in str(caught.value)


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
