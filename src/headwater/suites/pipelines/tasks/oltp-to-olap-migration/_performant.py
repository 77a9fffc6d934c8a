"""Performance checks: runs read few rows and make few inserts, and reports read few rows."""

from __future__ import annotations

from _sales import counterpart, describe_end, printed_count, start
from _scenarios import new_site, quiet_runs, runs_after_changes

from headwater.grading import Graded, Result, expect, expect_equal, performant

_MOST_READ = 2_000


@performant(demand="docs/operations.md#reads at most 2,000 rows")
def a_run_without_changes_reads_little(graded: Graded) -> Result:
    """A run without changes reads at most 2,000 rows from Postgres."""
    outcome = quiet_runs(graded)
    return expect(
        outcome.run.exit_code == 0 and outcome.read <= _MOST_READ,
        f"{describe_end(outcome.run)} and read {outcome.read} rows",
    )


@performant(demand="docs/operations.md#reads at most 2,000 rows")
def a_run_with_few_changes_reads_little(graded: Graded) -> Result:
    """A run after a few changes reads at most 2,000 rows from Postgres, and loads the changes."""
    completed, read, _ = runs_after_changes(graded).few
    fault = runs_after_changes(graded).few_wrong
    return expect(
        completed.exit_code == 0 and not fault and read <= _MOST_READ,
        f"{describe_end(completed)} and read {read} rows; {fault}",
    )


@performant(demand="docs/operations.md#read each sale once")
def the_first_run_reads_each_sale_once(graded: Graded) -> Result:
    """On a new site, the first run reads each sale once and few other rows from Postgres."""
    completed, read, _ = new_site(graded).first
    most = int(1.3 * len(start(graded))) + _MOST_READ
    return expect(
        completed.exit_code == 0 and read <= most, f"{describe_end(completed)} and read {read} rows, at most {most}"
    )


@performant(demand="docs/operations.md#none without changes")
def a_run_without_changes_inserts_nothing(graded: Graded) -> Result:
    """A run without changes makes no inserts in ClickHouse, and reports that nothing changed."""
    outcome = quiet_runs(graded)
    return expect(
        outcome.run.exit_code == 0 and outcome.inserts == 0 and printed_count(outcome.run) == 0,
        f"{describe_end(outcome.run)} after {outcome.inserts} inserts and printed changed={printed_count(outcome.run)}",
    )


@performant(demand="docs/operations.md#at most ten in a run")
def a_run_with_few_changes_inserts_few_times(graded: Graded) -> Result:
    """A run after a few changes makes at most ten inserts in ClickHouse."""
    completed, _, insert_count = runs_after_changes(graded).few
    return expect(
        completed.exit_code == 0 and 0 < insert_count <= 10, f"{describe_end(completed)} after {insert_count} inserts"
    )


@performant(demand="docs/operations.md#at most sixty in the first one")
def the_first_run_inserts_few_times(graded: Graded) -> Result:
    """On a new site, the first run makes at most sixty inserts in ClickHouse."""
    completed, _, insert_count = new_site(graded).first
    return expect(
        completed.exit_code == 0 and 0 < insert_count <= 60, f"{describe_end(completed)} after {insert_count} inserts"
    )


@performant(demand="docs/operations.md#it rewrites nothing")
def nothing_is_rewritten(graded: Graded) -> Result:
    """Runs load changes and deletions of all kinds without mutations in ClickHouse."""
    outcome = runs_after_changes(graded)
    succeeded = outcome.few[0].exit_code == outcome.mixed.exit_code == 0
    return expect(
        succeeded and not outcome.wrong and outcome.mutations == 0,
        f"there were {outcome.mutations} mutations; {outcome.wrong}",
    )


@performant(demand="docs/operations.md#at most a fifth of the rows")
def the_month_reads_little(graded: Graded) -> Result:
    """The monthly report reads at most a fifth as many rows as there are sales."""
    return _reads(graded, "month", len(start(graded)) // 5)


@performant(demand="docs/operations.md#at most a fifth of the rows")
def a_customer_reads_little(graded: Graded) -> Result:
    """The customer report reads at most a fifth as many rows as there are sales."""
    return _reads(graded, "customer", len(start(graded)) // 5)


@performant(demand="docs/operations.md#than twice the number of sales")
def products_read_each_sale_once(graded: Graded) -> Result:
    """The product report reads at most twice as many rows as there are sales."""
    return _reads(graded, "products", 2 * len(start(graded)))


def _reads(graded: Graded, name: str, most: int) -> Result:
    sql = counterpart(graded, name)
    read = graded.clickhouse.rows_read(sql) if sql else most + 1
    return expect(bool(sql) and read <= most, f"{name}.sql reads {read} rows, at most {most}")


@performant(demand="docs/operations.md#nothing in Postgres")
def nothing_is_left_in_postgres(graded: Graded) -> Result:
    """Postgres contains the same tables, indexes, triggers, slots and publications as at the start."""
    sql = """
        select (select string_agg(oid::regclass::text, ',' order by oid::regclass::text) from pg_class
                where relnamespace::regnamespace::text in ('app', 'public')),
            (select count(*) from pg_trigger), (select count(*) from pg_replication_slots),
            (select count(*) from pg_publication), (select count(*) from pg_namespace where nspname !~ '^pg_')
    """
    return expect_equal(
        graded.postgres.query(sql), graded.starting.postgres.query(sql), "the list of objects in Postgres"
    )
