"""Compiles a unit test to a single SELECT that counts the differing rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from headwater.dbt.engine._built import Columns
from headwater.dbt.engine._ephemeral import with_ctes
from headwater.dbt.engine._plan import FixtureRows, UnitTest
from headwater.dbt.engine._seeds import quoted

ColumnsOf = Callable[[str], Columns]


class FixtureError(Exception):
    """Raised if the rows in a unit test name unknown columns, or if their relation was not built."""


def query_of(unit: UnitTest, columns_of: ColumnsOf, columns_from: ColumnsOf) -> str:
    """Return the SELECT for a unit test. Its result is 0 if the test passes.

    Args:
        unit: The test.
        columns_of: Returns the columns of the relation with a unique id.
        columns_from: Returns the columns that a SELECT returns.

    Raises:
        FixtureError: Rows name columns that do not exist, or a relation was not built.
    """
    ctes = [
        f"{fixture.cte} as (\n{_input(fixture.rows, columns_of(fixture.unique_id))}\n)" for fixture in unit.fixtures
    ]
    actual = with_ctes(unit.sql, ctes) if ctes else unit.sql
    types = dict(columns_from(actual))
    expected = unit.expected
    if expected.sql:
        names = [name for name, _ in columns_from(expected.sql)]
        expected_sql = expected.sql
    else:
        names = _names(expected.rows, types)
        expected_sql = _union(expected.rows, {name: types[name] for name in names}, names)
    # EXCEPT ALL in both directions also finds rows that occur more often on one side.
    chosen = ", ".join(map(quoted, names))
    return (
        f"select count(*) from (\n(select {chosen} from (\n{actual}\n) except all select {chosen} from "
        f"(\n{expected_sql}\n))"
        f"\nunion all\n(select {chosen} from (\n{expected_sql}\n) except all select {chosen} from (\n{actual}\n))\n)"
    )


def _input(rows: FixtureRows, columns: Columns) -> str:
    if rows.sql:
        return rows.sql
    types = dict(columns)
    _names(rows.rows, types)
    return _union(rows.rows, types, list(types))


def _names(rows: tuple[Mapping[str, Any], ...], types: Mapping[str, str]) -> list[str]:
    """Return the columns that the first row names, spelled as in the relation. Without rows, return all columns."""
    lowered = {name.lower(): name for name in types}
    for row in rows:
        for name in row:
            if str(name).lower() not in lowered:
                raise FixtureError(f"there is no column {name}; there are {', '.join(types)}")
    return [lowered[str(name).lower()] for name in rows[0]] if rows else list(types)


def _union(rows: tuple[Mapping[str, Any], ...], types: Mapping[str, str], names: list[str]) -> str:
    if not rows:
        return f"select {', '.join(f'cast(null as {types[name]}) as {quoted(name)}' for name in names)} limit 0"
    lines = []
    for row in rows:
        values = {str(name).lower(): value for name, value in row.items()}
        lines.append(
            "select "
            + ", ".join(f"{_value(values.get(name.lower()), types[name])} as {quoted(name)}" for name in names)
        )
    return "\nunion all\n".join(lines)


def _value(value: Any, kind: str) -> str:
    if value is None:
        text = "null"
    elif isinstance(value, bool):
        text = str(value).lower()
    elif isinstance(value, int | float):
        text = str(value)
    else:
        text = "'" + str(value).replace("'", "''") + "'"
    return f"try_cast({text} as {kind})"
