"""Performance checks: a load of 200,000 rows is fast, and runs with few or no changes are cheap."""

from __future__ import annotations

from _orders import LITTLE, growth, reference_growth

from headwater.grading import Graded, Result, expect, performant


@performant
def loads_everything_quickly(graded: Graded) -> Result:
    """A load of 200,000 rows takes at most five times as long as with the reference solution, plus three seconds."""
    mine, reference = growth(graded), reference_growth(graded)
    limit = 5 * reference.everything.completed.seconds + 3
    seconds = mine.everything.completed.seconds
    return expect(
        mine.loaded == reference.loaded and seconds <= limit,
        f"{mine.loaded} orders in {seconds:.2f} s; the reference: {reference.loaded} in "
        f"{reference.everything.completed.seconds:.2f} s",
    )


@performant
def loads_in_large_portions(graded: Graded) -> Result:
    """Inserts have a thousand rows or more on average, because each insert creates a part that must be merged."""
    mine = growth(graded)
    inserts = mine.everything.inserts
    return expect(
        mine.loaded > 0 and inserts <= mine.total / 1000,
        f"{inserts} inserts for {mine.loaded} orders, of {mine.total} rows",
    )


@performant
def an_idle_run_writes_next_to_nothing(graded: Graded) -> Result:
    """Without changes, a run inserts at most one row for every hundred rows in the source."""
    mine = growth(graded)
    inserted = mine.nothing.inserted
    return expect(
        mine.loaded > 0 and inserted <= mine.total / 100,
        f"a run without changes inserted {inserted} rows; there are {mine.loaded} orders",
    )


@performant
def an_idle_run_reads_little_of_the_source(graded: Graded) -> Result:
    """Without changes, a run reads at most a tenth of the shop's rows."""
    mine = growth(graded)
    read = mine.nothing.read
    return expect(
        mine.loaded > 0 and read <= mine.total / 10,
        f"a run without changes read {read} of {mine.total} rows of raw.orders",
    )


@performant
def a_few_changes_cost_little(graded: Graded) -> Result:
    """Forty changes are loaded without reading or writing everything again."""
    mine = growth(graded)
    inserted, read = mine.little.inserted, mine.little.read
    return expect(
        mine.changed == LITTLE and inserted <= mine.total / 50 and read <= mine.total / 10,
        f"for {LITTLE} changes, of which {mine.changed} are visible, a run read {read} of {mine.total} rows "
        f"and inserted {inserted}",
    )


@performant
def the_order_page_reads_few_rows(graded: Graded) -> Result:
    """The lookup of one order reads at most a tenth of all 200,000 orders, or three times the reference's rows."""
    mine, reference = growth(graded), reference_growth(graded)
    limit = max(mine.total / 10, 3 * (reference.page or 0))
    return expect(
        mine.page is not None and mine.loaded > 0 and mine.page <= limit,
        f"the order page reads {mine.page} rows of {mine.loaded}; with the reference {reference.page}",
    )


@performant
def a_run_opens_few_connections(graded: Graded) -> Result:
    """A load opens at most five connections to the shop's database."""
    mine = growth(graded)
    opened = mine.everything.sessions
    return expect(
        mine.loaded > 0 and opened <= 5,
        f"a load of {mine.loaded} orders opened {opened} connections to Postgres",
    )
