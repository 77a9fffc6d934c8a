"""Profiles equal the engine's own aggregates, however they were computed."""

from __future__ import annotations

import math
from collections.abc import Iterator

import duckdb
import pytest
from tests.context.engines.scanning import profile_of

from headwater.context.catalog import Column, Table, TableKind, TableName
from headwater.context.engines._duckdb_profile import content, profile
from headwater.context.engines._duckdb_types import kind_of

NUMBERS = {
    "few": "(i % 7)::tinyint",
    "few_halves": "(i % 9) / 4.0",
    "few_decimals": "case when i % 5 > 0 then (i % 300)::decimal(9, 2) / 8 end",
    "few_huge": "(i % 3)::hugeint * 1000000000000000000000000000000",
    "days": "(hash(i) % 1500)::smallint",
    "amounts": "case when i % 3 > 0 then (hash(i * 5) % 1000000)::integer end",
    "large": "18446744073709551615::ubigint - (hash(i) % 5000)::ubigint * 1000000000000000",
    "cents": "((hash(i * 7) % 100000000) / 100)::decimal(18, 2)",
    "huge": "(hash(i * 11))::hugeint * 1000000000000",
    "single": "((hash(i * 13) % 100000) / 7)::float",
    "double": "case when i % 2 = 0 then (hash(i * 17) % 1000000) / 3 end",
}
OTHERS = {
    "short": "'w' || (hash(i) % 40000)",
    "long": "md5(i::varchar)",
    "turns_long": "case when i < 1000 then 'short' else 'zz this text is longer than what is kept of it' || i end",
    "flag": "i % 2 = 0",
    "moment": "timestamp '2020-01-01' + interval (i) second",
    "day": "date '2020-01-01' + (hash(i) % 1500)::integer",
    "token": "uuid()",
    "nothing": "null::integer",
    "no_text": "null::varchar",
}


