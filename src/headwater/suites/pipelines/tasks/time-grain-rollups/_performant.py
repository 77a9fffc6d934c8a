"""Performance checks: runs read and write few rows, and pages read few rows."""

from __future__ import annotations

from _days import Run, days, describe_end
from _rollups import expected_rollups, fault

from headwater.grading import Graded, Result, expect, performant


def _summary(run: Run) -> str:
    return f"{describe_end(run.completed)}; {fault(run.found, run.expected) or 'all rows are right'}"


def _is_good(run: Run) -> bool:
    return run.completed.exit_code == 0 and not fault(run.found, run.expected)


@performant(demand="docs/operations.md#one and a half times")
def news_are_found_with_one_look(graded: Graded) -> Result:
    """A run with new readings from one counter reads at most 1.5 times as many rows as counts.readings has."""
    outcome = days(graded)
    return expect(
        _is_good(outcome.counter) and outcome.counter.read <= 1.5 * outcome.readings,
        f"with a new day of a counter, a run read {outcome.counter.read} rows of {outcome.readings}; "
        f"{_summary(outcome.counter)}",
    )


@performant(demand="docs/operations.md#3,000")
def news_change_few_rows(graded: Graded) -> Result:
    """A run with new readings from one counter writes at most 3,000 rows."""
    run = days(graded).counter
    return expect(_is_good(run) and run.written <= 3_000, f"the run wrote {run.written} rows; {_summary(run)}")


@performant(demand="docs/operations.md#100 queries")
def runs_make_few_queries(graded: Graded) -> Result:
    """A run with new readings from one counter executes at most 100 queries."""
    run = days(graded).counter
    return expect(_is_good(run) and run.queries <= 100, f"the run made {run.queries} queries; {_summary(run)}")


@performant(demand="docs/operations.md#A run without news writes none")
def idle_runs_write_nothing(graded: Graded) -> Result:
    """A run without new readings writes no figures and reads no more than other runs."""
    outcome = days(graded)
    return expect(
        _is_good(outcome.idle) and outcome.idle.written <= 1 and outcome.idle.read <= 1.5 * outcome.readings,
        "without new readings, "
        f"a run read {outcome.idle.read} rows of {outcome.readings} and wrote {outcome.idle.written}; "
        f"{_summary(outcome.idle)}",
    )


def _page_reads(graded: Graded, page: str, most: int) -> Result:
    read = graded.clickhouse.rows_read((graded.workspace.shipped_text(f"dashboards/{page}.sql") or "").strip())
    return expect(0 < read <= most, f"{page} reads {read} rows, at most {most}")


@performant(demand="docs/operations.md#20,000 rows")
def pages_of_days_read_little(graded: Graded) -> Result:
    """The page for a counter's day reads at most 20,000 rows."""
    return _page_reads(graded, "day", 20_000)


@performant(demand="docs/operations.md#at most three rows for each")
def pages_of_weeks_read_days(graded: Graded) -> Result:
    """The page for weeks reads at most three times as many rows as the daily table has."""
    return _page_reads(graded, "weeks", 3 * len(expected_rollups(graded)["daily"]))


@performant(demand="docs/operations.md#at most three rows for each")
def pages_of_years_read_months(graded: Graded) -> Result:
    """The page for a year reads at most three times as many rows as the monthly table has."""
    return _page_reads(graded, "year", 3 * len(expected_rollups(graded)["monthly"]))
