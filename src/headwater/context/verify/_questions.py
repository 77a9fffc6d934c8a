"""Short questions to one source, answered with single rows."""

from __future__ import annotations

from collections.abc import Sequence

from headwater.context.catalog import Value, quote
from headwater.context.engines import Limits
from headwater.context.live import LiveProject

_SECONDS = 30.0


class Questions:
    """Asks the source of one table."""

    def __init__(self, project: LiveProject, source: str) -> None:
        self._project = project
        self._source = source

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

    def distinct(self, table: str, columns: Sequence[str]) -> int:
        """Return how many different values, or combinations of them, columns have; null is one of them."""
        listed = ", ".join(map(quote, columns))
        return self.number(f"select count(*) from (select distinct {listed} from {table}) as keys")


def whole(value: Value) -> int:
    """Return a count as a number; some engines write large ones as text."""
    return int(value or 0)


def literal(value: object) -> str:
    """Return a value of YAML as SQL."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    return "'" + str(value).replace("'", "''") + "'"
