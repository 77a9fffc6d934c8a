"""Performance checks: runs need few statements, read and write little, and so do the queries."""

from __future__ import annotations

from _chance import PLAIN, chance
from _growth import MANY, growth
from _readings import at_start
from _regions import region
from _runs import Run
from _weeks import MESSAGES, weeks

from headwater.grading import Graded, Result, expect, performant


@performant(demand="docs/operations.md#at most one statement for each 1,000 messages", required=True)
def many_messages_need_few_statements(graded: Graded) -> Result:
    """A run with 12,000 messages needs at most 72 statements."""
    run = growth(graded).many
    return _at_most(run, run.statements, MANY // 1_000 + 60, "statements")


@performant(demand="docs/operations.md#at most one statement for each 1,000 messages")
def the_first_run_needs_few_statements(graded: Graded) -> Result:
    """The first run needs at most one statement for each 1,000 messages, and 60 more."""
    run = region(graded).first
    return _at_most(run, run.statements, sum(at_start(graded).ends.values()) // 1_000 + 60, "statements")


@performant(demand="docs/operations.md#The first run inserts at most five rows")
def the_first_run_writes_little(graded: Graded) -> Result:
    """The first run inserts at most five rows for each reading."""
    run = region(graded).first
    return _at_most(run, run.inserted, 5 * sum(map(len, at_start(graded).hosts.values())), "inserted rows")


@performant(demand="docs/operations.md#A run without new messages inserts no rows", required=True)
def an_idle_run_writes_nothing(graded: Graded) -> Result:
    """A run without new messages inserts no rows."""
    run = growth(graded).idle
    return _at_most(run, run.inserted, 0, "inserted rows")


@performant(demand="docs/operations.md#and reads at most 10,000")
def an_idle_run_reads_little(graded: Graded) -> Result:
    """A run without new messages reads at most 10,000 rows."""
    run = growth(graded).idle
    return _at_most(run, run.selected, 10_000, "rows read")


@performant(demand="docs/operations.md#at most 10 rows for each of their readings")
def few_readings_write_little(graded: Graded) -> Result:
    """A run with twelve new readings inserts at most 120 rows."""
    run = growth(graded).few
    return _at_most(run, run.inserted, 120, "inserted rows")


@performant(demand="docs/operations.md#and reads at most 150,000")
def few_readings_read_little(graded: Graded) -> Result:
    """A run with twelve new readings reads at most 150,000 rows."""
    run = growth(graded).few
    return _at_most(run, run.selected, 150_000, "rows read")


@performant(demand="docs/operations.md#at most 10 rows for each of their readings")
def late_readings_write_little(graded: Graded) -> Result:
    """A run with twelve late readings inserts at most 120 rows."""
    run = growth(graded).late
    return _at_most(run, run.inserted, 120, "inserted rows")


@performant(demand="docs/operations.md#also if the readings are days")
def late_readings_read_little(graded: Graded) -> Result:
    """A run with twelve late readings reads at most 150,000 rows."""
    run = growth(graded).late
    return _at_most(run, run.selected, 150_000, "rows read")


@performant(demand="docs/operations.md#or were sent before")
def repeated_readings_cost_little(graded: Graded) -> Result:
    """A run with twelve readings that were sent before inserts at most 120 rows, and reads at most 150,000."""
    run = growth(graded).repeated
    written = _at_most(run, run.inserted, 120, "inserted rows")
    return written if not written.passed else _at_most(run, run.selected, 150_000, "rows read")


@performant(demand="docs/operations.md#at most one statement for each 1,000 messages")
def weeks_of_a_host_cost_little(graded: Graded) -> Result:
    """Two weeks of readings in few messages need few statements, and late ones insert and read little."""
    late, statements = weeks(graded).late, weeks(graded).all.statements
    fits = late.is_good and statements <= 60 + MESSAGES // 1_000 and late.inserted <= 60 and late.selected <= 150_000
    return expect(
        fits,
        f"{statements} statements of 60 for two weeks; then six late readings inserted {late.inserted} rows of 60 and "
        f"read {late.selected} of 150000; {late.message}",
    )


@performant(demand="docs/operations.md#at most 10 rows for each of their readings")
def rounds_of_chance_cost_little(graded: Graded) -> Result:
    """Undisturbed runs of rounds of chance keep the limits of a run with a few new messages."""
    over = []
    for each in chance(graded):
        most = 10 * sum(len(message.readings) or 1 for message in each.sent)
        run = each.run
        if each.mode in PLAIN and (run.inserted > most or run.selected > 150_000 or run.statements > 60):
            over.append(f"{each.name}: {run.inserted} rows inserted of {most}, {run.selected} read, {run.statements}")
    return expect(not over, f"too many: {over[:3] or 'none'}")


def _at_most(run: Run, number: int, most: int, what: str) -> Result:
    return expect(run.is_good and number <= most, f"{number} {what}, at most {most} are allowed; {run.message}")


@performant(demand="docs/operations.md#`queries/fleet.sql` reads at most")
def the_start_page_reads_little(graded: Graded) -> Result:
    """The query of the start page reads at most 40,000 rows."""
    return _reads_at_most(graded, "queries/fleet.sql", 40_000)


@performant(demand="docs/operations.md#`queries/host_hour.sql` at most")
def the_page_of_a_host_reads_little(graded: Graded) -> Result:
    """The query of the page of a host reads at most 20,000 rows."""
    return _reads_at_most(graded, "queries/host_hour.sql", 20_000)


@performant(demand="docs/operations.md#`queries/host_days.sql` at most")
def an_invoice_reads_little(graded: Graded) -> Result:
    """The query of an invoice reads at most 40,000 rows."""
    return _reads_at_most(graded, "queries/host_days.sql", 40_000)


def _reads_at_most(graded: Graded, path: str, most: int) -> Result:
    read, number = (
        growth(graded).rows_read[path],
        len(graded.clickhouse.query(graded.workspace.shipped_text(path) or "")),
    )
    return expect(number > 0 and read <= most, f"{read} rows were read, at most {most} are allowed; {number} returned")
