"""What the topic and ClickHouse should have, computed from the application's tables in Postgres."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from functools import cache
from typing import Any

from headwater.grading import Completed, Graded, QueryError, State

TOPIC = "parcels.changes"
Row = tuple[Any, ...]
Days = dict[tuple[date, str], tuple[int, int, Decimal]]

COLUMNS = ("parcel_id", "revision", "depot", "state", "price", "posted_on")
_SELECT = f"select {', '.join(COLUMNS)} from "
_DAYS = """
    select day, toString(depot), toInt64(sum(parcels)), toInt64(sum(delivered)), sum(revenue)
    from analytics.depot_daily group by 1, 2
"""
_RIGHT_DAYS = """
    select posted_on, depot, count(*), count(*) filter (where state = 'delivered'),
        coalesce(sum(price) filter (where state <> 'returned'), 0)
    from app.parcels group by 1, 2
"""
# Comparing all rows takes seconds, so a digest comes first.
_RIGHT_DIGEST = """
    select count(*)::bigint, coalesce(sum(('x' || left(md5(concat_ws('|', parcel_id, revision, depot, state,
        (price * 100)::bigint, posted_on)), 16))::bit(64)::bigint), 0)::text
    from app.parcels
"""
_SHOWN_DIGEST = """
    select toInt64(count()), toString(sum(toInt256(reinterpretAsInt64(reverse(substring(MD5(concatWithSeparator('|',
        toString(parcel_id), toString(revision), toString(depot), toString(state), toString(toInt64(price * 100)),
        toString(posted_on))), 1, 8))))))
    from analytics.parcels
"""
_PRICE = re.compile(r"[0-9]{1,10}\.[0-9]{2}")
_DATE = re.compile(r"20[0-9]{2}-[0-9]{2}-[0-9]{2}")
_NOTHING = (0, 0, Decimal(0))


def right_rows(state: State | Graded, numbers: Iterable[int] | None = None) -> dict[int, Row]:
    """Return the rows of app.parcels by number, all of them or those with some numbers."""
    if numbers is None:
        return {row[0]: row for row in state.postgres.query(f"{_SELECT} app.parcels")}
    rows = state.postgres.query(f"{_SELECT} app.parcels where parcel_id = any(%s)", [sorted(numbers)])
    return {row[0]: row for row in rows}


def shown_rows(state: State | Graded) -> list[Row]:
    """Return the rows of analytics.parcels, as a reader sees them."""
    return state.clickhouse.query(f"{_SELECT} analytics.parcels")


def right_days(rows: Iterable[Row]) -> Days:
    """Return the parcels, delivered parcels and revenue of each day and depot."""
    found: Days = {}
    for _, _, depot, state, price, day in rows:
        parcels, delivered, revenue = found.get((day, depot), _NOTHING)
        found[day, depot] = (
            parcels + 1,
            delivered + (state == "delivered"),
            revenue + (0 if state == "returned" else price),
        )
    return found


def shown_days(state: State | Graded) -> Days:
    """Return the figures of analytics.depot_daily by day and depot, without those that are all 0."""
    rows = state.clickhouse.query(_DAYS)
    return {(row[0], row[1]): (row[2], row[3], row[4]) for row in rows if any(row[2:])}


@cache
def at_end(graded: Graded) -> tuple[dict[int, Row], list[Row]]:
    """Return the right rows for the state that the agent left, and those that a reader sees."""
    return right_rows(graded), shown_rows(graded)


@cache
def days_at_end(graded: Graded) -> tuple[Days, Days]:
    """Return the right figures for the state that the agent left, and those that a dashboard sees."""
    return right_days(at_end(graded)[0].values()), shown_days(graded)


def parcels_fault(right: dict[int, Row], shown: list[Row], columns: tuple[str, ...] = COLUMNS) -> str:
    """Describe how analytics.parcels differs from the right rows. Return an empty string if it does not."""
    places = [COLUMNS.index(name) for name in columns]
    numbers = Counter(row[0] for row in shown)
    repeated = sum(number > 1 for number in numbers.values())
    missing, unknown = right.keys() - numbers.keys(), numbers.keys() - right.keys()
    wrong = [row for row in shown if row[0] in right and any(row[place] != right[row[0]][place] for place in places)]
    if not (repeated or missing or unknown or wrong):
        return ""
    example = f", such as {wrong[0]} instead of {right[wrong[0][0]]}" if wrong else ""
    return (
        f"of {len(right)} parcels {len(missing)} are missing and {repeated} repeated, {len(unknown)} are unknown, "
        f"and {len(wrong)} wrong{example}"
    )


def days_fault(right: Days, shown: Days, places: tuple[int, ...] = (0, 1, 2)) -> str:
    """Describe how analytics.depot_daily differs from the right figures. Return an empty string if it does not."""
    wrong = [
        key
        for key in sorted(right.keys() | shown.keys())
        if any(right.get(key, _NOTHING)[place] != shown.get(key, _NOTHING)[place] for place in places)
    ]
    if not wrong:
        return ""
    day, depot = wrong[0]
    figures = f"{_shown(shown.get(wrong[0], _NOTHING))} instead of {_shown(right.get(wrong[0], _NOTHING))}"
    return f"{len(wrong)} of {len(right)} figures are wrong, such as {day} {depot}: {figures}"


def _shown(figures: tuple[Any, ...]) -> str:
    return ", ".join(str(value) for value in figures)


def fault(state: State) -> str:
    """Describe what is wrong in ClickHouse. Return an empty string if nothing is."""
    right = {(row[0], row[1]): row[2:] for row in state.postgres.query(_RIGHT_DAYS)}
    try:
        if state.postgres.query(_RIGHT_DIGEST)[0] != state.clickhouse.query(_SHOWN_DIGEST)[0]:
            return parcels_fault(right_rows(state), shown_rows(state)) or "the parcels differ"
        return days_fault(right, shown_days(state))
    except QueryError as error:
        return f"ClickHouse refuses: {error}"


def parse(value: bytes | None) -> dict[str, Any] | None:
    """Return the content of a usable message, or None."""
    try:
        content = json.loads(value or b"")
        if not all(
            type(content[name]) is int and 1 <= content[name] <= 2_000_000_000 for name in ("parcel", "revision")
        ):
            return None
        if content.get("deleted") is True:
            return {"parcel": content["parcel"], "revision": content["revision"], "deleted": True}
        texts = [content[name] for name in ("depot", "state")]
        if not all(isinstance(text, str) and text and text.encode() for text in texts):
            return None
        if not (_PRICE.fullmatch(content["price"]) and _DATE.fullmatch(content["posted_on"])):
            return None
        date.fromisoformat(content["posted_on"])
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    return dict(content)


def last_line(completed: Completed) -> str:
    """Return the last line of standard output."""
    return (completed.stdout.strip().splitlines() or [""])[-1]


def describe_end(completed: Completed) -> str:
    """Describe how a run ended."""
    return f"it ended with {completed.exit_code}" + (f" ({completed.last_line[:200]})" if completed.exit_code else "")
