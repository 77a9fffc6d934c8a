"""Compute the figures of finance in Postgres, and compare the figures in ClickHouse with them."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import cache
from typing import Any

from headwater.grading import Completed, Graded, QueryError, State

Row = tuple[Any, ...]

FIGURES = ("active_users", "paying_accounts", "revenue")
TABLES = {"daily_metrics": "day", "monthly_metrics": "month"}
_TYPES = {"plan": "String", "active_users": "UInt64", "paying_accounts": "UInt64", "revenue": "Decimal(14, 2)"}
DASHBOARDS = {"daily_metrics": "dashboards/days.sql", "monthly_metrics": "dashboards/months.sql"}
# The definition in finance's views. The checks do not query the views, which an agent can change.
_TRUTH = """
    with active as (
        select date_trunc('{period}', c.at at time zone 'Europe/Lisbon')::date as begins, a.plan,
            count(distinct c.user_id) as users
        from app.actions c join app.users u on u.id = c.user_id join app.accounts a on a.id = u.account_id
        where c.kind <> 'sync' and not u.is_robot and not a.is_internal
        group by 1, 2
    ),
    paid as (
        select date_trunc('{period}', p.paid_at at time zone 'Europe/Lisbon')::date as begins, a.plan,
            count(distinct a.id) as accounts, sum(p.amount - p.refunded) as money
        from app.payments p join app.accounts a on a.id = p.account_id
        where p.status = 'settled' and not a.is_internal
        group by 1, 2
    )
    select begins, plan, coalesce(users, 0), coalesce(accounts, 0), coalesce(money, 0)::numeric(14, 2)
    from active full join paid using (begins, plan)
    order by begins, plan collate "C"
"""
_LINE = re.compile(r"(daily_metrics|monthly_metrics) (\d{4}-\d\d-\d\d) (\S+) (\w+) (-?[\d.]+) (-?[\d.]+)")


def types(table: str) -> dict[str, str]:
    """Return the types of a table's columns by name."""
    return {TABLES[table]: "Date", **_TYPES}


def truth(state: State | Graded, table: str) -> list[Row]:
    """Return finance's rows, sorted by period and plan."""
    return state.postgres.query(_TRUTH.format(period=TABLES[table]))


@cache
def at_start(graded: Graded, table: str) -> list[Row]:
    """Return finance's rows for the data at the start."""
    return truth(graded.starting, table)


def table_rows(state: State | Graded, table: str) -> list[Row]:
    """Return the rows of a table in ClickHouse, sorted by period and plan."""
    columns = ", ".join((TABLES[table], "plan", *FIGURES))
    return state.clickhouse.query(f"select {columns} from analytics.{table} order by {TABLES[table]}, plan")


def difference(found: list[Row], right: list[Row], figures: tuple[str, ...] = FIGURES) -> str:
    """Describe how the given figures differ from the right ones. Return an empty string if they are equal."""
    places = [0, 1, *(2 + FIGURES.index(name) for name in figures)]
    actual, expected = ([tuple(row[place] for place in places) for row in rows] for rows in (found, right))
    if actual == expected:
        return ""
    extra, missing = sorted(set(actual) - set(expected)), sorted(set(expected) - set(actual))
    return (
        f"{len(actual)} rows for {len(expected)}, of which {len(extra)} are wrong, such as {_shown(extra[:1])}, "
        f"and {len(missing)} are missing, such as {_shown(missing[:1])}"
    )


def _shown(rows: list[Row]) -> str:
    return str([[str(value) for value in row] for row in rows])[:120]


def fault(state: State | Graded) -> str:
    """Describe the first table that differs from finance's rows. Return an empty string if both are equal."""
    for table in TABLES:
        try:
            message = difference(table_rows(state, table), truth(state, table))
        except QueryError as error:
            message = f"a query is refused: {error}"
        if message:
            return f"analytics.{table}: {message}"
    return ""


def differing(state: State | Graded) -> set[Row]:
    """Return the figures that differ, as (table, period, plan, name, value of finance, value of ClickHouse)."""
    found = set()
    for table in TABLES:
        clickhouse = {row[:2]: row[2:] for row in table_rows(state, table)}
        finance = {row[:2]: row[2:] for row in truth(state, table)}
        for key in finance.keys() | clickhouse.keys():
            pairs = zip(FIGURES, finance.get(key, (0, 0, 0)), clickhouse.get(key, (0, 0, 0)), strict=True)
            found |= {(table, str(key[0]), key[1], name, Decimal(a), Decimal(b)) for name, a, b in pairs if a != b}
    return found


def printed_differences(completed: Completed) -> set[Row]:
    """Return the differences that a check printed, in the form of `differing`."""
    matches = (_LINE.fullmatch(line.strip()) for line in completed.stdout.splitlines())
    return {(*match.groups()[:4], Decimal(match[5]), Decimal(match[6])) for match in matches if match}


def last_line(completed: Completed) -> str:
    """Return the last line of standard output."""
    return (completed.stdout.strip().splitlines() or [""])[-1]


def describe_end(completed: Completed) -> str:
    """Describe how a run ended."""
    return f"it ended with {completed.exit_code}" + (f" ({completed.last_line[:200]})" if completed.exit_code else "")


def tables(state: State | Graded) -> list[str]:
    """Return the tables and views of all databases except ClickHouse's system databases and raw."""
    rows = state.clickhouse.query(
        "select database || '.' || name from system.tables "
        "where lower(database) not in ('system', 'information_schema', 'raw') and not startsWith(name, '.inner')"
    )
    return sorted(str(row[0]) for row in rows)
