"""Read the sales in both databases, describe their differences, and measure what a run reads and writes."""

from __future__ import annotations

import re
import time
from datetime import UTC, datetime
from functools import cache
from typing import Any

from headwater.grading import Completed, Graded, QueryError, State

CHECK = "python3 sync.py --check"
TYPES = {
    "sale_id": "UInt64",
    "customer_id": "UInt32",
    "product": "String",
    "country": "Nullable(String)",
    "amount": "Decimal(14, 2)",
    "currency": "String",
    "sold_at": "DateTime64(6, 'UTC')",
    "status": "String",
    "refunded": "Nullable(Decimal(14, 2))",
    "note": "Nullable(String)",
}
COLUMNS = tuple(TYPES)
REPORTS = ("month", "customer", "products")
_POSTGRES = f"select {', '.join(COLUMNS)} from app.sales order by sale_id"
_CLICKHOUSE = f"select {', '.join(COLUMNS)} from analytics.sales order by sale_id"
_READ = "select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0) from pg_stat_user_tables"
_INSERTS = """
    select count() from system.query_log
    where type = 'QueryFinish' and user = 'app' and query_kind = 'Insert' and is_initial_query
"""
_WORK = """
    select sum(read_rows + written_rows) from system.query_log
    where type = 'QueryFinish' and user = 'app' and is_initial_query
        and (query_kind = 'Insert' or arrayExists(name -> not startsWith(name, 'system.'), tables))
"""
_MUTATIONS = "select count() from system.mutations where database not in ('system', 'INFORMATION_SCHEMA')"

Row = tuple[Any, ...]


def as_rows(rows: list[Row]) -> list[Row]:
    """Return rows in which all times have a time zone, so that rows from both databases can be compared."""
    times = [n for n, value in enumerate(rows[0]) if isinstance(value, datetime)] if rows else []
    found = rows
    for n in times:
        found = [row if row[n].tzinfo else (*row[:n], row[n].replace(tzinfo=UTC), *row[n + 1 :]) for row in found]
    return found


def truth(state: State | Graded) -> list[Row]:
    """Return the sales in Postgres, sorted by id."""
    return as_rows(state.postgres.query(_POSTGRES))


def stored_sales(state: State | Graded) -> list[Row]:
    """Return the sales in ClickHouse, sorted by id."""
    return as_rows(state.clickhouse.query(_CLICKHOUSE))


def difference(found: list[Row], right: list[Row]) -> str:
    """Describe how two lists of sales differ; return an empty string if they are equal."""
    if found == right:
        return ""
    held_rows: dict[Any, list[Row]] = {}
    for row in found:
        held_rows.setdefault(row[0], []).append(row)
    expected_rows = {row[0]: row for row in right}
    missing, extra = expected_rows.keys() - held_rows.keys(), held_rows.keys() - expected_rows.keys()
    double = [number for number, rows in held_rows.items() if len(rows) > 1]
    other = [n for n in held_rows.keys() & expected_rows.keys() if held_rows[n][0] != expected_rows[n]]
    example = ""
    if other:
        found_row, expected_row = held_rows[other[0]][0], expected_rows[other[0]]
        name = next(name for n, name in enumerate(COLUMNS) if found_row[n] != expected_row[n])
        place = COLUMNS.index(name)
        example = (
            f", such as {name} of {other[0]}: {str(found_row[place])[:50]!r} for {str(expected_row[place])[:50]!r}"
        )
    return (
        f"{len(missing)} sales are missing, {len(extra)} should not exist, {len(double)} have several rows, "
        f"{len(other)} have wrong values{example}"
    )


def only(state: State | Graded, where: str) -> tuple[list[Row], list[Row]]:
    """Return the sales in ClickHouse and in Postgres that satisfy a condition, which must be valid SQL in both."""
    return tuple(  # type: ignore[return-value]
        as_rows(client.query(f"select {', '.join(COLUMNS)} from {table} where {where} order by sale_id"))
        for client, table in ((state.clickhouse, "analytics.sales"), (state.postgres, "app.sales"))
    )


def report(graded: Graded, name: str) -> str:
    """Return the shipped Postgres query for a report."""
    return (graded.workspace.shipped_text(f"reports/{name}.sql") or "").strip().rstrip(";")


def counterpart(graded: Graded, name: str) -> str:
    """Return the agent's ClickHouse query for a report."""
    return graded.workspace.read_text(f"reports/clickhouse/{name}.sql").strip().rstrip(";")


def report_fault(graded: Graded, state: State | Graded, name: str) -> str:
    """Describe how the results of a report's two queries differ; return an empty string if they are equal."""
    sql = counterpart(graded, name)
    if not sql:
        return f"there is no reports/clickhouse/{name}.sql"
    try:
        found = as_rows(state.clickhouse.query(sql))
    except QueryError as error:
        return f"{name}.sql failed in ClickHouse: {error}"
    right = as_rows(state.postgres.query(report(graded, name)))
    if found == right:
        return ""
    pairs = zip(found, right, strict=False)
    first = next((f"{one} instead of {two}" for one, two in pairs if one != two), "the numbers of rows differ")
    return f"{name}.sql returns {len(found)} rows instead of {len(right)}: {first[:240]}"


@cache
def left(graded: Graded) -> list[Row]:
    """Return the sales in ClickHouse that the agent left, sorted by id."""
    return stored_sales(graded)


@cache
def start(graded: Graded) -> list[Row]:
    """Return the sales in Postgres at the start."""
    return truth(graded.starting)


def rows_read(state: State) -> int:
    """Return the number of table rows read so far, from Postgres's statistics."""
    # Sessions report their statistics when they end.
    state.postgres.query("select pg_stat_clear_snapshot(), pg_stat_force_next_flush(), pg_sleep(0.5)")
    return int(state.postgres.scalar(_READ))


def inserts(state: State) -> int:
    """Return the number of inserts so far in ClickHouse by the agent's database user."""
    state.clickhouse.execute("system flush logs")
    return int(state.clickhouse.scalar(_INSERTS))


def work(state: State) -> int:
    """Return the number of rows that the agent's database user has read or written so far in ClickHouse."""
    state.clickhouse.execute("system flush logs")
    return int(state.clickhouse.scalar(_WORK) or 0)


def mutations(state: State) -> int:
    """Return the number of mutations that ClickHouse has recorded so far."""
    return int(state.clickhouse.scalar(_MUTATIONS))


def tables(state: State | Graded) -> set[str]:
    """Return all tables and views, except those in system databases and the inner tables of views."""
    rows = state.clickhouse.query(
        "select database || '.' || name from system.tables "
        "where lower(database) not in ('system', 'information_schema') and not startsWith(name, '.inner')"
    )
    return {str(row[0]) for row in rows}


def change(state: State, script: str) -> None:
    """Run the app's statements, and wait until other connections see their commits."""
    state.postgres.execute(f"{script}; select pg_stat_force_next_flush();")
    time.sleep(0.3)


def printed_count(completed: Completed) -> int:
    """Return the number in a run's last line, `changed=<n>`, or -1 if the line has another format."""
    last = (completed.stdout.strip().splitlines() or [""])[-1]
    match = re.fullmatch(r"changed=(\d+)", last)
    return int(match[1]) if match else -1


def describe_end(completed: Completed) -> str:
    """Describe how a run ended."""
    return f"it exited with {completed.exit_code}" + (f" ({completed.last_line[:200]})" if completed.exit_code else "")
