"""Short questions to one source, answered with single rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from headwater.context.catalog import Column, Table, Value
from headwater.context.engines import LimitReached, Limits, QueryRefused, Sql
from headwater.context.live import LiveProject
from headwater.context.verify._types import Check, Verdict

_SECONDS = 30.0


class Questions:
    """Asks one source, within the limits of every query on it.

    Attributes:
        sql: What is written as its engine wants it.
    """

    def __init__(self, project: LiveProject, source: str) -> None:
        known = project.catalog().source(source)
        assert known is not None
        self._project = project
        self._source = source
        self.sql = Sql(known.engine)

    def answered(self, checks: Iterator[Check], about: str) -> Iterator[Check]:
        """Yield checks; where the engine refuses or ends a query of theirs, say that of the rest."""
        try:
            yield from checks
        except (QueryRefused, LimitReached) as error:
            yield Check(Verdict.UNKNOWN, about, f"cannot be found out: {error}")

    def row(self, sql: str) -> tuple[Value, ...]:
        """Return the first row of an answer."""
        return self.rows(sql, 1)[0]

    def rows(self, sql: str, most: int) -> tuple[tuple[Value, ...], ...]:
        """Return at most so many rows."""
        return self._project.query(sql, Limits(rows=most, seconds=_SECONDS, cell=200), self._source).rows

    def number(self, sql: str) -> int:
        """Return a count."""
        (value,) = self.row(sql)
        return whole(value)

    def count(self, table: Table) -> int:
        """Return how many rows a table has."""
        return self.in_one_row(table, ["count(*)"])[0]

    def filled(self, table: Table, columns: Iterable[Column]) -> list[int]:
        """Return for each column in how many rows it is not null."""
        return self.in_one_row(table, [f"count({self.sql.name(column.name)})" for column in columns])

    def in_one_row(self, table: Table, expressions: Iterable[str]) -> list[int]:
        """Return aggregates of a table."""
        return [whole(value) for value in self.row(f"select {', '.join(expressions)} from {self.sql.table(table)}")]

    def distinct(self, table: Table, columns: Sequence[Column]) -> int:
        """Return how many different values, or combinations of them, columns have; null is one of them."""
        values = self.sql.values(columns)
        return self.number(f"select count(*) from (select distinct {values} from {self.sql.table(table)}) as keys")


def whole(value: Value) -> int:
    """Return a count as a number; some engines write large ones as text."""
    return int(value or 0)
