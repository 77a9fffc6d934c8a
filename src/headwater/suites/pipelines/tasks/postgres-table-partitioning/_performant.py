"""Performance checks: pages read few partitions, statements read few rows, and retention drops whole partitions."""

from __future__ import annotations

from typing import Any

from _activity import (
    TABLE,
    call,
    describe_end,
    event,
    last_line,
    maintain,
    partitions,
    record,
    scanned_partitions,
    statement,
)

from headwater.grading import Graded, Result, State, expect, performant


def _page(graded: Graded, name: str) -> str:
    return (graded.workspace.shipped_text(f"queries/{name}.sql") or "").strip().rstrip(";")


@performant(demand="docs/operations.md#budgets")
def trending_reads_its_month_alone(graded: Graded) -> Result:
    """A page about a week reads only the partition for its month, whether the week is recent or old."""
    page = _page(graded, "trending")
    summer = page.replace("2026-04-06", "2025-06-09").replace("2026-04-13", "2025-06-16")
    reads = [scanned_partitions(graded.postgres.plan(query)) for query in (page, summer)]
    months = partitions(graded)
    own = [
        {month for name in read if name in months for month in months[name].months} == {month}
        for read, month in zip(reads, ("2026-04", "2025-06"), strict=True)
    ]
    names = [sorted(read) for read in reads]
    return expect(all(own), f"a week of April 2026 reads {names[0]}, one of June 2025 {names[1]}")


@performant(demand="docs/operations.md#budgets")
def a_profile_is_found_by_index(graded: Graded) -> Result:
    """A user's page reads at most three times as many rows as the user has activities, plus 200."""
    read = scanned_partitions(graded.postgres.plan(_page(graded, "profile")))
    rows = sum(count for _, count in read.values())
    own_rows = graded.postgres.scalar(f"select count(*) from {TABLE} where user_id = 1177")
    return expect(
        read and rows <= 3 * own_rows + 200,
        f"the page reads {rows} rows of {len(read)} partitions; the user has {own_rows}",
    )


_TUPLES = """
    select coalesce(sum(seq_tup_read), 0)::bigint from pg_stat_user_tables
    where schemaname = 'social' and relname ~ '^(activity|reports)'
"""


def _read(state: State) -> int:
    state.postgres.query("select pg_stat_force_next_flush(), pg_sleep(0.2)")
    state.postgres.app.query("select pg_stat_force_next_flush(), pg_sleep(0.2)")
    return int(state.postgres.scalar(_TUPLES))


@performant(demand="docs/operations.md#budgets")
def statements_find_their_rows_by_index(graded: Graded) -> Result:
    """Recording, reporting, moderating and deleting do not scan the whole activity or reports table."""
    with graded.copy() as copy:
        copy.postgres.execute("analyze social.reports")
        before = _read(copy)
        ids = record(
            graded, copy, *(event(n, "2026-04-20 12:00:00+00") for n in range(10)), event(1, "2026-04-20 12:00:00+00")
        )
        for each in ids[:10]:
            call(copy, statement(graded, "report"), {"activity_id": each, "reporter_id": 7, "reason": "spam"})
            call(copy, statement(graded, "delete"), {"activity_id": each, "user_id": 90_001})
        call(copy, statement(graded, "moderation"), {"first": 100, "last": 120})
        read = _read(copy) - before
    return expect(None not in ids[:10] and read < 5_000, f"31 statements read {read} rows in sequential scans")


def _written_counts(state: State) -> tuple[int, int, int]:
    state.postgres.query("select pg_stat_force_next_flush(), pg_sleep(0.2)")
    sql = "select tup_inserted, tup_updated, tup_deleted from pg_stat_database where datname = 'app'"
    found: Any = state.postgres.query(sql)[0]
    return found


@performant(demand="docs/operations.md#retention")
def retention_deletes_no_rows_one_by_one(graded: Graded) -> Result:
    """Dropping months deletes no individual rows and rewrites no other rows."""
    with graded.copy() as copy:
        before = _written_counts(copy)
        completed = maintain(copy, "2026-07-01")
        inserted, updated, deleted = (new - old for new, old in zip(_written_counts(copy), before, strict=True))
        oldest = copy.postgres.scalar(f"select min(occurred_at) >= '2025-07-01 00:00:00+00' from {TABLE}")
    return expect(
        completed.exit_code == 0 and oldest and max(inserted, updated, deleted) < 5_000,
        f"{describe_end(completed)}; rows inserted, updated, deleted: {inserted}, {updated}, {deleted}",
    )


@performant(demand="docs/operations.md#budgets")
def a_night_without_work_writes_nothing(graded: Graded) -> Result:
    """A second run with the same date writes no rows and creates no partitions."""
    with graded.copy() as copy:
        before = _written_counts(copy)
        completed = maintain(copy, "2026-05-02")
        written = sum(_written_counts(copy)) - sum(before)
    return expect(
        completed.exit_code == 0 and last_line(completed) == "created=0 dropped=0" and written < 20,
        f"{describe_end(completed)}, {last_line(completed)!r}; {written} rows were written",
    )
