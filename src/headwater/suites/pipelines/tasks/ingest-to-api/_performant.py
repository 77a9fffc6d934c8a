"""Performance checks: requests read few rows, and runs read and write few rows."""

from __future__ import annotations

from _days import costs_if_right, days
from _insights import LARGEST, SMALL

from headwater.grading import Graded, Result, expect, performant


def _read_little(graded: Graded, page: str) -> Result:
    sql = "select show_id, count(*) from app.plays join app.episodes using (episode_id) group by 1"
    plays = dict(graded.starting.postgres.query(sql))
    found = costs_if_right(graded, page)
    most = {f"{page} of {show}": 3 * plays[show] + 20_000 for show in (LARGEST, SMALL)}
    read = {name: cost.rows for name, cost in found.items()}
    return expect(
        found and all(0 < read[name] <= most[name] for name in read),
        f"rows read: {read or 'no right answer'}, at most {most}",
    )


@performant(demand="docs/operations.md#three times as many rows as the show has plays")
def top_reads_its_show(graded: Graded) -> Result:
    """The top-episodes page reads at most three rows per play of its show, and few other rows."""
    return _read_little(graded, "top")


@performant(demand="docs/operations.md#three times as many rows as the show has plays")
def the_funnel_reads_its_show(graded: Graded) -> Result:
    """The funnel page reads at most three rows per play of its show, and few other rows."""
    return _read_little(graded, "funnel")


@performant(demand="docs/operations.md#three times as many rows as the show has plays")
def hours_read_their_show(graded: Graded) -> Result:
    """The hours page reads at most three rows per play of its show, and few other rows."""
    return _read_little(graded, "hourly")


@performant(demand="docs/operations.md#at most three queries")
def requests_make_few_queries(graded: Graded) -> Result:
    """A request runs at most three queries."""
    queries = {
        name: cost.queries
        for page in ("top", "funnel", "hourly")
        for name, cost in costs_if_right(graded, page).items()
    }
    return expect(len(queries) == 6 and max(queries.values()) <= 3, f"queries: {queries}")


@performant(demand="docs/operations.md#2,000 rows")
def idle_runs_read_and_write_little(graded: Graded) -> Result:
    """A run without changes reads few rows from Postgres and inserts nothing."""
    run = days(graded).idle
    return expect(
        run.is_good and run.plays_read <= 2_000 and run.listeners_read <= 2_000 and run.inserted == 0,
        f"{run.plays_read} plays and {run.listeners_read} listeners were read, {run.inserted} rows were inserted; "
        f"{run.message}",
    )


@performant(demand="docs/operations.md#inserts few rows")
def few_changes_are_few_rows(graded: Graded) -> Result:
    """A run after two hundred changes inserts at most six hundred rows, in few statements."""
    run = days(graded).many
    return expect(
        run.is_good and 0 < run.inserted <= 3 * 200 + 60 and run.inserts <= 10,
        f"200 changes took {run.inserts} inserts of {run.inserted} rows; {run.message}",
    )
