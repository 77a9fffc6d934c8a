"""Production checks: runs report what they did and what failed, and leave nothing behind."""

from __future__ import annotations

from _model import printed_counts, tables
from _scenarios import killed, outages, outcomes

from headwater.grading import Graded, Result, expect, expect_equal, production, reported_in_one_line


@production(demand="docs/operations.md#one line on the standard error")
def a_run_without_postgres_is_reported(graded: Graded) -> Result:
    """A run that cannot reach Postgres exits with 1 and prints one line that names Postgres."""
    return reported_in_one_line(outages(graded).postgres, names="postgres", without="127.0.0.1")


@production(demand="docs/operations.md#one line on the standard error")
def a_run_without_clickhouse_is_reported(graded: Graded) -> Result:
    """A run that cannot reach ClickHouse exits with 1 and prints one line that names ClickHouse."""
    return reported_in_one_line(outages(graded).clickhouse, names="clickhouse", without="127.0.0.1")


@production(demand="docs/operations.md#the last line is")
def runs_say_what_is_new(graded: Graded) -> Result:
    """A run's last line gives the numbers of new events and new rejected rows."""
    outcome = outcomes(graded)
    runs = (outcome.idle, outcome.first, outcome.again)
    counts = [printed_counts(run.completed) for run in runs]
    return expect_equal(counts, [run.grown for run in runs], "the numbers of new events and rejected rows")


@production(demand="docs/operations.md#has no tables but those")
def no_table_is_left(graded: Graded) -> Result:
    """Runs, including killed ones, leave no additional tables in ClickHouse."""
    return expect_equal(
        [outcomes(graded).tables, killed(graded).tables], [tables(graded)] * 2, "the tables of ClickHouse"
    )


@production(demand="docs/operations.md#there are no mutations")
def nothing_is_mutated(graded: Graded) -> Result:
    """Runs process new and late events without mutations in ClickHouse."""
    outcome = outcomes(graded)
    good = outcome.first.is_good and outcome.late.is_good
    return expect(good and outcome.mutations == 0, f"there were {outcome.mutations} mutations; {outcome.late.message}")


@production(demand="docs/operations.md#Nothing is left there")
def postgres_is_as_it_was(graded: Graded) -> Result:
    """Postgres has the same tables, indexes, triggers and rows as at the start."""
    sql = """
        select (select string_agg(oid::regclass::text, ',' order by oid::regclass::text) from pg_class
                where relnamespace::regnamespace::text in ('raw', 'public')),
            (select count(*) from pg_trigger), (select count(*) from pg_replication_slots),
            (select count(*) from pg_namespace where nspname !~ '^pg_'),
            (select sum(hashtext(e::text)) from raw.events e)
    """
    return expect_equal(graded.postgres.query(sql), graded.starting.postgres.query(sql), "what there is in Postgres")
