"""Production checks: columns have comments, runs print a summary, and other teams' tables are unchanged."""

from __future__ import annotations

from _metrics import COLUMNS, weeks

from headwater.grading import Graded, Result, expect, expect_equal, production

_SECRET = "hush-7714"
_UNREACHABLE = {
    "CLICKHOUSE_URL": "http://127.0.0.1:1",
    "CLICKHOUSE_PORT": "1",
    "CLICKHOUSE_NATIVE_PORT": "1",
    "CLICKHOUSE_PASSWORD": _SECRET,
}


@production(demand="docs/operations.md#each column of `metrics.daily` has one")
def columns_have_comments(graded: Graded) -> Result:
    """Each column in the table has a comment, even after a run."""
    sql = "select name, comment from system.columns where database = 'metrics' and table = 'daily'"
    with graded.copy() as copy:
        copy.run()
        comments = dict(copy.clickhouse.query(sql))
    without = [name for name in COLUMNS if not str(comments.get(name, "")).strip()]
    return expect(not without, f"without a comment: {without or 'none'}")


@production(demand="docs/operations.md#days=412")
def the_last_line_counts_days(graded: Graded) -> Result:
    """The last line of output gives the number of days."""
    run = weeks(graded)["again"]
    last = (run.completed.stdout.strip().splitlines() or [""])[-1].strip()
    return expect_equal(last, f"days={len(run.expected)}", "the last line")


@production(demand="docs/operations.md#a line on stderr")
def failures_can_be_read(graded: Graded) -> Result:
    """Without ClickHouse, a run exits with 1 and prints one line that names it, without secrets or a traceback."""
    with graded.copy() as copy:
        completed = copy.run(env=_UNREACHABLE)
    output = completed.stdout + completed.stderr
    loud = [word for word in ("Traceback", _SECRET, "127.0.0.1") if word in output]
    fit = "clickhouse" in completed.stderr.lower()
    return expect(
        completed.exit_code == 1 and fit and not loud,
        f"without ClickHouse the run exited with {completed.exit_code}: "
        f"{completed.stderr.strip()[-200:].replace(_SECRET, '<the password>')!r}",
    )


@production(demand="docs/operations.md#change and add nothing there")
def events_are_left_alone(graded: Graded) -> Result:
    """The collectors' tables keep their definitions and rows, and no objects are added."""
    tables = "select name, create_table_query from system.tables where database = 'app' order by name"
    sums = "select count(), sum(cityHash64(*)) from app.events"
    same = [graded.clickhouse.query(sql) == graded.starting.clickhouse.query(sql) for sql in (tables, sums)]
    return expect(all(same), f"the tables of app are unchanged: {same[0]}; the events are unchanged: {same[1]}")
