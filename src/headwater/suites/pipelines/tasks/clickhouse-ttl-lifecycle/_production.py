"""Production checks: the auditor's line, error output, the schema file, and leftover tables."""

from __future__ import annotations

import re

from _bookings import HAS_DETAILS, UNREACHABLE, are_details_due, describe_end, first_run, is_row_due

from headwater.grading import Graded, QueryError, Result, expect, expect_equal, production

_DEFINITION = "select create_table_query from system.tables where database = 'rail' and name = 'bookings'"


@production(demand="docs/operations.md#the-log")
def the_auditor_can_read_the_run(graded: Graded) -> Result:
    """The last line of the first run gives the number of deleted bookings and the number of others without details."""
    only_details = f"{are_details_due()} and not {is_row_due()} and {HAS_DETAILS}"
    sql = f"select countIf({is_row_due()}), countIf({only_details}) from rail.bookings"
    deleted, anonymised = graded.starting.clickhouse.query(sql)[0]
    last = (first_run(graded).completed.stdout.strip().splitlines() or [""])[-1]
    return expect_equal(last, f"deleted={deleted} anonymised={anonymised}", "the last line of the first run")


@production(demand="docs/operations.md#A run that fails")
def a_failing_run_says_why(graded: Graded) -> Result:
    """If ClickHouse is unreachable, a run fails with one readable line, without traceback or password."""
    with graded.copy() as copy:
        completed = copy.run(env=UNREACHABLE)
    output, secret = completed.stderr.strip(), UNREACHABLE["CLICKHOUSE_PASSWORD"]
    return expect(
        completed.exit_code not in (0, 124)
        and output
        and "Traceback" not in output
        and secret not in output + completed.stdout,
        f"without ClickHouse: exit code {completed.exit_code}, {output.replace(secret, '<the password>')[-200:]!r}",
    )


@production(demand="docs/operations.md#what a new server gets")
def schema_file_makes_the_table(graded: Graded) -> Result:
    """On an empty server, schema.sql creates the same table as in use, and a run succeeds."""
    script = re.sub(r";[ \t]*(--[^\n]*)?(?=\n|$)", ";", graded.workspace.read_text("schema.sql").strip()) + "\n"
    with graded.copy() as site:
        site.clickhouse.execute("drop database rail sync;")
        try:
            site.clickhouse.execute(script)
        except QueryError as error:
            return Result(False, f"schema.sql is refused: {error}")
        created_definition = site.clickhouse.scalar(_DEFINITION)
        completed = site.run()
        after = site.clickhouse.scalar(_DEFINITION)
    in_use = graded.clickhouse.scalar(_DEFINITION)
    same = created_definition == in_use and after == in_use
    return expect(
        completed.exit_code == 0 and same,
        f"{describe_end(completed)} on a new server; its table {'equals' if same else 'differs from'} the one in use",
    )


@production(demand="docs/operations.md#nothing else")
def nothing_else_is_left(graded: Graded) -> Result:
    """There are no additional databases or tables."""
    sql = """
        select database || '.' || name from system.tables
        where database not in ('system', 'information_schema', 'INFORMATION_SCHEMA') order by 1
    """
    return expect_equal(graded.clickhouse.query(sql), graded.starting.clickhouse.query(sql), "tables")
