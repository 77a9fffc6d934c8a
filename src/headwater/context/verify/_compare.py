"""Two tables row by row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from headwater.context.catalog import Column, Engine, Table, TypeKind, Value, quote
from headwater.context.live import LiveProject
from headwater.context.verify._declared import declared_grain
from headwater.context.verify._questions import Questions, whole
from headwater.errors import UserError

_EXAMPLES = 3
_MOST_COLUMNS = 200
_TOLERANCE = 1e-9
"""Relative; two sums of the same floats in another order differ by less."""


@dataclass(frozen=True)
class ColumnDifference:
    """A column whose values differ.

    Attributes:
        rows: In how many of the rows that both tables have.
        examples: Key values, then the value in the first and in the second table.
    """

    column: str
    rows: int
    examples: tuple[tuple[Value, ...], ...]


@dataclass(frozen=True)
class Comparison:
    """How two tables differ.

    Attributes:
        key: What rows were matched by; empty where whole rows were compared, and then no column can be named.
        matched: Rows that both have, by the key or as a whole.
        only_first: Rows that only the first has.
        columns_first: Columns that only the first has.
        types: Columns of other types, one line each.
        different: Columns whose values differ, the most different first.
    """

    first: str
    second: str
    rows: tuple[int, int]
    key: tuple[str, ...]
    matched: int
    only_first: int
    only_second: int
    columns_first: tuple[str, ...]
    columns_second: tuple[str, ...]
    types: tuple[str, ...]
    different: tuple[ColumnDifference, ...]
    examples_first: tuple[tuple[Value, ...], ...] = ()
    examples_second: tuple[tuple[Value, ...], ...] = ()

    @property
    def is_equal(self) -> bool:
        """Whether they hold the same rows in the same columns."""
        same_columns = not (self.columns_first or self.columns_second)
        return same_columns and not (self.only_first or self.only_second or self.different)


def compare_tables(project: LiveProject, first: str, second: str, key: Sequence[str] = ()) -> Comparison:
    """Compare two tables of one source.

    Args:
        project: Knows them.
        first: A model or table.
        second: Another.
        key: Columns that name a row in both; found from declared tests, keys and data if not given.

    Raises:
        UserError: There is no such table or column, the key is not unique, or the tables are in different sources.
    """
    one, other = project.table(first), project.table(second)
    if one.name.source != other.name.source:
        raise UserError(f"{first} is in {one.name.source} and {second} in {other.name.source}; compare within a source")
    pairs = [(column, twin) for column in one.columns if (twin := other.column(column.name)) is not None]
    if not pairs:
        raise UserError(f"{first} and {second} have no column in common")
    pairs = pairs[:_MOST_COLUMNS]
    return _Pair(project, one, other, pairs).compared(key)


class _Pair:
    def __init__(
        self, project: LiveProject, first: Table, second: Table, pairs: Sequence[tuple[Column, Column]]
    ) -> None:
        self._project = project
        self._first, self._second, self._pairs = first, second, pairs
        self._questions = Questions(project, first.name.source)

    def compared(self, asked: Sequence[str]) -> Comparison:
        rows = tuple(self._questions.number(f"select count(*) from {each.name.sql}") for each in self._both())
        key = self._key(asked, (rows[0], rows[1]))
        common = {column.name for column, _ in self._pairs}
        twins = {twin.name for _, twin in self._pairs}
        types = tuple(
            f"{column.name}: {column.native_type} and {twin.native_type}"
            for column, twin in self._pairs
            if column.native_type != twin.native_type
        )
        matched, only_first, only_second = self._matched(key)
        return Comparison(
            self._first.name.qualified,
            self._second.name.qualified,
            (rows[0], rows[1]),
            tuple(key),
            matched,
            only_first,
            only_second,
            tuple(column.name for column in self._first.columns if column.name not in common),
            tuple(column.name for column in self._second.columns if column.name not in twins),
            types,
            tuple(self._different(key)) if key else (),
            self._examples(key, *self._both()) if only_first else (),
            self._examples(key, self._second, self._first) if only_second else (),
        )

    def _both(self) -> tuple[Table, Table]:
        return self._first, self._second

    # the key

    def _key(self, asked: Sequence[str], rows: tuple[int, int]) -> list[str]:
        """Return the columns to match rows by: those asked for, or the first that are unique in both tables."""
        names = {column.name.lower(): column.name for column, _ in self._pairs}
        if asked:
            unknown = [name for name in asked if name.lower() not in names]
            if unknown:
                raise UserError(
                    f"key: {', '.join(unknown)}: not a column of both; both have {', '.join(names.values())}"
                )
            key = [names[name.lower()] for name in asked]
            for table, count in zip(self._both(), rows, strict=True):
                if self._questions.distinct(table.name.sql, key) != count:
                    raise UserError(
                        f"key: {', '.join(key)} does not name each row of {table.name.qualified}; add columns"
                    )
            return key
        for candidate in self._candidates(names):
            if all(
                self._questions.distinct(table.name.sql, candidate) == count
                for table, count in zip(self._both(), rows, strict=True)
            ):
                return candidate
        return []

    def _candidates(self, names: dict[str, str]) -> list[list[str]]:
        found: list[list[str]] = []
        for table in self._both():
            node = self._project.knowledge().nodes.get(table.name)
            if node is not None:
                tests = [test for test in self._project.lineage().project.tests if test.node == node.unique_id]
                found.append(list(declared_grain(tests)))
            key = self._project.catalog().primary_key(table.name)
            found.append(list(key.columns) if key else [])
        found += [[name] for name in names if name == "id" or name.endswith(("_id", "_key", "_sk", "_uuid"))][:6]
        usable = [
            [names[name.lower()] for name in each] for each in found if each and {*map(str.lower, each)} <= {*names}
        ]
        return [each for number, each in enumerate(usable) if each not in usable[:number]]

    # the rows

    def _matched(self, key: Sequence[str]) -> tuple[int, int, int]:
        columns = key or [column.name for column, _ in self._pairs]
        listed = ", ".join(map(quote, columns))
        sides = " union all ".join(
            f"select {number} as side, {listed} from {table.name.sql}" for number, table in enumerate(self._both())
        )
        counts = (
            f"select sum(case when side = 0 then 1 else 0 end) as a, sum(case when side = 1 then 1 else 0 end) as b"
            f" from ({sides}) as sides group by {listed}"
        )
        found = self._questions.row(
            "select sum(case when a < b then a else b end), sum(case when a > b then a - b else 0 end),"
            f" sum(case when b > a then b - a else 0 end) from ({counts}) as counts"
        )
        matched, only_first, only_second = map(whole, found)
        return matched, only_first, only_second

    def _examples(self, key: Sequence[str], table: Table, other: Table) -> tuple[tuple[Value, ...], ...]:
        """Return keys, or whole rows, that only one table has."""
        columns = list(key) or [column.name for column, _ in self._pairs]
        listed = ", ".join(map(quote, columns))
        sql = f"select {listed} from {table.name.sql} except select {listed} from {other.name.sql}"
        if self._engine() is Engine.CLICKHOUSE:
            sql = sql.replace(" except ", " except distinct ")
        return self._questions.rows(f"select * from ({sql}) as missing order by {listed}", _EXAMPLES)

    def _engine(self) -> Engine:
        source = self._project.catalog().source(self._first.name.source)
        assert source is not None
        return source.engine

    # the columns

    def _different(self, key: Sequence[str]) -> list[ColumnDifference]:
        compared = [(column, twin) for column, twin in self._pairs if column.name not in key]
        if not compared:
            return []
        join = " and ".join(f"{_same(f'a.{quote(name)}', f'b.{quote(name)}')}" for name in key)
        joined = f"{self._first.name.sql} as a join {self._second.name.sql} as b on {join}"
        counts = ", ".join(f"sum(case when {_differ(column, twin)} then 1 else 0 end)" for column, twin in compared)
        found = self._questions.row(f"select {counts} from {joined}")
        return sorted(
            (
                ColumnDifference(column.name, whole(count), self._values(key, column, twin, joined))
                for (column, twin), count in zip(compared, found, strict=True)
                if whole(count)
            ),
            key=lambda each: -each.rows,
        )

    def _values(self, key: Sequence[str], column: Column, twin: Column, joined: str) -> tuple[tuple[Value, ...], ...]:
        keys = ", ".join(f"a.{quote(name)}" for name in key)
        return self._questions.rows(
            f"select {keys}, a.{quote(column.name)}, b.{quote(twin.name)} from {joined}"
            f" where {_differ(column, twin)} order by {keys}",
            _EXAMPLES,
        )


def _same(one: str, other: str) -> str:
    return f"({one} = {other} or ({one} is null and {other} is null))"


def _differ(column: Column, twin: Column) -> str:
    one, other = f"a.{quote(column.name)}", f"b.{quote(twin.name)}"
    unknown = f"({one} is null) <> ({other} is null)"
    if column.kind.is_number and twin.kind.is_number and TypeKind.FLOAT in (column.kind, twin.kind):
        far = f"abs({one} - {other}) > {_TOLERANCE} * (abs({one}) + abs({other}))"
        return f"({unknown} or ({one} is not null and {other} is not null and {far}))"
    if column.kind is not twin.kind and not (column.kind.is_number and twin.kind.is_number):
        one, other = f"cast({one} as varchar)", f"cast({other} as varchar)"
    return f"({unknown} or coalesce({one} <> {other}, false))"