@pytest.fixture(scope="module", params=[1_001, 30_000])
def connection(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[object]:
    """A file with a table whose first and last values were deleted or changed after it was written."""
    path = tmp_path_factory.mktemp("numbers") / "numbers.duckdb"
    columns = ", ".join(f'{what} as "{name}"' for name, what in (NUMBERS | OTHERS).items())
    with duckdb.connect(str(path)) as database:
        database.execute(f"create table t as select i, {columns} from range({request.param}) r(i)")
        database.execute("checkpoint; delete from t where i < 3 or moment = (select max(moment) from t)")
        database.execute("update t set cents = 7, short = 'w1' where cents = (select max(cents) from t)")
    with duckdb.connect(str(path), read_only=True) as opened:
        yield opened


def table_of(connection: duckdb.DuckDBPyConnection, name: str = "t") -> Table:
    described = connection.execute(f"describe {name}").fetchall()
    columns = tuple(Column(line[0], place, line[1], kind_of(line[1])) for place, line in enumerate(described))
    return Table(TableName("s", "main", name), TableKind.TABLE, columns)


@pytest.mark.parametrize("name", NUMBERS)
def test_moments_are_exact(connection: duckdb.DuckDBPyConnection, name: str) -> None:
    found = profile_of(profile(connection, table_of(connection), "t"), name).moments
    assert found is not None
    assert found.quartiles_exact
    query = (
        f"select avg(x), stddev_samp(x), quantile_cont(x, [0.25, 0.5, 0.75]) from (select {name}::double as x from t)"
    )
    [(mean, std, quartiles)] = connection.execute(query).fetchall()
    assert found.mean == pytest.approx(mean, rel=1e-6)
    assert found.std == pytest.approx(std, rel=1e-6)
    assert found.quartiles == pytest.approx(quartiles, rel=1e-6)  # a single-precision float has seven digits


def test_counts_and_ranges_are_exact(connection: duckdb.DuckDBPyConnection) -> None:
    measured = profile(connection, table_of(connection), "t")
    for column in measured.columns:
        name = f"{column.name}::double" if column.native_type == "FLOAT" else column.name
        query = f"select count(*) - count({name}), min({name})::varchar, max({name})::varchar from t"
        found = profile_of(measured, column.name)
        bounds = found.range
        texts = tuple(map(_text, (bounds.min, bounds.max))) if bounds is not None else (None, None)
        assert (found.nulls, *texts) == connection.execute(query).fetchall()[0], column.name


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def test_few_values_are_counted_and_many_estimated(connection: duckdb.DuckDBPyConnection) -> None:
    measured = profile(connection, table_of(connection), "t")
    for column in measured.columns:
        found = profile_of(measured, column.name)
        [(distinct,)] = connection.execute(f'select count(distinct "{column.name}") from t').fetchall()
        assert found.distinct == (distinct if found.distinct_exact else pytest.approx(distinct, rel=0.3)), column.name
        assert found.distinct_exact or distinct > 500
    [(counts,)] = connection.execute("select histogram(few) from t").fetchall()
    assert {one.value: one.count for one in profile_of(measured, "few").frequent} == counts


def test_the_fingerprint_is_that_of_the_content(connection: duckdb.DuckDBPyConnection) -> None:
    table = table_of(connection)
    assert profile(connection, table, "t", with_content=True).fingerprint == content(connection, table)
    assert profile(connection, table, "t").fingerprint is None


@pytest.mark.parametrize("kind", ["float", "double"])
@pytest.mark.parametrize("rows", [10, 5_000, 2_000_001])
def test_values_that_are_not_finite_are_left_out(rows: int, kind: str) -> None:
    with duckdb.connect() as database:
        number = "case i when 1 then 'nan'::double when 2 then 'inf' when 3 then '-inf' else i end"
        columns = f"({number})::{kind} as x, 'nan'::{kind} as no_number"
        database.execute(f"create table t as select {columns} from range({rows}) r(i)")
        measured = profile(database, table_of(database), "t")
        query = "select avg(x), stddev_samp(x), quantile_cont(x, [0.25, 0.5, 0.75]) from t where isfinite(x)"
        [(mean, std, quartiles)] = database.execute(query).fetchall()
    found = profile_of(measured, "x").moments
    assert found is not None
    assert (found.mean, found.std) == pytest.approx((mean, std))
    assert found.quartiles_exact == (rows <= 2_000_000)
    assert found.quartiles == pytest.approx(quartiles, rel=1e-6 if found.quartiles_exact else 0.02)
    assert profile_of(measured, "no_number").moments is None


@pytest.mark.parametrize("rows", [3, 2_000_001])
def test_no_deviation_is_given_if_a_square_is_not_finite(rows: int) -> None:
    with duckdb.connect() as database:
        database.execute(f"create table t as select case i when 0 then 3e200 else i end as x from range({rows}) r(i)")
        found = profile_of(profile(database, table_of(database), "t"), "x").moments
    assert found is not None
    assert found.mean == pytest.approx(3e200 / rows)
    assert found.std is None


@pytest.mark.parametrize("rows", [3, 3_000])
def test_statistics_that_are_not_finite_are_left_out(rows: int) -> None:
    with duckdb.connect() as database:
        database.execute(f"create table t as select 1e308 + i * 1e303 as x from range({rows}) r(i)")
        found = profile_of(profile(database, table_of(database), "t"), "x").moments
    assert found is not None
    assert (found.mean, found.std) == (None, None)
    assert found.quartiles is not None
    assert math.isclose(found.quartiles[1], 1e308 + (rows - 1) / 2 * 1e303)


def test_only_an_unreadable_column_is_left_out() -> None:
    with duckdb.connect() as database:
        database.execute("create view t as select i as a, ('x' || i)::integer as b, i + 1 as c from range(2) r(i)")
        measured = profile(database, table_of(database), "t")
    assert measured.problem is not None
    assert measured.problem.startswith("column b: not profiled: Conversion Error")
    assert profile_of(measured, "c").distinct == 2
    assert [column.name for column in measured.columns if column.profile is None] == ["b"]
