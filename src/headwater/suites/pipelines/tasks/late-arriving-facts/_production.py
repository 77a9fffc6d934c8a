"""Production checks: runs report what they did and what failed, all can read the mart, and sources stay unchanged."""

from __future__ import annotations

from _arrivals import arrivals, closings
from _disorder import nights
from _runs import is_readable, printed_counts, tables
from _scenarios import disturbed, outage, rebuilds

from headwater.grading import Graded, Result, expect, expect_equal, production, reported_in_one_line

_COLUMNS = {
    "mart.daily_usage": [
        ("day", "date"),
        ("account_id", "integer"),
        ("product", "text"),
        ("plan", "text"),
        ("quantity", "numeric(14,3)"),
        ("amount", "numeric(14,2)"),
    ],
    "mart.adjustments": [
        ("month", "date"),
        ("day", "date"),
        ("account_id", "integer"),
        ("product", "text"),
        ("quantity", "numeric(14,3)"),
        ("amount", "numeric(14,2)"),
    ],
}
_SOURCES = """
    select relnamespace::regnamespace::text, relname::text, relkind::text,
        (select count(*) from pg_trigger where tgrelid = c.oid),
        (select string_agg(attname::text, ',' order by attnum) from pg_attribute
         where attrelid = c.oid and attnum > 0 and not attisdropped)
    from pg_class c where relnamespace::regnamespace::text in ('raw', 'crm', 'billing') and relkind <> 't' order by 1, 2
"""


@production(demand="docs/runbook.md#one line that names it")
def a_run_without_postgres_is_reported(graded: Graded) -> Result:
    """A run that cannot reach Postgres exits with 1 and prints one line that names Postgres."""
    return reported_in_one_line(outage(graded), names="postgres", without="127.0.0.1")


@production(demand="docs/runbook.md#arrived since the run before")
def runs_count_new_records(graded: Graded) -> Result:
    """The last lines of runs give the numbers of rows that arrived since the run before."""
    results, closed = arrivals(graded), closings(graded)
    runs = (results.idle, results.fresh, results.offline, results.plans, closed.closed, closed.between)
    found = [(printed_counts(run.completed) or (None, None))[0] for run in runs]
    return expect_equal(found, [0, 7, 438, 0, 0, 3], "the numbers of new records")


@production(demand="docs/runbook.md#the number of adjustments in the open month")
def runs_count_open_adjustments(graded: Graded) -> Result:
    """The last lines of runs and rebuilds give the number of adjustments in the open month."""
    results, closed, rebuilt = arrivals(graded), closings(graded), rebuilds(graded)
    runs = (results.idle, results.fresh, results.plans, closed.closed, closed.late, closed.next, rebuilt.later)
    found = [(printed_counts(run.completed) or (None, None))[1] for run in runs]
    return expect_equal(found, [run.right.posted for run in runs], "the numbers of adjustments in the open month")


@production(demand="docs/runbook.md#that arrived since the run before")
def nights_are_counted(graded: Graded) -> Result:
    """The last lines of runs and rebuilds after random rows give the numbers of records and of adjustments."""
    counts = nights(graded).counts
    found, right = [count.found for count in counts], [count.right for count in counts]
    return expect(counts and found == right, f"the runs printed {found}, and the numbers are {right}")


@production(demand="docs/runbook.md#everyone who can connect")
def everyone_can_read_the_mart(graded: Graded) -> Result:
    """A role without rights of its own can select from both tables, also after rebuilds."""
    found = [is_readable(graded), rebuilds(graded).is_readable]
    return expect_equal(found, [True, True], "whether the mart is readable as it is left, and after rebuilds")


@production(demand="docs/billing.md#martdaily_usage")
def columns_have_their_types(graded: Graded) -> Result:
    """Both tables have the documented columns with the documented types."""
    sql = """
        select attname::text, format_type(atttypid, atttypmod) from pg_attribute
        where attrelid = %s::regclass and attnum > 0 and not attisdropped order by attnum
    """
    found = {name: graded.postgres.query(sql, [name]) for name in _COLUMNS}
    return expect_equal(found, _COLUMNS, "the columns of the mart")


@production(demand="docs/usage.md#we only read it", required=True)
def the_sources_are_unchanged(graded: Graded) -> Result:
    """The schemas of the collector, sales and finance have the tables, indexes, triggers and rows of the start."""
    rows = """
        select (select sum(hashtext(u::text)) from raw.usage u),
            (select sum(hashtext(c::text)) from crm.plan_changes c),
            (select sum(hashtext(p::text)) from billing.prices p), (select count(*) from billing.closed_months),
            (select sum(hashtext(l::text)) from billing.invoice_lines l)
    """
    found, right = ([state.postgres.query(sql) for sql in (_SOURCES, rows)] for state in (graded, graded.starting))
    return expect(
        found == right,
        f"differences: {str([pair for pair in zip(found, right, strict=True) if pair[0] != pair[1]])[:400]}",
    )


@production(demand="docs/runbook.md#Runs leave no tables")
def no_table_is_left_behind(graded: Graded) -> Result:
    """After killed, overlapping and other runs, there are no tables that were not there after the first one."""
    left = (set(disturbed(graded).tables) | set(arrivals(graded).tables)) - set(tables(graded))
    return expect(not left, f"tables left behind: {sorted(left)[:5] or 'none'}")


@production(demand="prompt#dashboards/")
def the_queries_are_unchanged(graded: Graded) -> Result:
    """The queries of the dashboards and the script of finance are as they were shipped."""
    changed = [path for path in graded.workspace.changed() if path.startswith(("dashboards/", "billing/"))]
    return expect(not changed, f"changed files: {changed or 'none'}")
