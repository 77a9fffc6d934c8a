"""Production: checks say what differs, runs say what failed, and nothing of others is touched."""

from __future__ import annotations

from _courses import SECRET, checks, from_nothing, idle, killed
from _model import ending, last_line, tables

from headwater.grading import Completed, Graded, Result, expect, expect_equal, production


@production(demand="docs/operations.md#differences=0")
def a_check_finds_nothing(graded: Graded) -> Result:
    """Where both sides agree, a check ends with 0 and says so."""
    run = checks(graded).same
    fit = run.exit_code == 0 and last_line(run) == "differences=0"
    return expect(fit, f"{ending(run)}, the last line is {last_line(run)[:80]!r}")


@production(demand="docs/operations.md#a line for each figure that differs")
def a_check_finds_each_difference(graded: Graded) -> Result:
    """Where Postgres has rows that did not arrive, a check prints each figure that differs, and ends with 3."""
    there = checks(graded)
    last = f"differences={len(there.wanted)}"
    fit = there.other.exit_code == 3 and last_line(there.other) == last and there.reported == there.wanted
    return expect(
        bool(there.wanted) and fit,
        f"it ended with {there.other.exit_code} and {last_line(there.other)[:60]!r}; "
        f"of {len(there.wanted)} differences {len(there.wanted & there.reported)} were printed, and "
        f"{len(there.reported - there.wanted)} others",
    )


def _reported(completed: Completed, name: str) -> Result:
    text, lines = completed.stdout + completed.stderr, completed.stderr.strip().splitlines()
    is_plain = not any(word in text for word in ("Traceback", SECRET, "127.0.0.1"))
    fit = completed.exit_code == 1 and len(lines) == 1 and is_plain and name in completed.stderr.lower()
    return expect(fit, f"{ending(completed)}, {len(lines)} lines: {lines[:2]}")


@production(demand="docs/operations.md#one line on the standard error")
def a_check_without_postgres_is_reported(graded: Graded) -> Result:
    """A check that cannot reach Postgres ends with 1 and a line that names it."""
    return _reported(checks(graded).postgres, "postgres")


@production(demand="docs/operations.md#one line on the standard error")
def a_check_without_clickhouse_is_reported(graded: Graded) -> Result:
    """A check that cannot reach ClickHouse ends with 1 and a line that names it."""
    return _reported(checks(graded).clickhouse, "clickhouse")


@production(demand="docs/operations.md#no tables but those")
def no_table_is_left(graded: Graded) -> Result:
    """After runs that were killed, and others, there are the tables of the first run."""
    found = [idle(graded).tables, killed(graded).tables, from_nothing(graded).tables]
    return expect_equal(found, [tables(graded)] * 3, "the tables of ClickHouse")


@production(demand="docs/loaders.md#stay as they are")
def raw_tables_are_as_they_were(graded: Graded) -> Result:
    """The loaders' tables have the definitions and rows that they had."""
    sql = "select name, create_table_query, total_rows from system.tables where database = 'raw' order by name"
    return expect_equal(
        graded.clickhouse.query(sql), graded.starting.clickhouse.query(sql), "the tables of the loaders"
    )


@production(demand="docs/metrics.md#nothing in Postgres changes")
def postgres_is_as_it_was(graded: Graded) -> Result:
    """Postgres has the tables, views, indexes and rows that it had."""
    sql = """
        select (select string_agg(oid::regclass::text, ',' order by oid::regclass::text) from pg_class
                where relnamespace::regnamespace::text in ('app', 'finance', 'public')),
            (select string_agg(md5(definition), ',' order by viewname) from pg_views where schemaname = 'finance'),
            (select count(*) from pg_trigger where not tgisinternal), (select count(*) from pg_replication_slots),
            (select sum(hashtext(p::text)) from app.payments p), (select count(*) from app.actions)
    """
    return expect_equal(graded.postgres.query(sql), graded.starting.postgres.query(sql), "what there is in Postgres")
