"""Provides the results of jobs as rows, as tables, and as groups with intervals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from headwater.errors import MissingDependencyError, NotFoundError
from headwater.extras import needs_extra
from headwater.results import ReadRows, Row, read_jobs, to_plain

if TYPE_CHECKING:
    import duckdb
    import pandas as pd
    import pyarrow as pa

    from headwater.analysis import Summary, TrialTable

_TABLES = (".parquet", ".csv")


class Results:
    """The trials of one or more jobs, one row each.

    The rows need only Headwater itself. Tables and groups need ``pip install 'headwater[report]'``, and ``to_pandas``
    also needs pandas.
    """

    def __init__(self, read: ReadRows) -> None:
        self._read = read

    @classmethod
    def read(cls, *paths: str | Path) -> Results:
        """Read job folders, and tables that ``headwater results --out`` wrote. Each trial counts once.

        Raises:
            UserError: A path is neither a job folder nor a table, or has an unknown version.
        """
        found = [Path(path) for path in paths]
        if not any(path.suffix in _TABLES and not path.is_dir() for path in found):
            return cls(read_jobs(found))
        with needs_extra("report"):
            from headwater.analysis import load, to_rows
        loaded = load(found)
        return cls(ReadRows(tuple(to_rows(loaded.table)), loaded.problems))

    @property
    def rows(self) -> list[dict[str, Any]]:
        """Each trial as a dictionary of plain values. docs/analysis.md describes the columns."""
        return [to_plain(row) for row in self._read.rows]

    @property
    def problems(self) -> tuple[str, ...]:
        """The problems that kept other trials out of the rows, one per line."""
        return tuple(map(str, self._read.problems))

    def __len__(self) -> int:
        """Return the number of trials."""
        return len(self._read.rows)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Iterate over the rows."""
        return iter(self.rows)

    def where(self, **values: object) -> Results:
        """Keep the trials that have the given values, as in ``where(agent="oracle", repeat=1)``.

        Raises:
            UserError: A column does not exist.
        """
        unknown = next((name for name in values if name not in Row.__dataclass_fields__), None)
        if unknown is not None:
            raise NotFoundError("no such column", where=unknown, fix=f"there are {', '.join(Row.__dataclass_fields__)}")
        rows = [row for row in self._read.rows if all(getattr(row, name) == value for name, value in values.items())]
        return Results(replace(self._read, rows=tuple(rows)))

    def summarize(self, *by: str, measure: str = "score") -> Summary:
        """Group the trials by factors. Return the groups with means, 95 % intervals and numbers of trials, best first.

        Args:
            by: Factors, such as ``"agent"`` and ``"harness"``.
            measure: The measure by which groups are compared, such as ``score`` or ``solved``.

        Raises:
            UserError: A factor or the measure is unknown, or the trials have versions that may not be mixed.
        """
        with needs_extra("report"):
            from headwater import analysis
        return analysis.summarize(self.to_analysis(), by, measure=measure)

    def to_analysis(self) -> TrialTable:
        """Return the trials in the form that the functions of ``headwater.analysis`` accept."""
        with needs_extra("report"):
            from headwater.analysis import TrialTable
        return TrialTable(self.to_arrow(), self._read.problems)

    def to_arrow(self) -> pa.Table:
        """Return the rows as an Arrow table, whose schema describes each column."""
        with needs_extra("report"):
            from headwater.analysis import to_table
        return to_table(self._read.rows)

    def to_duckdb(self) -> duckdb.DuckDBPyRelation:
        """Return the rows as a relation of DuckDB's default connection."""
        table = self.to_arrow()
        with needs_extra("report"):
            import duckdb
        return duckdb.from_arrow(table)

    def to_pandas(self) -> pd.DataFrame:
        """Return the rows as a data frame.

        Raises:
            UserError: pandas is not installed.
        """
        if find_spec("pandas") is None:
            raise MissingDependencyError("pandas is not installed", fix="pip install pandas")
        frame: pd.DataFrame = self.to_arrow().to_pandas()
        return frame
