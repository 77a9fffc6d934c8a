"""Compute the expected contents of analytics.video_day from the starting state, and read the actual ones."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from functools import cache

from headwater.grading import Graded, QueryError, State

MAY = date(2026, 5, 1)
"""The first day with plays."""

Row = tuple[date, int, int, int, int]
"""Day, video, plays, viewers, seconds."""

Message = tuple[int, int, int, datetime, int, datetime]
COLUMNS = ["play_id", "video_id", "viewer_id", "at", "watched_sec", "received_at"]

FOUND = "select day, video_id, plays, viewers, watched_sec from analytics.video_day"
# Merged or not, the starting table has at most one row per video for each day before May.
BEFORE_MAY = f"""
    select day, video_id, toUInt64(sum(plays)), toUInt64(sum(viewers)), toUInt64(sum(watched_sec))
    from analytics.video_day where day < '{MAY}' group by day, video_id
"""
EXPECTED = """
    select day, video_id, count(), uniqExactIf(viewer, viewer != 0), sum(watched)
    from (
        select toDate(at) as day, video_id, play_id, any(viewer_id) as viewer, max(watched_sec) as watched
        from content.plays
        group by day, video_id, play_id
    )
    where watched >= 3
    group by day, video_id
"""


def rows(raw_rows: Sequence[tuple[object, ...]]) -> list[Row]:
    """Return the rows as sorted tuples."""
    return sorted(tuple(row) for row in raw_rows)  # type: ignore[type-var]


@cache
def before_may(graded: Graded) -> list[Row]:
    """Return the nightly job's numbers for days whose plays have been deleted."""
    return rows(graded.starting.clickhouse.query(BEFORE_MAY))


@cache
def since_may(graded: Graded) -> list[Row]:
    """Compute the numbers for days whose plays exist in the starting state."""
    return rows(graded.starting.clickhouse.query(EXPECTED))


@cache
def final_rows(graded: Graded) -> list[Row]:
    """Return the rows in the final state, sorted."""
    return rows(graded.clickhouse.query(FOUND))


def expected_table_rows(graded: Graded, state: State) -> list[Row]:
    """Return the expected numbers for a state that has all plays since May."""
    return sorted(before_may(graded) + rows(state.clickhouse.query(EXPECTED)))


def difference(actual: list[Row], right: list[Row]) -> str:
    """Describe the rows that differ; return an empty string if none does."""
    if actual == right:
        return ""
    missing, surplus = sorted(set(right) - set(actual)), sorted(set(actual) - set(right))
    days = sorted({row[0] for row in (*missing, *surplus)})
    span = f"on {len(days)} days from {days[0]} to {days[-1]}" if days else "and some are there twice"
    return f"{len(actual)} rows instead of {len(right)}, {len(missing)} missing or other, {span}, such as {missing[:1]}"


def describe_errors(graded: Graded, state: State, right: list[Row] | None = None) -> str:
    """Compare a state's numbers with its plays or with ``right``; return an empty string if they agree."""
    try:
        actual = rows(state.clickhouse.query(FOUND))
    except QueryError as error:
        return f"ClickHouse refuses: {error}"
    return difference(actual, expected_table_rows(graded, state) if right is None else right)


def message(
    play: int, watched: int, *, video: int = 731, viewer: int = 0, day: int = 30, heard_days_later: int = 0
) -> Message:
    """Return a new message about a play in May."""
    at = datetime(2026, 5, day, 15, tzinfo=UTC) + timedelta(seconds=play % 3000)
    return play, video, viewer, at, watched, at + timedelta(days=heard_days_later, seconds=watched)


def send(state: State, *messages: Message) -> None:
    """Insert messages in one statement, as the players' service does."""
    state.clickhouse.insert("content.plays", messages, COLUMNS)


def merge(state: State) -> int:
    """Merge all parts of the tables in analytics, as ClickHouse may do at any time. Return the remaining row count."""
    tables = "select name from system.tables where database = 'analytics' and engine like '%MergeTree'"
    for (name,) in state.clickhouse.query(tables):
        state.clickhouse.execute(f"optimize table analytics.`{name}` final")
    sql = "select sum(rows) from system.parts where database = 'analytics' and active"
    return int(state.clickhouse.scalar(sql) or 0)


def of_day(state: State, video: int, day: int) -> list[tuple[int, int, int]]:
    """Return the plays, viewers and seconds of a video on a day in May."""
    sql = f"""
        select plays, viewers, watched_sec from analytics.video_day
        where video_id = {video} and day = '2026-05-{day:02}'
    """
    return [(int(plays), int(viewers), int(watched)) for plays, viewers, watched in state.clickhouse.query(sql)]


def query_of(graded: Graded, name: str) -> str:
    """Return one of the page queries that the task ships."""
    return (graded.workspace.shipped_text(f"queries/{name}.sql") or "").strip().rstrip(";")
