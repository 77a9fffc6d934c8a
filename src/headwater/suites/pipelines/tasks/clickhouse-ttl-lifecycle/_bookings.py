"""Compute which bookings docs/retention.md keeps, and measure the effects of a run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cache

from headwater.grading import Completed, Graded, State
from headwater.services import ClickHouseClient

DETAILS_YEARS, BOOKING_YEARS = 3, 10
HAS_DETAILS = "(name != '' or email != '' or phone != '' or born is not null)"
UNREACHABLE = {
    "CLICKHOUSE_URL": "http://127.0.0.1:1",
    "CLICKHOUSE_PORT": "1",
    "CLICKHOUSE_NATIVE_PORT": "1",
    "CLICKHOUSE_PASSWORD": "hush-2719",
}
COLUMNS = [
    *("booking_id", "booked_at", "travel_on", "line", "cents", "name", "email", "phone", "born", "hold", "loaded_at"),
]
LOADED = datetime(2026, 3, 8, 2, tzinfo=UTC)
_REWRITTEN = """
    select sum(value) from system.events where event in ('MutatedRows', 'MergedRows', 'InsertedRows')
"""

Row = tuple[object, ...]


def this_year() -> int:
    """Return the year from which deadlines are counted."""
    return datetime.now(UTC).year


def is_row_due() -> str:
    """Return the SQL condition for bookings that are due for deletion."""
    return f"(hold = 0 and toYear(travel_on) < {this_year() - BOOKING_YEARS})"


def are_details_due() -> str:
    """Return the SQL condition for bookings whose details are due for removal."""
    return f"(hold = 0 and toYear(travel_on) < {this_year() - DETAILS_YEARS})"


def booking(number: int, travel_on: date, hold: int = 0, loaded_at: datetime = LOADED) -> Row:
    """Return a new booking."""
    booked = datetime(travel_on.year, travel_on.month, travel_on.day, 9, tzinfo=UTC)
    person = f"Late Comer{number}", f"late{number}@new.example", "+44 20 1", date(1980, 1, 1)
    return 90_000_000 + number, booked, travel_on, "coast", 700 + number, *person, hold, loaded_at


def add(state: State, rows: Sequence[Row]) -> None:
    """Insert bookings as an importer does."""
    state.clickhouse.insert("rail.bookings", rows, COLUMNS)


def added(state: State) -> dict[int, int]:
    """Return the ids of the added bookings that still exist, each with the number of its details (at most four)."""
    details = "(name != '') + (email != '') + (phone != '') + (born is not null)"
    sql = f"select toUInt64(booking_id) - 90000000, {details} from rail.bookings where booking_id > 90000000"
    return {int(number): int(count) for number, count in sorted(state.clickhouse.query(sql))}


def describe_end(completed: Completed) -> str:
    """Describe how a run ended."""
    return f"the run exited with {completed.exit_code}" + (f" ({completed.tail})" if completed.exit_code else "")


def rewritten(state: State) -> int:
    """Return the number of rows written since the server started, by inserts, merges and mutations."""
    return int(state.clickhouse.administrator.scalar(_REWRITTEN) or 0)


def years(clickhouse: ClickHouseClient, condition: str = "1") -> dict[int, int]:
    """Return the number of bookings that meet a condition, keyed by the year of the trip."""
    sql = f"select toYear(travel_on) as year, countIf({condition}) as n from rail.bookings group by year having n > 0"
    return {int(year): int(count) for year, count in clickhouse.query(sql)}


def digest(clickhouse: ClickHouseClient, columns: str, condition: str) -> tuple[object, ...]:
    """Return the number of bookings that meet a condition, and a digest of some of their columns."""
    return clickhouse.query(f"select count(), sum(sipHash64({columns})) from rail.bookings where {condition}")[0]


def faults(state: State, starting: State) -> list[str]:
    """Describe how a state's bookings differ from the starting bookings with the deadlines applied."""
    found = []
    for what, columns, condition in (
        ("bookings", "booking_id, booked_at, travel_on, line, cents, hold", f"not {is_row_due()}"),
        ("details", "booking_id, name, email, phone, born", f"not {are_details_due()}"),
    ):
        actual = digest(state.clickhouse, columns, condition)
        right = digest(starting.clickhouse, columns, condition)
        if actual != right:
            found.append(f"{what} that must be kept are {actual[0]} instead of {right[0]}, or other")
    late = int(state.clickhouse.scalar(f"select countIf({is_row_due()}) from rail.bookings") or 0)
    with_details = int(
        state.clickhouse.scalar(f"select countIf({are_details_due()} and {HAS_DETAILS}) from rail.bookings") or 0
    )
    return [
        *found,
        *([f"{late} bookings and details of {with_details} are still there"] if late or with_details else []),
    ]


@dataclass(frozen=True)
class FirstRun:
    """The first run on a server that still has the original table, and its effects."""

    completed: Completed
    rewritten: int
    faults: list[str]


@cache
def first_run(graded: Graded) -> FirstRun:
    """Run once on a server with the original table."""
    with graded.copy(data="starting") as site:
        before = rewritten(site)
        completed = site.run()
        return FirstRun(completed, rewritten(site) - before, faults(site, graded.starting))
