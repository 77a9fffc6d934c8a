"""Production checks: the schema file, comments, output and error messages are as documented."""

from __future__ import annotations

import re

from _usage import TARGET, UNREACHABLE, arrive, refusal, row

from headwater.grading import Graded, Result, expect, production

_KEYS = ("engine", "partition_key", "sorting_key")


@production(demand="prompt#schema.sql")
def schema_file_makes_the_table(graded: Graded) -> Result:
    """If the table is missing, schema.sql creates the same table, and schema.sql can be run again."""
    script = graded.workspace.read_text("schema.sql")
    with graded.copy(data="starting") as site:
        refused = refusal(site, _with_line_ends(script)) or refusal(site, _with_line_ends(script))
        created_table = {key: site.clickhouse.table(TARGET).get(key) for key in _KEYS}
        same = site.clickhouse.columns(TARGET) == graded.clickhouse.columns(TARGET)
    now = {key: graded.clickhouse.table(TARGET).get(key) for key in _KEYS}
    return expect(
        script and not refused and same and created_table == now,
        f"schema.sql {'failed: ' + refused if refused else f'creates {created_table}, and the table is {now}'}",
    )


def _with_line_ends(script: str) -> str:
    """Move the semicolon after each statement to the end of a line, where the client expects it."""
    return re.sub(r";[ \t]*(--[^\n]*)?(?=\n|$)", ";", script.strip()) + "\n"


@production(demand="docs/conventions.md#columns")
def each_column_has_a_comment(graded: Graded) -> Result:
    """Each column has a comment in the catalog."""
    sql = "select name, comment from system.columns where database = 'analytics' and table = 'usage'"
    comments = dict(graded.clickhouse.query(sql))
    bare = [name for name, comment in comments.items() if not str(comment).strip()]
    return expect(comments and not bare, f"columns without a comment: {bare or 'none'} of {len(comments)}")


@production(demand="docs/conventions.md#leftovers")
def nothing_else_is_left(graded: Graded) -> Result:
    """The database analytics contains only the objects that a run creates on a new site."""
    sql = "select name from system.tables where database = 'analytics' and name not like '.inner%' order by name"
    with graded.copy(data="starting") as site:
        site.run()
        created_objects = site.clickhouse.query(sql)
    found = graded.clickhouse.query(sql)
    return expect(
        found and found == created_objects, f"analytics has {found}; on a new site a run creates {created_objects}"
    )


@production(demand="docs/conventions.md#jobs")
def the_scheduler_can_read_a_run(graded: Graded) -> Result:
    """The last line of a successful run gives the number of copied rows."""
    with graded.copy() as copy:
        arrive(copy, [row(1, "2026-05-01 06:00:00.000", "1")])
        completed = copy.run()
    last = (completed.stdout.strip().splitlines() or [""])[-1]
    return expect(
        completed.exit_code == 0 and re.fullmatch(r"copied=\d+", last),
        f"the run exited with {completed.exit_code}; its last line is {last[:120]!r}",
    )


@production(demand="docs/conventions.md#jobs")
def a_failing_run_says_why(graded: Graded) -> Result:
    """If ClickHouse is unreachable, a run fails with a readable line, without traceback or password."""
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
