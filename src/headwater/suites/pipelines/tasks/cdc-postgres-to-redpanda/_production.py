"""Production checks: failures are reported, --remove cleans up, and the website's tables stay unchanged."""

from __future__ import annotations

from _posts import describe_end
from _scenarios import outages, removal

from headwater.grading import Completed, Graded, Result, expect, expect_equal, production


def _reported(completed: Completed) -> Result:
    text = completed.stdout + completed.stderr
    lines = completed.stderr.strip().splitlines()
    fit = completed.exit_code == 1 and len(lines) == 1 and "Traceback" not in text and "hush-8092" not in text
    return expect(fit, f"{describe_end(completed)}, {len(lines)} lines: {lines[:2]}")


@production(demand="docs/oncall.md#without traceback and passwords")
def a_kafka_that_is_away_is_reported(graded: Graded) -> Result:
    """Without Kafka, a run that has changes to send exits with code 1 and prints one line on standard error."""
    return _reported(outages(graded).kafka)


@production(demand="docs/oncall.md#without traceback and passwords")
def a_postgres_that_is_away_is_reported(graded: Graded) -> Result:
    """Without Postgres, a run exits with code 1 and prints one line on standard error."""
    return _reported(outages(graded).postgres)


@production(demand="docs/oncall.md#takes everything away")
def nothing_is_left_after_removal(graded: Graded) -> Result:
    """After --remove there are no slots, publications, triggers or tables that did not exist before."""
    outcome = removal(graded)
    return expect(
        outcome.first.exit_code == 0 and not outcome.remaining_objects,
        f"{describe_end(outcome.first)}; remaining objects: {outcome.remaining_objects[:6]}",
    )


@production(demand="docs/oncall.md#if there is nothing to remove")
def a_second_removal_is_fine(graded: Graded) -> Result:
    """If there is nothing to remove, --remove succeeds."""
    outcome = removal(graded)
    return expect(
        outcome.first.exit_code == outcome.second.exit_code == 0,
        f"the first time {describe_end(outcome.first)}; the second time {describe_end(outcome.second)}",
    )


@production(demand="docs/oncall.md#the next run is a first one")
def a_run_after_removal_is_a_first_one(graded: Graded) -> Result:
    """After --remove, a run sends all existing posts as `read`."""
    completed, found, fault = removal(graded).next
    ops = {str(event.op) for event in found}
    return expect(
        completed.exit_code == 0 and not fault and ops == {"read"},
        f"{describe_end(completed)}; {fault or 'all posts are sent'}, as {sorted(ops)}",
    )


@production(demand="docs/oncall.md#stay as they are")
def the_tables_are_as_they_were(graded: Graded) -> Result:
    """The columns and rows of the website's tables are unchanged."""
    sql = """
        select (select count(*) from app.posts), (select sum(hashtext(p::text)) from app.posts p),
            (select sum(hashtext(v::text)) from app.visits v), (select sum(hashtext(b::text)) from app.boards b),
            (select string_agg(attrelid::regclass || '.' || attname || ' ' || atttypid::regtype, ',' order by attname)
                from pg_attribute where attnum > 0 and not attisdropped
                and attrelid in ('app.posts'::regclass, 'app.visits'::regclass, 'app.boards'::regclass))
    """
    return expect_equal(
        graded.postgres.query(sql), graded.starting.postgres.query(sql), "the summary of the website's rows and columns"
    )
