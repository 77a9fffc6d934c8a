"""Production checks: runs print a summary, errors name the database, and other teams' objects are unchanged."""

from __future__ import annotations

from _days import SECRET, days
from _disorder import disorder
from _rollups import GRAINS

from headwater.grading import Graded, Result, expect, expect_equal, production


def _last(text: str) -> str:
    return (text.strip().splitlines() or [""])[-1].strip()[:120]


@production(demand="docs/operations.md#how-a-run-ends")
def the_last_line_counts_months(graded: Graded) -> Result:
    """The last line of output gives the number of changed months, counted per counter."""
    outcome = days(graded)
    lines = [_last(run.completed.stdout) for run in (outcome.corrected, outcome.counter)]
    return expect_equal(
        lines,
        ["changed=2", "changed=1"],
        "the list of last lines after corrections of two counters and after a new day",
    )


@production(demand="docs/operations.md#computed anew and differ from before")
def idle_runs_say_so(graded: Graded) -> Result:
    """Without new readings, the last line reports no changes, and the exit code is 0."""
    completed = days(graded).idle.completed
    return expect_equal(
        (completed.exit_code, _last(completed.stdout)), (0, "changed=0"), "the tuple of exit code and last line"
    )


@production(demand="docs/operations.md#computed anew and differ from before")
def the_last_line_counts_only_what_differs(graded: Graded) -> Result:
    """After random rows, the last line counts the months that differ, and not those that were only computed again."""
    for number, count in enumerate(disorder(graded).counts, 1):
        # A month whose readings changed and whose figures did not can be counted or not.
        allowed = {f"changed={months}" for months in range(len(count.figures), len(count.figures | count.readings) + 1)}
        if count.line not in allowed:
            return expect(
                False, f"the last line of run {number} is {count.line[:80]!r}, expected {' or '.join(sorted(allowed))}"
            )
    return expect(disorder(graded).counts, f"{len(disorder(graded).counts)} runs print how many months differ")


@production(demand="docs/operations.md#a line on stderr")
def failures_can_be_read(graded: Graded) -> Result:
    """Without ClickHouse, a run exits with 1 and prints one line that names it, without secrets or a traceback."""
    completed = days(graded).failed
    output = completed.stdout + completed.stderr
    loud = [word for word in ("Traceback", SECRET, "127.0.0.1") if word in output]
    return expect(
        completed.exit_code == 1 and "clickhouse" in completed.stderr.lower() and not loud,
        f"without ClickHouse the run exited with {completed.exit_code}: "
        f"{completed.stderr.strip()[-200:].replace(SECRET, '<the password>')!r}",
    )


@production(demand="docs/operations.md#change and add nothing there", required=True)
def readings_are_left_alone(graded: Graded) -> Result:
    """The gateways' tables keep their definitions and rows, and no objects are added."""
    tables = "select name, create_table_query from system.tables where database = 'counts' order by name"
    sums = "select count(), sum(cityHash64(counter_id, at, revision)) from counts.readings"
    same = [graded.clickhouse.query(sql) == graded.starting.clickhouse.query(sql) for sql in (tables, sums)]
    return expect(all(same), f"the tables of counts are unchanged: {same[0]}; the readings are unchanged: {same[1]}")


@production(demand="docs/operations.md#as in `dashboards/`")
def pages_find_what_they_ask(graded: Graded) -> Result:
    """The pages' queries are unchanged and return rows, and the tables keep their columns."""
    paths = [f"dashboards/{page}.sql" for page in ("day", "weeks", "year")]
    edited = [path for path in paths if graded.workspace.read_text(path) != graded.workspace.shipped_text(path)]
    answers = [len(graded.clickhouse.query(graded.workspace.shipped_text(path) or "")) for path in paths]
    missing_columns = [
        f"{grain}.{name}"
        for grain in GRAINS
        for name in graded.starting.clickhouse.columns(f"rollups.{grain}")
        if name not in graded.clickhouse.columns(f"rollups.{grain}")
    ]
    return expect(
        not edited and min(answers) > 0 and not missing_columns,
        f"edited: {edited}; rows: {answers}; missing columns: {missing_columns}",
    )
