"""Robustness checks: writes during the migration, killed runs, wrong clocks and missed job runs."""

from __future__ import annotations

from _activity import (
    IS_KEPT,
    TABLE,
    Writer,
    count_lost,
    describe_end,
    event,
    maintain,
    months,
    partitions,
    record,
    recorded,
    report,
)
from _nights import nights
from _traffic import busy_migration, busy_nights, paused_nights

from headwater.grading import Graded, Result, expect, kill_points, robust


@robust(demand="docs/operations.md#rollout", required=True)
def what_is_recorded_during_a_migration_stays(graded: Graded) -> Result:
    """Every event that the database accepts during the migration is kept."""
    with graded.copy(data="starting") as site:
        writers = [Writer(graded, site)]
        threads = [writer.start() for writer in writers]
        completed = site.run("bash migrate.sh")
        writers[0].done.set()
        for thread in threads:
            thread.join()
        kind = site.postgres.scalar("select relkind::text from pg_class where oid = 'social.activity'::regclass")
        missing = sum(count_lost(writer) for writer in writers)
        same = months(site, f"{IS_KEPT} and post_id <> 2999")
    expected = months(graded.starting, f"{IS_KEPT} and post_id <> 2999")
    accepted = sum(len(writer.accepted) for writer in writers)
    return expect(
        completed.exit_code == 0 and kind == "p" and accepted and not missing and same == expected,
        f"the migration {describe_end(completed)}; "
        f"{missing} of {accepted} events that were accepted meanwhile are lost; "
        f"earlier rows are {'unchanged' if same == expected else 'changed'}",
    )


@robust(demand="docs/operations.md#rollout", required=True)
def a_migration_may_be_stopped_and_repeated(graded: Graded) -> Result:
    """A migration that is killed at several of its requests and then run twice preserves the rows."""
    with graded.copy(data="starting") as site:
        whole = site.run_killed("bash migrate.sh", after=None)
    with graded.copy(data="starting") as site:
        for after in kill_points(whole.requests):
            site.run_killed("bash migrate.sh", after=after)
        codes = [site.run("bash migrate.sh").exit_code, site.run("bash migrate.sh").exit_code]
        kind = site.postgres.scalar("select relkind::text from pg_class where oid = 'social.activity'::regclass")
        found = months(site, IS_KEPT)
        reports = site.postgres.scalar("select count(activity_id) from social.reports")
        stats = site.postgres.scalar("select sum(events) from social.post_stats")
    start = graded.starting.postgres
    wanted_reports = start.scalar("select count(activity_id) from social.reports")
    wanted_stats = start.scalar("select sum(events) from social.post_stats")
    return expect(
        codes == [0, 0]
        and kind == "p"
        and found == recorded(graded)
        and (reports, stats) == (wanted_reports, wanted_stats),
        f"exit codes {codes}; rows are {'unchanged' if found == recorded(graded) else 'changed'}; "
        f"{reports} of {wanted_reports} reports refer to an activity; statistics count {stats} of {wanted_stats}",
    )


@robust(demand="docs/activity.md#clocks")
def wrong_clocks_are_recorded(graded: Graded) -> Result:
    """Events from 1970, from next year and from any month in between are recorded and can be read."""
    days = (
        "1970-01-01",
        "2009-06-30",
        "2025-04-30",
        "2026-08-31",
        "2026-12-01",
        "2027-01-31",
        "2038-01-19",
        "2106-02-07",
    )
    events = [event(n, f"{day} 23:59:59+00") for n, day in enumerate(days)]
    with graded.copy() as copy:
        ids = record(graded, copy, *events)
        found = copy.postgres.scalar(f"select count(*) from {TABLE} where user_id = 90001")
    return expect(None not in ids and found == len(days), f"ids {ids}; {found} of {len(days)} rows are stored")


