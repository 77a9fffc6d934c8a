"""Groups trials with DuckDB, which reads Arrow tables in place."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import duckdb
import pyarrow as pa

from headwater.errors import NotFoundError, OptionError
from headwater.records import Gate

FACTORS = ("suite", "task", "tier", "category", "agent", "model", "harness", "prompt", "job")
"""The columns by which trials can be grouped."""

CONDITION = ("agent", "model", "harness", "prompt")
"""The columns that have the same values in all repeats of a task."""

DIGESTS = ("task_digest", "prompt_digest", "checks_digest", "harness_digest", "prepared_digest", "agent_digest")
"""The digests that identify what a trial ran."""

VERSIONS = (*DIGESTS, "timeout_sec")
"""The digests and the time limit, which are the same for all trials of the same version."""

GATES = tuple(Gate)

MEASURES = ("score", "dec_bench_score", "solved", "flawless", *GATES)
"""The columns in [0, 1] that measure how well a trial went."""


@cache
def _database() -> duckdb.DuckDBPyConnection:
    """Return this process's single empty database, because opening one takes ten times as long as a query."""
    return duckdb.connect()


def select(table: pa.Table, sql: str, *values: Any) -> list[dict[str, Any]]:
    """Run a query on a table, which SQL refers to as ``trials``, and return the rows."""
    with _database().cursor() as connection:  # a separate connection, so that other threads do not see its table
        connection.register("trials", table)
        found = connection.execute(sql, values)
        names = [column[0] for column in found.description or ()]
        return [dict(zip(names, row, strict=True)) for row in found.fetchall()]


def select_table(table: pa.Table, sql: str) -> pa.Table:
    """Run a query on a table, which SQL refers to as ``trials``, and return a table."""
    with _database().cursor() as connection:
        connection.register("trials", table)
        return connection.sql(sql).to_arrow_table()


def columns(names: Sequence[str]) -> str:
    """Return column names for a select list, quoted because ``repeat`` is a keyword."""
    return ", ".join(f'"{name}"' for name in names)


def require_factors(names: Sequence[str]) -> tuple[str, ...]:
    """Check that trials can be grouped by these columns.

    Raises:
        OptionError: A column is not a factor.
    """
    for name in names:
        if name not in FACTORS:
            raise OptionError("trials cannot be grouped by it", where=name, fix=f"there are {', '.join(FACTORS)}")
    return tuple(dict.fromkeys(names))


def require_measure(name: str, table: pa.Table) -> str:
    """Check that a column is a measure, and that at least one trial has a value for it.

    Raises:
        UserError: The column is not a measure, or no trial has a value.
    """
    if name not in MEASURES:
        raise OptionError("not a measure", where=name, fix=f"there are {', '.join(MEASURES)}")
    if table.num_rows and table[name].null_count == table.num_rows:
        others = [other for other in MEASURES if table[other].null_count < table.num_rows]
        raise NotFoundError(
            "no trial here has it", where=name, fix=f"use --measure {(others[0] if others else 'solved')}"
        )
    return name
