"""Compares two tables row by row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from headwater.context.catalog import Table, Value
from headwater.context.live import LiveProject
from headwater.context.verify._declared import declared_grain
from headwater.context.verify._pair import ColumnPair
from headwater.context.verify._source_queries import SourceQueries, whole_number
from headwater.errors import NotComparableError, NotFoundError

_EXAMPLES = 3
_COLUMNS_A_QUERY = 100
_K = "headwater_k"
_SIDE = "headwater_side"
"""Aliases that are unlikely to be column names, because ClickHouse would confuse such a column with the alias."""


@dataclass(frozen=True)
class DifferingColumn:
    """A column whose values differ.

    Attributes:
        rows: The number of matched rows in which the values differ.
        examples: Examples, each with the key values, the first table's value and the second table's value.
    """

    column: str
    rows: int
    examples: tuple[tuple[Value, ...], ...]


@dataclass(frozen=True)
class TableComparison:
    """The differences between two tables.

    Attributes:
        key: The columns by which rows were matched. If empty, whole rows were compared, and ``different`` is empty.
        matched: The number of rows that exist in both tables, matched by the key or as whole rows.
        only_first: The number of rows that only the first table has.
        columns_first: The columns that only the first table has.
        types: The columns with different types, one line each.
        compared: The number of columns whose values were compared, without the key.
        different: The columns whose values differ, the most different first.
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
    compared: int
    different: tuple[DifferingColumn, ...]
    examples_first: tuple[tuple[Value, ...], ...] = ()
    examples_second: tuple[tuple[Value, ...], ...] = ()

    @property
    def is_equal(self) -> bool:
        """Return whether the tables have the same columns and the same rows."""
        same_columns = not (self.columns_first or self.columns_second)
        return same_columns and not (self.only_first or self.only_second or self.different)


def compare_tables(project: LiveProject, first: str, second: str, key: Sequence[str] = ()) -> TableComparison:
    """Compare two tables of one source.

    Args:
        project: The project that contains the tables.
        first: A model or table.
        second: Another model or table.
        key: The columns that identify a row in both tables. By default, they are inferred from declared tests, keys and
            data.

    Raises:
        UserError: A table or column does not exist, the key is not unique, or the tables are in different sources.
    """
    project.reread()
    one, other = project.table(first), project.table(second)
    if one.name.source != other.name.source:
        raise NotComparableError(
            f"{first} is in {one.name.source} and {second} in {other.name.source}", fix="compare within a source"
        )
    questions = SourceQueries(project, one.name.source)
    pairs = [
        ColumnPair(column, twin, questions.sql)
        for column in one.columns
        if (twin := other.column(column.name)) is not None
    ]
    if not pairs:
        raise NotComparableError(f"{first} and {second} have no column in common")
    return _TableComparer(project, one, other, pairs, questions).comparison(key)


