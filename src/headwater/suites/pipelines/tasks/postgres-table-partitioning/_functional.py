"""Functional checks: each month has a partition, events are recorded, and pages show the same results."""

from __future__ import annotations

from _activity import TABLE, event, partitions, record, recorded

from headwater.grading import Graded, Result, expect, expect_equal, functional


@functional(demand="prompt")
def each_month_is_a_partition(graded: Graded) -> Result:
    """The rows for each month are in a separate partition."""
    kind = graded.postgres.scalar("select relkind::text from pg_class where oid = 'social.activity'::regclass")
    found = partitions(graded)
    mixed_names = [each.name for each in found.values() if len(each.months) > 1 and not each.is_default]
    own = {month for each in found.values() if not each.is_default for month in each.months}
    kept_months = {f"2025-{n:02}" for n in range(5, 13)} | {f"2026-{n:02}" for n in range(1, 5)}
    missing = sorted(kept_months - own)
    return expect(
        kind == "p" and not mixed_names and not missing,
        f"social.activity is of kind {kind!r}; months without one: {missing or 'none'}; mixed: {mixed_names or 'none'}",
    )


@functional(demand="prompt", required=True)
def rows_are_there(graded: Graded) -> Result:
    """Each kept month has the same number of rows as before."""
    sql = f"select to_char(occurred_at at time zone 'UTC', 'YYYY-MM'), count(*) from {TABLE} group by 1"
    expected = {month: rows for month, (rows, _) in recorded(graded).items()}
    return expect_equal(dict(graded.postgres.query(sql)), expected, "rows by month")


@functional(demand="queries/trending.sql")
def trending_shows_the_same(graded: Graded) -> Result:
    """The trending posts of a week in April are the same as before."""
    query = (graded.workspace.shipped_text("queries/trending.sql") or "").strip().rstrip(";")
    return expect_equal(graded.postgres.query(query), graded.starting.postgres.query(query), "trending posts")


@functional(demand="statements/record.sql")
def events_are_recorded(graded: Graded) -> Result:
    """The app records each event once, and reads back the same values."""
    events = [event(n, f"2026-05-0{1 + n % 5} 12:00:00.25+00", ("comment", "view")[n % 2]) for n in range(6)]
    sql = f"""
        select client_key::text, extract(epoch from occurred_at)::text, kind, body
        from {TABLE} where user_id = 90001 order by activity_id
    """
    with graded.copy() as copy:
        first, second_ids = record(graded, copy, *events), record(graded, copy, *events)
        found = copy.postgres.query(sql)
    keys = [row[0] for row in found] == [str(each["client_key"]) for each in events]
    bodies = [(row[2], row[3]) for row in found] == [(each["kind"], each["body"]) for each in events]
    return expect(
        None not in first and second_ids == [None] * 6 and keys and bodies and found[0][1].startswith("1777636800.25"),
        f"recorded with ids {first}, repeated with {second_ids}; there are {len(found)} rows, the first is {found[:1]}",
    )


@functional(demand="docs/operations.md#retention")
def old_months_are_gone(graded: Graded) -> Result:
    """On 1 May 2026, activity from before 1 May 2025 is deleted, and activity from May 2025 is kept."""
    sql = (
        f"select min(occurred_at) >= '2025-05-01 00:00:00+00', min(occurred_at) < '2025-05-02 00:00:00+00' from {TABLE}"
    )
    found = graded.postgres.query(sql)[0]
    return expect(
        found == (True, True), "the oldest row is of 1 May 2025" if found == (True, True) else f"oldest row: {found}"
    )
