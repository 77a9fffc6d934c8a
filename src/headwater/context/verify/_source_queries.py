"""Runs short queries on one source and returns single rows or values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from headwater.context.catalog import Column, Table, Value
from headwater.context.engines import EngineSql, QueryLimitReached, QueryRefused, ReadLimits
from headwater.context.live import LiveProject
from headwater.context.verify._types import CheckStatus, ModelCheck

_SECONDS = 30.0


class SourceQueries:
    """Runs queries on one source, within fixed limits.

    Attributes:
        sql: Builds SQL for the source's engine.
    """

    def __init__(self, project: LiveProject, source: str) -> None:
        known = project.catalog().source(source)
        assert known is not None
        self._project = project
        self._source = source
        self.sql = EngineSql(known.engine)

    def answered(self, checks: Iterator[ModelCheck], about: str) -> Iterator[ModelCheck]:
        """Yield checks. If the engine refuses or stops a query, yield this failure instead of further checks."""
        try:
            yield from checks
        except (QueryRefused, QueryLimitReached) as error:
            yield ModelCheck(CheckStatus.UNKNOWN, about, f"cannot be found out: {error}")

    def row(self, sql: str) -> tuple[Value, ...]:
        """Return the first row of a query."""
        return self.rows(sql, 1)[0]

    def rows(self, sql: str, most: int) -> tuple[tuple[Value, ...], ...]:
        """Return at most ``most`` rows."""
        return self._project.query(sql, ReadLimits(rows=most, seconds=_SECONDS, cell=200), self._source).rows

    def number(self, sql: str) -> int:
        """Return a count."""
        (value,) = self.row(sql)
        return whole_number(value)

    def count(self, table: Table) -> int:
        """Return the number of rows in a table."""
        return self.in_one_row(table, ["count(*)"])[0]

    def filled(self, table: Table, columns: Iterable[Column]) -> list[int]:
        """Return the number of rows in which each column is not null."""
        return self.in_one_row(table, [f"count({self.sql.name(column.name)})" for column in columns])

    def in_one_row(self, table: Table, expressions: Iterable[str]) -> list[int]:
        """Run aggregates over a table in one query, and return them as integers."""
        return [
            whole_number(value) for value in self.row(f"select {', '.join(expressions)} from {self.sql.table(table)}")
        ]

    def distinct(self, table: Table, columns: Sequence[Column]) -> int:
        """Return the number of distinct values, or combinations of values, in columns. Null counts as a value."""
        values = self.sql.values(columns)
        return self.number(f"select count(*) from (select distinct {values} from {self.sql.table(table)}) as keys")


def whole_number(value: Value) -> int:
    """Return a count as an integer. Some engines return large counts as text."""
    return int(value or 0)
