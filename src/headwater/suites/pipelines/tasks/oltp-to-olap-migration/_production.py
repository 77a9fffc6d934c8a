"""Production checks: errors and differences are reported in the documented format, and no helper objects remain."""

from __future__ import annotations

from _concurrency import disturbed
from _differences import differences
from _drift import drifted
from _migration import killed_migration, migrated
from _sales import REPORTS, describe_end, report, tables
from _scenarios import new_site, outages, quiet_runs, runs_after_changes

from headwater.grading import Graded, Result, expect, expect_equal, production, reported_in_one_line


@production(demand="docs/operations.md#without traceback and passwords")
def a_run_without_postgres_is_reported(graded: Graded) -> Result:
    """If Postgres is unreachable, a run exits with code 1 and prints one line."""
    return reported_in_one_line(outages(graded).runs[0], code=1)


@production(demand="docs/operations.md#without traceback and passwords")
def a_run_without_clickhouse_is_reported(graded: Graded) -> Result:
    """If ClickHouse is unreachable, a run exits with code 1 and prints one line."""
    return reported_in_one_line(outages(graded).runs[1], code=1)


@production(demand="docs/operations.md#sync.py --check")
def a_check_without_postgres_is_reported(graded: Graded) -> Result:
    """If Postgres is unreachable, --check exits with code 2 and prints one line."""
    return reported_in_one_line(outages(graded).checks[0], code=2)


@production(demand="docs/operations.md#sync.py --check")
def a_check_without_clickhouse_is_reported(graded: Graded) -> Result:
    """If ClickHouse is unreachable, --check exits with code 2 and prints one line."""
    return reported_in_one_line(outages(graded).checks[1], code=2)


@production(demand="docs/operations.md#one line for each month that differs")
def the_check_names_months(graded: Graded) -> Result:
    """If ClickHouse has too few or too many sales in a month, --check prints the month with both numbers of sales."""
    completed, right = drifted(graded).number
    lines = completed.stdout.strip().splitlines()
    return expect(
        completed.exit_code == 1 and len(right) > 2 and lines == right,
        f"--check exited with {completed.exit_code} and printed {lines[:3]} instead of {right[:3]}",
    )


@production(demand="docs/operations.md#differs in anything")
def the_check_sees_amounts(graded: Graded) -> Result:
    """If the amount of one sale differs by a cent, --check prints the month of the sale."""
    completed, right = drifted(graded).amount
    lines = completed.stdout.strip().splitlines()
    return expect(
        completed.exit_code == 1 and len(right) == 1 and lines == right,
        f"--check exited with {completed.exit_code} and printed {lines[:3]} instead of {right[:3]}",
    )


@production(demand="docs/operations.md#the run ends with 1")
def an_empty_source_is_reported(graded: Graded) -> Result:
    """If Postgres has no sales, a run exits with code 1, prints one line, and leaves the sales in ClickHouse."""
    completed, is_same = drifted(graded).empty
    result = reported_in_one_line(completed, code=1)
    return result if is_same else expect(False, "the sales in ClickHouse have changed")


@production(demand="docs/operations.md#closed ones with the sums in")
def the_check_sees_closings(graded: Graded) -> Result:
    """If the sum of a closed month differs from its closing by a cent, --check prints the month."""
    completed, right = drifted(graded).closed
    lines = completed.stdout.strip().splitlines()
    return expect(
        completed.exit_code == 1 and lines == right,
        f"--check exited with {completed.exit_code} and printed {lines[:3]} instead of {right[:3]}",
    )


@production(demand="docs/operations.md#it prints `ok`")
def the_check_is_fine(graded: Graded) -> Result:
    """In the final state, --check reports that both databases agree, and writes nothing."""
    outcome = quiet_runs(graded)
    printed = outcome.check.stdout.strip()
    return expect(
        (outcome.check.exit_code, printed, outcome.check_changed) == (0, "ok", ""),
        f"--check exited with {outcome.check.exit_code} and printed {printed[:200]!r}; {outcome.check_changed}",
    )


@production(demand="docs/operations.md#differs in anything", required=True)
def the_check_finds_every_difference(graded: Graded) -> Result:
    """If months differ in one value each, or in one sum of a closing, --check prints all of these and no others."""
    wrong = []
    for completed, right in differences(graded):
        lines = completed.stdout.strip().splitlines()
        if completed.exit_code != 1 or lines != right:
            missing, other = sorted({*right} - {*lines}), sorted({*lines} - {*right})
            wrong.append(
                f"{describe_end(completed)}; lines that are missing: {missing}, that should not exist: {other}"
            )
    return expect(not wrong, "; ".join(wrong)[:900] or "all differences are printed")


@production(demand="docs/operations.md#no table of a run")
def no_table_of_a_run_is_left(graded: Graded) -> Result:
    """After runs with changes, killed and overlapping ones, ClickHouse has the same tables as before them."""
    other = (runs_after_changes(graded).tables | disturbed(graded).tables) ^ tables(graded)
    return expect(not other, f"other tables: {sorted(other)[:5]}")


@production(demand="docs/operations.md#no table is left that a new site does not have")
def no_table_of_a_migration_is_left(graded: Graded) -> Result:
    """After migrations, of which some were killed, ClickHouse has the tables of a new site."""
    other = (migrated(graded).tables | killed_migration(graded).tables) ^ new_site(graded).tables
    return expect(not other, f"other tables: {sorted(other)[:5]}")


@production(demand="docs/operations.md#nothing in Postgres")
def nothing_is_left_in_postgres(graded: Graded) -> Result:
    """Postgres has the same tables, indexes, triggers, slots and publications as at the start, and the same rows."""
    sql = """
        select (select string_agg(oid::regclass::text, ',' order by oid::regclass::text) from pg_class
                where relnamespace::regnamespace::text in ('app', 'public')),
            (select count(*) from pg_trigger), (select count(*) from pg_replication_slots),
            (select count(*) from pg_publication), (select count(*) from pg_namespace where nspname !~ '^pg_'),
            (select sum(hashtext(t::text)) from app.sales t), (select sum(hashtext(t::text)) from app.sales_deleted t),
            (select sum(hashtext(t::text)) from app.closings t), (select sum(hashtext(t::text)) from app.refunds t)
    """
    return expect_equal(graded.postgres.query(sql), graded.starting.postgres.query(sql), "objects and rows in Postgres")


@production(demand="prompt#reports/")
def reports_of_postgres_stay(graded: Graded) -> Result:
    """The shipped reports for Postgres are unchanged."""
    other = [
        n for n in REPORTS if graded.workspace.read_text(f"reports/{n}.sql").strip().rstrip(";") != report(graded, n)
    ]
    return expect(not other, f"changed reports: {other or 'none'}")
