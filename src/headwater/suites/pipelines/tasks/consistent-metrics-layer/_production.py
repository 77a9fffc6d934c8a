"""Production checks: --check reports differences, runs report failures, and data of other teams stays unchanged."""

from __future__ import annotations

from _model import describe_end, last_line, tables
from _scenarios import checks, from_nothing, idle, killed

from headwater.grading import Graded, Result, expect, expect_equal, production, reported_in_one_line


@production(demand="docs/operations.md#differences=0")
def a_check_finds_no_difference(graded: Graded) -> Result:
    """If both sides agree, --check exits with 0 and prints that there are no differences."""
    run = checks(graded).equal
    fit = run.exit_code == 0 and last_line(run) == "differences=0"
    return expect(fit, f"{describe_end(run)}, the last line is {last_line(run)[:80]!r}")


@production(demand="docs/operations.md#For each figure that differs")
def a_check_prints_each_difference(graded: Graded) -> Result:
    """If Postgres has rows that were not loaded, --check prints each figure that differs and exits with 3."""
    results = checks(graded)
    run, wanted, printed = results.different, results.wanted, results.printed
    fit = run.exit_code == 3 and last_line(run) == f"differences={len(wanted)}" and printed == wanted
    return expect(
        bool(wanted) and fit,
        f"it ended with {run.exit_code} and {last_line(run)[:60]!r}; it printed {len(wanted & printed)} of "
        f"{len(wanted)} differences, and {len(printed - wanted)} other lines",
    )


@production(demand="docs/operations.md#standard error has one line")
def a_check_without_postgres_is_reported(graded: Graded) -> Result:
    """A check that cannot reach Postgres exits with 1 and prints one line that names Postgres."""
    return reported_in_one_line(checks(graded).postgres, names="postgres", without="127.0.0.1")


@production(demand="docs/operations.md#standard error has one line")
def a_check_without_clickhouse_is_reported(graded: Graded) -> Result:
    """A check that cannot reach ClickHouse exits with 1 and prints one line that names ClickHouse."""
    return reported_in_one_line(checks(graded).clickhouse, names="clickhouse", without="127.0.0.1")


@production(demand="docs/operations.md#Later runs leave no tables or views")
def no_table_is_left_behind(graded: Graded) -> Result:
    """After killed and other runs, there are no tables or views that the first run did not leave."""
    first = set(tables(graded))
    left = {name for run in (idle(graded), killed(graded), from_nothing(graded)) for name in run.tables} - first
    return expect(not left, f"tables left behind: {sorted(left)[:5] or 'none'}")


@production(demand="docs/loaders.md#so we do not change them")
def raw_tables_are_unchanged(graded: Graded) -> Result:
    """The tables in raw have the definitions and the numbers of rows that they had at the start."""
    sql = "select name, create_table_query, total_rows from system.tables where database = 'raw' order by name"
    return expect_equal(graded.clickhouse.query(sql), graded.starting.clickhouse.query(sql), "the tables in raw")


@production(demand="docs/metrics.md#nothing in Postgres may change")
def postgres_is_unchanged(graded: Graded) -> Result:
    """Postgres has the tables, views, indexes and rows that it had at the start."""
    sql = """
        select (select string_agg(oid::regclass::text, ',' order by oid::regclass::text) from pg_class
                where relnamespace::regnamespace::text in ('app', 'finance', 'public')),
            (select string_agg(md5(definition), ',' order by viewname) from pg_views where schemaname = 'finance'),
            (select count(*) from pg_trigger where not tgisinternal), (select count(*) from pg_replication_slots),
            (select sum(hashtext(p::text)) from app.payments p), (select count(*) from app.actions)
    """
    return expect_equal(graded.postgres.query(sql), graded.starting.postgres.query(sql), "the contents of Postgres")