class _TableComparer:
    def __init__(
        self, project: LiveProject, first: Table, second: Table, pairs: Sequence[ColumnPair], questions: SourceQueries
    ) -> None:
        self._project = project
        self._first, self._second, self._pairs = first, second, pairs
        self._questions = questions
        self._sql = questions.sql

    def comparison(self, requested: Sequence[str]) -> TableComparison:
        rows = (self._questions.count(self._first), self._questions.count(self._second))
        key = self._key(requested, rows)
        common = {pair.first.name for pair in self._pairs}
        twins = {pair.second.name for pair in self._pairs}
        types = tuple(
            f"{pair.first.name}: {pair.first.native_type} and {pair.second.native_type}"
            for pair in self._pairs
            if pair.first.native_type != pair.second.native_type
        )
        matched, only_first, only_second = self._matched(key or self._pairs)
        return TableComparison(
            self._first.name.qualified,
            self._second.name.qualified,
            rows,
            tuple(pair.first.name for pair in key),
            matched,
            only_first,
            only_second,
            tuple(column.name for column in self._first.columns if column.name not in common),
            tuple(column.name for column in self._second.columns if column.name not in twins),
            types,
            len(self._pairs) - len(key),
            tuple(self._different(key, rows)) if key else (),
            self._missing(key or self._pairs, 0) if only_first else (),
            self._missing(key or self._pairs, 1) if only_second else (),
        )

    # the key

    def _key(self, requested: Sequence[str], rows: tuple[int, int]) -> list[ColumnPair]:
        """Return the columns by which rows are matched: those requested, or the first ones unique in both tables."""
        pairs_by_name = {pair.first.name.lower(): pair for pair in self._pairs}
        if requested:
            unknown = [name for name in requested if name.lower() not in pairs_by_name]
            if unknown:
                both = ", ".join(pair.first.name for pair in self._pairs)
                raise NotFoundError(f"{', '.join(unknown)}: not a column of both", where="key", fix=f"both have {both}")
            key = [pairs_by_name[name.lower()] for name in requested]
            if (table := self._repeated(key, rows)) is not None:
                key_names = ", ".join(pair.first.name for pair in key)
                raise NotComparableError(
                    f"{key_names} does not identify each row of {table.name.qualified}", where="key", fix="add columns"
                )
            return key
        candidates = ([pairs_by_name[name] for name in names] for names in self._candidates(pairs_by_name))
        return next((key for key in candidates if self._repeated(key, rows) is None), [])

    def _repeated(self, key: Sequence[ColumnPair], rows: tuple[int, int]) -> Table | None:
        """Return the table whose rows these columns do not identify, or None if they identify the rows of both."""
        if self._questions.distinct(self._first, [pair.first for pair in key]) != rows[0]:
            return self._first
        return (
            self._second if self._questions.distinct(self._second, [pair.second for pair in key]) != rows[1] else None
        )

    def _candidates(self, pairs_by_name: Mapping[str, ColumnPair]) -> list[list[str]]:
        found: list[list[str]] = []
        for table in (self._first, self._second):
            node = self._project.knowledge().nodes.get(table.name)
            if node is not None:
                tests = [test for test in self._project.lineage().project.tests if test.node == node.unique_id]
                found.append([name.lower() for name in declared_grain(tests)])
            key = self._project.catalog().primary_key(table.name)
            found.append([name.lower() for name in key.columns] if key else [])
        found += [[name] for name in pairs_by_name if name == "id" or name.endswith(("_id", "_key", "_sk", "_uuid"))][
            :6
        ]
        usable = [each for each in found if each and {*each} <= {*pairs_by_name}]
        return [each for number, each in enumerate(usable) if each not in usable[:number]]

    # the rows

    def _sides(self, pairs: Sequence[ColumnPair]) -> tuple[str, str]:
        """Return SQL for both tables, with numbered columns that are converted to common types."""
        first = ", ".join(f"{pair.of_first()} as {_K}{number}" for number, pair in enumerate(pairs))
        second = ", ".join(f"{pair.of_second()} as {_K}{number}" for number, pair in enumerate(pairs))
        return f"{first} from {self._sql.table(self._first)}", f"{second} from {self._sql.table(self._second)}"

    def _matched(self, pairs: Sequence[ColumnPair]) -> tuple[int, int, int]:
        aliases = ", ".join(f"{_K}{number}" for number in range(len(pairs)))
        first, second = self._sides(pairs)
        counts = (
            f"select sum(case when {_SIDE} = 0 then 1 else 0 end) as n, sum(case when {_SIDE} = 1 then 1 else 0 end) m"
            f" from (select 0 as {_SIDE}, {first} union all select 1 as {_SIDE}, {second}) as sides group by {aliases}"
        )
        found = self._questions.row(
            "select sum(case when n < m then n else m end), sum(case when n > m then n - m else 0 end),"
            f" sum(case when m > n then m - n else 0 end) from ({counts}) as counts"
        )
        matched, only_first, only_second = map(whole_number, found)
        return matched, only_first, only_second

    def _missing(self, pairs: Sequence[ColumnPair], side: int) -> tuple[tuple[Value, ...], ...]:
        """Return the keys, or whole rows, that only one table has."""
        sides = self._sides(pairs)
        sql = f"select {sides[side]} {self._sql.except_distinct()} select {sides[1 - side]}"
        aliases = ", ".join(f"{_K}{number}" for number in range(len(pairs)))
        return self._questions.rows(f"select * from ({sql}) as missing order by {aliases}", _EXAMPLES)

    # the columns

    def _different(self, key: Sequence[ColumnPair], rows: tuple[int, int]) -> list[DifferingColumn]:
        compared = [pair for pair in self._pairs if pair not in key]
        join = " and ".join(pair.joins(has_nulls=self._has_nulls(pair, rows)) for pair in key)
        joined = f"{self._sql.table(self._first)} as a join {self._sql.table(self._second)} as b on {join}"
        found: list[DifferingColumn] = []
        for start in range(0, len(compared), _COLUMNS_A_QUERY):
            some = compared[start : start + _COLUMNS_A_QUERY]
            counts = ", ".join(f"sum(case when {pair.differs()} then 1 else 0 end)" for pair in some)
            for pair, count in zip(some, self._questions.row(f"select {counts} from {joined}"), strict=True):
                if whole_number(count):
                    found.append(DifferingColumn(pair.first.name, whole_number(count), self._values(key, pair, joined)))
        return sorted(found, key=lambda each: -each.rows)

    def _has_nulls(self, pair: ColumnPair, rows: tuple[int, int]) -> bool:
        sides = ((self._first, pair.first), (self._second, pair.second))
        return any(
            column.nullable and self._questions.filled(table, [column])[0] < count
            for (table, column), count in zip(sides, rows, strict=True)
        )

    def _values(self, key: Sequence[ColumnPair], pair: ColumnPair, joined: str) -> tuple[tuple[Value, ...], ...]:
        keys = ", ".join(each.of_first("a") for each in key)
        compared_columns = f"a.{self._sql.name(pair.first.name)}, b.{self._sql.name(pair.second.name)}"
        return self._questions.rows(
            f"select {keys}, {compared_columns} from {joined} where {pair.differs()} order by {keys}", _EXAMPLES
        )