@robust(demand="docs/operations.md#partitions")
def early_events_get_their_month_when_it_comes(graded: Graded) -> Result:
    """Early events move to the partition for their month when it is created, and keep their reports."""
    events = [event(n, f"2026-{9 + n % 3:02}-{10 + n} 10:00:00+00", "comment") for n in range(12)]
    with graded.copy() as copy:
        ids = record(graded, copy, *events)
        accepted = [report(graded, copy, each or 0) for each in ids]
        before = copy.postgres.scalar("select sum(events) from social.post_stats")
        completed = maintain(copy, "2026-08-17")
        own = {month for each in partitions(copy).values() if not each.is_default for month in each.months}
        rows = copy.postgres.scalar(f"select count(*) from {TABLE} where user_id = 90001")
        numbers = ", ".join(str(each or 0) for each in accepted)
        report_count = copy.postgres.scalar(
            f"select count(activity_id) from social.reports where report_id in ({numbers})"
        )
        counted = copy.postgres.scalar("select sum(events) from social.post_stats") - before
    return expect(
        completed.exit_code == 0
        and {"2026-09", "2026-10", "2026-11"} <= own
        and (rows, report_count, counted) == (12, 12, 0),
        f"{describe_end(completed)}; "
        f"of 12 early events, {rows} are stored with {report_count} reports; {counted} were counted again; "
        f"partitions from September on: {sorted(each for each in own if each > '2026-08')}",
    )


@robust(demand="docs/operations.md#retention")
def months_go_when_their_time_comes(graded: Graded) -> Result:
    """After missed runs, exactly the months that are too old are dropped, and their reports are kept."""
    with graded.copy() as copy:
        reports = copy.postgres.scalar("select count(*) from social.reports")
        completed = maintain(copy, "2026-07-31")
        found = months(copy)
        report_count = copy.postgres.scalar("select count(*) from social.reports")
        dangling = copy.postgres.scalar(
            f"select count(*) from social.reports r where activity_id is not null"
            f" and not exists (select from {TABLE} a where a.activity_id = r.activity_id)"
        )
    expected = {month: each for month, each in recorded(graded).items() if month >= "2025-07"}
    return expect(
        completed.exit_code == 0 and found == expected and report_count == reports and dangling == 0,
        f"{describe_end(completed)}; the oldest month is {min(found, default='none')}; rows of kept months are "
        f"{'unchanged' if found == expected else 'changed'}; "
        f"{report_count} of {reports} reports are left, {dangling} are dangling",
    )


@robust(demand="docs/operations.md#jobs")
def a_job_that_fails_changes_nothing(graded: Graded) -> Result:
    """With an invalid date, the job fails and changes no partitions or rows."""
    with graded.copy() as copy:
        codes = [maintain(copy, day).exit_code for day in ("2026-02-30", "yesterday", "")]
        same = sorted(partitions(copy)) == sorted(partitions(graded)) and months(copy) == months(graded)
    return expect(0 not in codes and same, f"exit codes {codes}; everything is {'unchanged' if same else 'changed'}")


@robust(demand="docs/operations.md#everything since 1 May 2025", required=True)
def every_night_keeps_what_it_has_to(graded: Graded) -> Result:
    """After each of many nights, rows, reports and statistics are exactly what people recorded and what is kept."""
    found = nights(graded)
    return expect(not found.data, found.data or "everything is there", events=found.events.get("data", []))


@robust(demand="docs/operations.md#what it was told is recorded must be there", required=True)
def a_busy_migration_loses_nothing(graded: Graded) -> Result:
    """While servers record, repeat, report and delete, a migration is killed twice and completed, and all is there."""
    fault = busy_migration(graded)
    return expect(not fault, fault or "everything is there")


@robust(demand="docs/operations.md#maintain.py` runs every night")
def busy_nights_lose_nothing(graded: Graded) -> Result:
    """While servers record events of new months and report old ones, the job runs, and nothing is lost or dangling."""
    fault = busy_nights(graded)
    return expect(not fault, fault or "everything is there")


@robust(demand="docs/activity.md#recorded stays as it was sent", required=True)
def nobody_is_lost_between_two_statements(graded: Graded) -> Result:
    """What people do while the job waits between two statements, each night between later ones, is not lost."""
    fault, events = paused_nights(graded)
    return expect(not fault, fault or "everything is there", events=events if fault else [])
