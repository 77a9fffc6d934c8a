"""Compute the expected rollups from a state's readings, and compare them with the actual ones."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import UTC, date, datetime
from functools import cache
from typing import Any

from headwater.grading import Graded, State

GRAINS = {
    "hourly": ("hour", ("bikes", "readings", "temperature")),
    "daily": ("day", ("bikes", "readings", "temperature", "peak_hour_bikes")),
    "monthly": ("month", ("bikes", "readings", "temperature", "peak_hour_bikes", "peak_day")),
}
Key = tuple[int, datetime | date]
Rows = dict[Key, dict[str, Any]]


def every(_: Key) -> bool:
    """Select every counter and period."""
    return True


# ClickHouse's functions require a constant time zone, so each zone has its own statement.
_HOURS = """
    select counter_id, hour, day, toStartOfMonth(day) as month, sum(bikes) as b, count() as n,
           ifNull(sum(toFloat64(t)), 0) as ts, count(t) as tn
    from (
        select counter_id, toDate(at, '{zone}') as day, toUnixTimestamp(at) - 60 * toMinute(at, '{zone}') as hour,
               v.1 as bikes, v.2 as t
        from (
            select counter_id, at, argMax((bikes, temperature), revision) as v from counts.readings
            where counter_id in (select counter_id from counts.counters where time_zone = '{zone}') and {chosen}
            group by counter_id, at
        ) where isNotNull(v.1)
    ) group by counter_id, hour, day order by counter_id, hour
"""


def _chosen(counters: tuple[int, ...]) -> str:
    return f"counter_id in ({', '.join(map(str, counters))})" if counters else "1"


def truth(state: State | Graded, *counters: int) -> dict[str, Rows]:
    """Compute the expected rows in each table, for some counters or for all."""
    found: dict[str, Rows] = {grain: {} for grain in GRAINS}
    for (zone,) in state.clickhouse.query("select distinct time_zone from counts.counters order by 1"):
        for counter, hour, day, month, bikes, count, warmth, measured in state.clickhouse.query(
            _HOURS.format(zone=zone, chosen=_chosen(counters))
        ):
            keys = {"hourly": datetime.fromtimestamp(hour, UTC), "daily": day, "monthly": month}
            for grain, key in keys.items():
                row = found[grain].setdefault((counter, key), _empty())
                row["bikes"] += bikes
                row["readings"] += count
                row["sum"] += warmth
                row["measured"] += measured
                row["peak_hour_bikes"] = max(row["peak_hour_bikes"], bikes)
    for (counter, day), row in sorted(found["daily"].items()):
        of_month = found["monthly"][counter, day.replace(day=1)]
        if row["bikes"] > of_month["most"]:
            of_month |= {"most": row["bikes"], "peak_day": day}
    for rows in found.values():
        for row in rows.values():
            row["temperature"] = row["sum"] / row["measured"] if row["measured"] else None
    return found


def _empty() -> dict[str, Any]:
    return {"bikes": 0, "readings": 0, "sum": 0.0, "measured": 0, "peak_hour_bikes": 0, "most": -1, "peak_day": None}


@cache
def expected_rollups(graded: Graded) -> dict[str, Rows]:
    """Return the expected rows in the agent's tables."""
    return truth(graded.starting)


def rows(state: State | Graded, grain: str, *counters: int) -> list[tuple[Key, dict[str, Any]]]:
    """Return the rows in a table with a plain SELECT, for some counters or for all."""
    period, figures = GRAINS[grain]
    key = "toUnixTimestamp(hour)" if grain == "hourly" else f"toDate({period})"
    result = []
    for counter, at, *values in state.clickhouse.query(
        f"select counter_id, {key}, {', '.join(figures)} from rollups.{grain} where {_chosen(counters)} order by 1, 2"
    ):
        result.append(
            (
                (counter, datetime.fromtimestamp(at, UTC) if grain == "hourly" else at),
                dict(zip(figures, values, strict=True)),
            )
        )
    return result


def all_rows(state: State | Graded, *counters: int) -> dict[str, list[tuple[Key, dict[str, Any]]]]:
    """Return the rows in all tables."""
    return {grain: rows(state, grain, *counters) for grain in GRAINS}


@cache
def final_tables(graded: Graded) -> dict[str, list[tuple[Key, dict[str, Any]]]]:
    """Return the rows in all tables of the agent's final state."""
    return all_rows(graded)


def keys(found: list[tuple[Key, dict[str, Any]]], expected: Rows, chosen: Callable[[Key], bool] = every) -> str:
    """Describe missing, unexpected and duplicate periods; return an empty string if there are none."""
    found_keys = [key for key, _ in found if chosen(key)]
    other = sorted(set(found_keys) ^ {key for key in expected if chosen(key)}, key=str)
    if not other and len(set(found_keys)) == len(found_keys):
        return ""
    surplus = len(found_keys) - len(set(found_keys))
    return f"{len(found_keys)} rows, {surplus} of them surplus; missing or too many: {_describe_keys(other)}"


def _describe_keys(keys: list[Key]) -> str:
    return f"{len(keys)}" + "".join(f", as counter {counter} at {at}" for counter, at in keys[:1])


def difference(
    found: list[tuple[Key, dict[str, Any]]],
    expected: Rows,
    figures: tuple[str, ...],
    chosen: Callable[[Key], bool] = every,
) -> str:
    """Describe which figures differ in the expected periods; return an empty string if none does."""
    by_key = {key: row for key, row in found if chosen(key)}
    wrong = [
        (key, name)
        for key, right in expected.items()
        if chosen(key)
        for name in figures
        if key not in by_key or not equal_figures(by_key[key][name], right[name])
    ]
    if not wrong:
        return ""
    key, name = wrong[0]
    actual = by_key.get(key, {}).get(name, "no row")
    place = f"{name} of counter {key[0]} at {key[1]}"
    return f"{len(wrong)} figures are wrong, as {place}: {actual}, not {expected[key][name]}"


def equal_figures(value: Any, right: Any) -> bool:
    """Compare two figures; temperatures may differ by rounding errors."""
    if isinstance(value, float) and isinstance(right, float):
        return math.isclose(value, right, rel_tol=1e-5, abs_tol=1e-5)
    return bool(value == right)


def fault(
    found: dict[str, list[tuple[Key, dict[str, Any]]]],
    expected: dict[str, Rows],
    chosen: Callable[[Key], bool] = every,
) -> str:
    """Describe errors in any table for the selected counters and periods; return an empty string if there are none."""
    for grain, (_, figures) in GRAINS.items():
        if message := keys(found[grain], expected[grain], chosen) or difference(
            found[grain], expected[grain], figures, chosen
        ):
            return f"{grain}: {message}"
    return ""
