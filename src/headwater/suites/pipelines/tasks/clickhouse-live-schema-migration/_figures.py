"""Compute the expected contents of ads.events and ads.daily from the starting state, and read the actual ones."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from functools import cache

from headwater.grading import Completed, Graded, QueryError, State

MIGRATE = "python3 migrate.py"

Key = tuple[date, int, str]
"""Day, campaign, region."""

Figures = tuple[int, int, int]
"""Impressions, clicks, cost in micros."""

Table = dict[Key, Figures]

REGION = """
    multiIf(
        position(account, '-') = 0, 'other',
        lower(substringIndex(account, '-', 1)) in ('de', 'at', 'ch'), 'dach',
        lower(substringIndex(account, '-', 1)) = 'fr', 'west',
        lower(substringIndex(account, '-', 1)) in ('nl', 'be', 'lu'), if(at < '2026-09-01 00:00:00', 'west', 'benelux'),
        lower(substringIndex(account, '-', 1)) in ('uk', 'gb', 'ie'), 'uki',
        lower(substringIndex(account, '-', 1)) in ('se', 'no', 'dk', 'fi'), 'nordics',
        lower(substringIndex(account, '-', 1)) in ('jp', 'kr', 'au', 'nz', 'sg'), 'apac',
        'other'
    )
"""
"""The region of an event, as docs/regions.md defines it."""

BY_EVENTS = f"""
    select toDate(at) as day, campaign_id, {REGION} as name,
           toInt64(countIf(kind = 'impression')), toInt64(countIf(kind = 'click')), toInt64(sum(e.cost_micros))
    from ads.events as e
    group by day, campaign_id, name
"""
FOUND = """
    select day, campaign_id, toString(region), sum(d.impressions), sum(d.clicks), sum(d.cost_micros)
    from ads.daily as d
    group by day, campaign_id, region
"""
TOTALS = """
    select day, campaign_id, '', sum(d.impressions), sum(d.clicks), sum(d.cost_micros)
    from ads.daily as d
    group by day, campaign_id
"""


def _table(rows: Iterable[tuple[object, ...]]) -> Table:
    """Return rows keyed by day, campaign and region, without all-zero rows, which merges drop."""
    found = {row[:3]: tuple(int(value) for value in row[3:]) for row in rows}  # type: ignore[call-overload]
    return {key: figures for key, figures in found.items() if any(figures)}  # type: ignore[misc]


def by_events(state: State) -> Table:
    """Compute figures from a state's events."""
    return _table(state.clickhouse.query(BY_EVENTS))


@cache
def at_the_start(graded: Graded) -> Table:
    """Compute figures from the events in the starting state."""
    return by_events(graded.starting)


def stored_figures(state: State | Graded) -> Table:
    """Return the figures in ads.daily."""
    return _table(state.clickhouse.query(FOUND))


@cache
def unexplained(graded: Graded) -> Table:
    """Return the starting figures that do not come from events, keyed by day and campaign."""
    remainder = _table(graded.starting.clickhouse.query(TOTALS))
    for (day, campaign, _), figures in at_the_start(graded).items():
        add(remainder, (day, campaign, ""), tuple(-figure for figure in figures))  # type: ignore[arg-type]
    return remainder


def add(table: Table, key: Key, figures: Figures) -> None:
    """Add figures to those under a key; remove the key if the sums are all zero."""
    sums = tuple(one + other for one, other in zip(table.get(key, (0, 0, 0)), figures, strict=True))
    table[key] = sums  # type: ignore[assignment]
    if not any(sums):
        del table[key]


def expected_table(graded: Graded, state: State, corrections: Iterable[tuple[date, int, Figures]] = ()) -> Table:
    """Return the expected figures for a state with these corrections in addition to the starting ones."""
    table = unexplained(graded) | by_events(state)
    for day, campaign, figures in corrections:
        add(table, (day, campaign, ""), figures)
    return table


def difference(actual: Table, right: Table) -> str:
    """Describe the figures that differ; return an empty string if none does."""
    other = sorted(key for key in actual.keys() | right.keys() if actual.get(key) != right.get(key))
    if not other:
        return ""
    day, campaign, region = key = other[0]
    return (
        f"{len(other)} of {len(right)} figures are wrong, such as campaign {campaign} on {day} in {region!r}: "
        f"{actual.get(key)} instead of {right.get(key)}"
    )


def describe_errors(graded: Graded, state: State, corrections: Iterable[tuple[date, int, Figures]] = ()) -> str:
    """Describe the errors in a state's figures; return an empty string if there are none."""
    try:
        return difference(stored_figures(state), expected_table(graded, state, corrections))
    except QueryError as error:
        return f"ClickHouse rejects the query: {error}"


def shipped(graded: Graded, path: str) -> str:
    """Return a query that the task ships."""
    return (graded.workspace.shipped_text(path) or "").strip().rstrip(";")


def agent_query(graded: Graded, path: str) -> str:
    """Return a query from the agent's workspace."""
    return graded.workspace.read_text(path).strip().rstrip(";")


def collect(state: State, *rows: tuple[int, str, str, int, str, int]) -> Completed:
    """Insert events (id, time, account, campaign, kind, cost) by position, without column names, as collectors do."""
    state.write("batch_of_events", "".join("\t".join(str(value) for value in row) + "\n" for row in rows))
    return state.run("python3 collector.py batch_of_events", timeout_sec=30)


def describe_end(completed: Completed) -> str:
    """Describe how a command ended."""
    detail = f": {completed.last_line}" if completed.exit_code else ""
    return f"exited with {completed.exit_code}{detail}"
