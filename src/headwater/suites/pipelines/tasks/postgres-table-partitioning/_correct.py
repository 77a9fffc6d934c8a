"""Correctness checks: rows, ids, constraints, reports and statistics stay the same."""

from __future__ import annotations

from _activity import IS_KEPT, TABLE, call, event, months, record, recorded, report, report_rows_of, statement
from _nights import nights

from headwater.grading import Graded, QueryError, Result, State, correct, expect, expect_equal


@correct(demand="docs/activity.md#rows", required=True)
def rows_are_as_they_were_sent(graded: Graded) -> Result:
    """Each kept row has the same values, including its id."""
    found, expected = months(graded), recorded(graded)
    wrong = [month for month in expected.keys() | found.keys() if expected.get(month) != found.get(month)]
    return expect(not wrong, f"{len(wrong)} of {len(expected)} months differ: {sorted(wrong)[:6]}")


@correct(demand="docs/activity.md#rows")
def ids_go_on(graded: Graded) -> Result:
    """New rows get ids that were never used, not even by deleted rows."""
    highest = graded.starting.postgres.scalar(f"select max(activity_id) from {TABLE}")
    with graded.copy() as copy:
        ids = record(graded, copy, *(event(n, "2026-05-01 12:00:00+00") for n in range(20)))
    fresh = [each for each in ids if each is not None and each > highest]
    return expect(
        len(set(fresh)) == 20,
        f"after the id {highest}, 20 events got the ids {ids[:3]}…, of which {len(set(fresh))} are new",
    )


def _refused(state: State, changes: str) -> bool:
    columns = {
        "client_key": "gen_random_uuid()",
        "occurred_at": "'2026-05-03'",
        "user_id": "1",
        "post_id": "5",
        "kind": "'like'",
    }
    columns |= dict(each.split("=") for each in changes.split(";"))
    try:
        state.postgres.execute(f"insert into {TABLE} ({', '.join(columns)}) values ({', '.join(columns.values())})")
    except QueryError:
        return True
    return False


@correct(demand="postgres:social.activity#activity_body")
def what_was_refused_is_refused(graded: Graded) -> Result:
    """Unknown kinds and posts, comments without text, likes with text and missing values are rejected."""
    bad = [
        "kind='poke'",
        "post_id=999999",
        "kind='comment'",
        "body='text'",
        "user_id=null",
        "client_key=null",
        "kind=null",
    ]
    with graded.copy() as copy:
        accepted = [each for each in bad if not _refused(copy, each)]
        good = not _refused(copy, "kind='comment';body='fine'")
    return expect(
        good and not accepted,
        f"invalid rows accepted: {accepted or 'none'}; a valid row is {'accepted' if good else 'rejected'}",
    )


@correct(demand="postgres:social.activity#default now()")
def columns_are_as_they_were(graded: Graded) -> Result:
    """Columns keep their types and defaults."""
    sql = f"insert into {TABLE} (client_key, user_id, post_id) values (gen_random_uuid(), 90003, 8)"
    query = f"""
        select kind, abs(extract(epoch from occurred_at - now())) < 3600, activity_id > 0
        from {TABLE} where user_id = 90003
    """
    expected, found = graded.starting.postgres.columns(TABLE), graded.postgres.columns(TABLE)
    with graded.copy() as copy:
        copy.postgres.execute(sql)
        filled = copy.postgres.query(query)
    same = {name: found.get(name) for name in expected} == expected
    return expect(same and filled == [("view", True, True)], f"columns {found}; defaults give {filled}")


@correct(demand="docs/activity.md#reports", required=True)
def reports_are_about_what_they_were_about(graded: Graded) -> Result:
    """All reports are kept. A report refers to its activity if that is kept, and to NULL otherwise."""
    sql = f"select activity_id from {TABLE} where {IS_KEPT}"
    kept_ids = {row[0] for row in graded.starting.postgres.query(sql)}
    expected = [
        row if row[1] in kept_ids else (row[0], None, *row[2:5], None, None) for row in report_rows_of(graded.starting)
    ]
    found = report_rows_of(graded)
    wrong = sum(one != other for one, other in zip(found, expected, strict=False))
    return expect(
        len(found) == len(expected) and not wrong,
        f"{len(found)} of {len(expected)} reports; {wrong} refer to another activity",
    )


@correct(demand="docs/activity.md#statistics", required=True)
def statistics_count_what_was_ever_recorded(graded: Graded) -> Result:
    """Statistics are unchanged. A new event counts once, and a repeated event does not count."""
    sql = "select post_id, kind, events from social.post_stats order by 1, 2"
    one = "select sum(events) from social.post_stats where post_id = 1500"
    same = graded.postgres.query(sql) == graded.starting.postgres.query(sql)
    with graded.copy() as copy:
        before = copy.postgres.scalar(one)
        record(graded, copy, *(event(n % 5, "2026-05-02 12:00:00+00") for n in range(10)))
        after = copy.postgres.scalar(one)
    return expect(
        same and after - before == 5,
        f"statistics are {'unchanged' if same else 'changed'}; 5 new events count as {after - before}",
    )


@correct(demand="docs/operations.md#on any day there are partitions")
def every_night_has_its_partitions(graded: Graded) -> Result:
    """After each of many nights, the partitions are those of that day, and each row is in the one of its month."""
    found = nights(graded)
    return expect(not found.partitions, found.partitions or "all are there", events=found.events.get("partitions", []))


@correct(demand="docs/activity.md#reports")
def reports_refer_to_what_exists(graded: Graded) -> Result:
    """A nonexistent activity cannot be reported, and a report survives the deletion of its activity."""
    with graded.copy() as copy:
        (activity,) = record(graded, copy, event(1, "2026-05-04 12:00:00+00", "comment"))
        accepted, refused = report(graded, copy, activity or 0), report(graded, copy, 4_000_000_000)
        deleted = _delete(graded, copy, activity)
        report_rows = copy.postgres.query(
            f"select activity_id, reason from social.reports where report_id = {accepted or 0}"
        )
        rows = copy.postgres.scalar(f"select count(*) from {TABLE} where user_id = 90001")
    return expect_equal(
        (accepted is not None, refused, deleted, report_rows, rows),
        (True, None, [(activity,)], [(None, "spam")], 0),
        "the tuple of accepted report, report of a nonexistent activity, deleted activity, remaining report, and rows",
    )


def _delete(graded: Graded, state: State, activity: int | None) -> list[tuple[object, ...]]:
    return call(state, statement(graded, "delete"), {"activity_id": activity, "user_id": 90_001})
