"""Loads the table of trials from which all statistics are computed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from headwater.analysis._files import SUFFIXES, read_table
from headwater.analysis._query import FACTORS, MEASURES, VERSIONS, columns, select_table
from headwater.analysis._schema import SCHEMA
from headwater.errors import NotFoundError
from headwater.plurals import counted
from headwater.results import COLUMNS, IDENTITY, ReadProblem, Row, read_jobs


@dataclass(frozen=True)
class TrialTable:
    """A tidy table of trials, and the problems found while reading it."""

    table: pa.Table
    problems: tuple[ReadProblem, ...] = ()

    @cached_property
    def evidence(self) -> pa.Table:
        """The trials that count in scores, which are those without infrastructure faults or broken checks."""
        if pc.all(self.table["is_evidence"]).as_py():
            return self.table  # filtering copies the table, which would take longer than the computations
        return self.table.filter(self.table["is_evidence"])

    @cached_property
    def excluded(self) -> pa.Table:
        """The trials that are excluded from scores. They are reported along with each figure."""
        return self.table.filter(pc.invert(self.table["is_evidence"]))

    @cached_property
    def excluded_as_zero(self) -> pa.Table:
        """All trials. Excluded trials count as having cleared no gate, with score 0."""
        if self.excluded.num_rows == 0:
            return self.evidence
        table = self.excluded
        for name in (*MEASURES, "gates_cleared"):
            index = table.schema.get_field_index(name)
            field = table.schema.field(index)
            zeros = pa.repeat(pa.scalar(0).cast(field.type), table.num_rows)
            table = table.set_column(index, field, zeros)
        return pa.concat_tables([self.evidence, table])

    @cached_property
    def design(self) -> pa.Table:
        """The design of the evidence: each combination of factors and versions, with its number of ``trials``.

        The table is small, no matter how often each combination ran, so checks can query it quickly.
        """
        by = columns((*FACTORS, *VERSIONS))
        return select_table(self.evidence, f"select {by}, count(*) as trials from trials group by {by}")

    def where(self, column: str, value: str) -> TrialTable:
        """Keep the trials in which a factor has a given value.

        Raises:
            NotFoundError: No trial has this value.
        """
        rows = self.table.filter(pc.equal(self.table[column], value))
        if rows.num_rows == 0:
            values = ", ".join(sorted(str(each) for each in self.table[column].unique().to_pylist())) or "no trials"
            raise NotFoundError("no trial has it", where=f"{column}={value}", fix=f"there are {values}")
        return TrialTable(rows, self.problems)

    def with_levels(self, tags: Sequence[str]) -> TrialTable:
        """Return the trials whose tasks have one of these tags, which takes the place of the tier.

        Raises:
            NotFoundError: No task has any of the tags.
        """
        tiers = [next((tag for tag in tags if tag in (of or ())), None) for of in self.table["tags"].to_pylist()]
        index = self.table.schema.get_field_index("tier")
        table = self.table.set_column(index, self.table.schema.field(index), pa.array(tiers, pa.string()))
        table = table.filter(pc.is_valid(table["tier"]))
        if table.num_rows == 0:
            raise NotFoundError("no trial's task has any of these tags", where=", ".join(tags))
        return TrialTable(table, self.problems)


def to_table(rows: Iterable[Row]) -> pa.Table:
    """Convert rows to a tidy table."""
    found = list(rows)
    return pa.table(
        {column.name: [getattr(row, column.name) for row in found] for column in COLUMNS},
        schema=SCHEMA,
    )


def to_rows(table: pa.Table) -> Iterator[Row]:
    """Yield the rows of a tidy table."""
    for values in table.to_pylist():
        known: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in values.items()
        }
        yield Row(**known)


def load(paths: Sequence[Path]) -> TrialTable:
    """Read job folders and exported or imported tables into one tidy table.

    Raises:
        UserError: A path is neither a job nor a table, or has an unknown version.
    """
    files = [path for path in paths if path.suffix in SUFFIXES and not path.is_dir()]
    read = read_jobs([path for path in paths if path not in files])
    table = pa.concat_tables([to_table(read.rows), *map(read_table, files)])
    if not files:
        return TrialTable(table, read.problems)
    once = _without_duplicates(table)
    doubled = table.num_rows - once.num_rows
    problems = [ReadProblem("tables", f"repeat {counted(doubled, 'trial')}; each is counted once")] if doubled else []
    return TrialTable(once, (*read.problems, *problems))


def _without_duplicates(table: pa.Table) -> pa.Table:
    """Keep the first of several rows for the same trial. Each row without a time counts as a separate trial."""
    seen: set[tuple[object, ...]] = set()
    keep = []
    identities = zip(*(table[name].to_pylist() for name in IDENTITY), strict=True)
    for identity, started_at in zip(identities, table["started_at"].to_pylist(), strict=True):
        keep.append(started_at is None or identity not in seen)
        seen.add(identity)
    return table.filter(pa.array(keep, pa.bool_()))
