"""Production checks: exit codes and output are as documented, and other teams' tables are unchanged."""

from __future__ import annotations

from _days import SECRET, evening, outage
from _quality import accepted_batches

from headwater.grading import Graded, Result, expect, expect_equal, production


@production(demand="docs/operations.md#how-a-run-ends")
def the_exit_code_tells_of_refusals(graded: Graded) -> Result:
    """A run that refuses a batch exits with 2. A run that accepts all batches or has none to judge exits with 0."""
    days = evening(graded)
    codes = [run.completed.exit_code for run in (days.first, days.second, days.idle, days.single)]
    return expect_equal(
        codes, [2, 2, 0, 0], "the exit codes of two runs that refuse, one without batches, and one that accepts"
    )


@production(demand="docs/operations.md#how-a-run-ends")
def the_last_line_counts(graded: Graded) -> Result:
    """The last line of output gives the numbers of judged, accepted and refused batches."""
    outcome = outage(graded)
    new = {batch: found for batch, found in outcome.alone.expected.items() if batch >= 93_000}
    good = len(accepted_batches(new))
    expected = [f"judged={len(new)} accepted={good} refused={len(new) - good}", "judged=0 accepted=0 refused=0"]
    runs = (outcome.alone, evening(graded).idle)
    return expect_equal([_last(run.completed.stdout) for run in runs], expected, "the list of last lines")


def _last(text: str) -> str:
    return (text.strip().splitlines() or [""])[-1].strip()[:120]


def _fails_well(graded: Graded, name: str) -> Result:
    completed = evening(graded).failed[name]
    output = completed.stdout + completed.stderr
    loud = [word for word in ("Traceback", SECRET, "127.0.0.1") if word in output]
    return expect(
        completed.exit_code == 1 and name in completed.stderr.lower() and not loud,
        f"without {name} the run exited with {completed.exit_code}: "
        f"{completed.stderr.strip()[-200:].replace(SECRET, '<the password>')!r}",
    )


@production(demand="docs/operations.md#a line on stderr")
def without_postgres_a_line_says_so(graded: Graded) -> Result:
    """Without Postgres, a run exits with 1 and prints one line that names it, without secrets or a traceback."""
    return _fails_well(graded, "postgres")


@production(demand="docs/operations.md#a line on stderr")
def without_clickhouse_a_line_says_so(graded: Graded) -> Result:
    """Without ClickHouse, a run exits with 1 and prints one line that names it, without secrets or a traceback."""
    return _fails_well(graded, "clickhouse")


_FEEDS = """
    select relname, relkind::text from pg_class
    where relnamespace = 'feeds'::regnamespace and relkind in ('r', 'v', 'm', 'i', 'S') order by 1
"""


@production(demand="docs/operations.md#create and change nothing")
def feeds_are_left_alone(graded: Graded) -> Result:
    """The receivers' schema contains the same tables, indexes and rows as at the start."""
    counts = "select (select count(*) from feeds.batches), (select count(*) from feeds.events)"
    names = [each.postgres.query(_FEEDS) for each in (graded.starting, graded)]
    rows = [each.postgres.query(counts) for each in (graded.starting, graded)]
    return expect(
        names[0] == names[1] and rows[0] == rows[1],
        f"new or missing in feeds: {sorted(set(names[0]) ^ set(names[1]))}; rows are {rows[1]} instead of {rows[0]}",
    )


@production(demand="docs/operations.md#keeps its columns")
def others_find_what_they_rely_on(graded: Graded) -> Result:
    """The results keep their columns and have at most six rows per batch, and the loader's queries are unchanged."""
    columns = [each.clickhouse.columns("quality.results") for each in (graded.starting, graded)]
    paths = ("loader/accepted.sql", "dashboards/refused.sql")
    edited = [path for path in paths if graded.workspace.read_text(path) != graded.workspace.shipped_text(path)]
    most = graded.clickhouse.scalar(
        "select max(rows) from (select count() as rows from quality.results group by batch_id)"
    )
    return expect(
        columns[0] == columns[1] and not edited and most == 6,
        f"columns {list(columns[1])}; edited: {edited or 'none'}; a batch has up to {most} rows",
    )
