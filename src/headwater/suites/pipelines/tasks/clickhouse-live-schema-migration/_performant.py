"""Performance checks: the migration, and the pages and inserts after it, read and write few rows."""

from __future__ import annotations

from _figures import at_the_start, collect, describe_end, shipped, stored_figures, unexplained
from _quiet import counter_value, quiet_run

from headwater.grading import Graded, Result, expect, performant

_INSERTS = 5


@performant(demand="docs/migrations.md#read `ads.events` as a whole three times")
def the_migration_reads_little(graded: Graded) -> Result:
    """The migration reads at most 3.8 times as many rows as ads.events has."""
    outcome = quiet_run(graded)
    events = int(graded.starting.clickhouse.scalar("select count() from ads.events"))
    return expect(
        outcome.ran.exit_code == 0 and 0 < outcome.read <= 3.8 * events,
        f"{outcome.summary} and read {outcome.read} rows; ads.events has {events}",
    )


@performant(demand="docs/migrations.md#they are not copied")
def nothing_is_copied(graded: Graded) -> Result:
    """The migration copies no table: it inserts only the figures that move, and the tables keep their UUIDs."""
    outcome, limit = quiet_run(graded), 4 * len(at_the_start(graded))
    return expect(
        outcome.ran.exit_code == 0 and not outcome.replaced and 0 < outcome.inserted <= limit,
        f"{outcome.summary} and inserted {outcome.inserted} rows; replaced tables: {outcome.replaced or 'none'}",
    )


@performant(demand="docs/migrations.md#come from `ads.daily` alone")
def the_sales_page_reads_little(graded: Graded) -> Result:
    """The sales page for a month by region reads the daily figures, not the events."""
    sql = shipped(graded, "queries/regions.sql")
    rows_read, best = graded.clickhouse.rows_read(sql), graded.reference.clickhouse.rows_read(sql)
    return expect(rows_read <= 3 * best, f"the page reads {rows_read} rows; with the reference {best}")


@performant(demand="docs/migrations.md#an insert may not read through")
def an_insert_reads_little(graded: Graded) -> Result:
    """An insert of twenty events reads at most 10,000 rows."""
    with graded.copy() as copy:
        before = counter_value(copy, "SelectedRows")
        runs = [
            collect(copy, *((step * 100 + n, "2026-09-30 12:00:00", "jp-10001", n, "click", 7) for n in range(20)))
            for step in range(_INSERTS)
        ]
        read = (counter_value(copy, "SelectedRows") - before) // _INSERTS
    return expect(
        all(each.exit_code == 0 for each in runs) and read <= 10_000,
        f"collector.py {describe_end(runs[-1])}; an insert of 20 events reads {read} rows",
    )


@performant(demand="docs/migrations.md#one row for each day")
def few_rows_are_kept(graded: Graded) -> Result:
    """After all merges, ads.daily has one row for each day, campaign and region."""
    with graded.copy() as copy:
        copy.clickhouse.execute("optimize table ads.daily final")
        row_count, keys = int(copy.clickhouse.scalar("select count() from ads.daily")), len(stored_figures(copy))
    right = len(unexplained(graded)) + len(at_the_start(graded))
    return expect(
        row_count <= 1.02 * right and keys > 0,
        f"ads.daily has {row_count} rows for {right} combinations of day, campaign and region",
    )
