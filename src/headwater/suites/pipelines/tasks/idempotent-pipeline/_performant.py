"""Performance checks: a load of 200,000 rows is fast, and runs with few or no changes are cheap."""

from __future__ import annotations

from _orders import LITTLE, growth, reference_growth

from headwater.grading import Graded, Result, expect, performant


@performant(demand="docs/jobs.md#takes seconds")
def loads_everything_quickly(graded: Graded) -> Result:
    """A load of 200,000 rows takes at most five times as long as with the reference solution, plus three seconds."""
    agent_growth, reference = growth(graded), reference_growth(graded)
    limit = 5 * reference.everything.completed.seconds + 3
    seconds = agent_growth.everything.completed.seconds
    return expect(
        agent_growth.loaded == reference.loaded and seconds <= limit,
        f"{agent_growth.loaded} orders in {seconds:.2f} s; the reference: {reference.loaded} in "
        f"{reference.everything.completed.seconds:.2f} s",
    )


@performant(demand="docs/clickhouse.md#thousands of rows in each insert")
def loads_in_large_portions(graded: Graded) -> Result:
    """Inserts have a thousand rows or more on average, because each insert creates a part that must be merged."""
    agent_growth = growth(graded)
    inserts = agent_growth.everything.inserts
    return expect(
        agent_growth.loaded > 0 and inserts <= agent_growth.total / 1000,
        f"{inserts} inserts for {agent_growth.loaded} orders, of {agent_growth.total} rows",
    )


@performant(demand="docs/clickhouse.md#without news")
def an_idle_run_writes_next_to_nothing(graded: Graded) -> Result:
    """Without changes, a run inserts at most one row for every hundred rows in the source."""
    agent_growth = growth(graded)
    inserted = agent_growth.nothing.inserted
    return expect(
        agent_growth.loaded > 0 and inserted <= agent_growth.total / 100,
        f"a run without changes inserted {inserted} rows; there are {agent_growth.loaded} orders",
    )


@performant(demand="docs/shop.md#not a tenth of the table")
def an_idle_run_reads_little_of_the_source(graded: Graded) -> Result:
    """Without changes, a run reads at most a tenth of the shop's rows."""
    agent_growth = growth(graded)
    read = agent_growth.nothing.read
    return expect(
        agent_growth.loaded > 0 and read <= agent_growth.total / 10,
        f"a run without changes read {read} of {agent_growth.total} rows of raw.orders",
    )


@performant(demand="docs/clickhouse.md#a run costs what is new")
def a_few_changes_cost_little(graded: Graded) -> Result:
    """Forty changes are loaded without reading or writing everything again."""
    agent_growth = growth(graded)
    inserted, read = agent_growth.little.inserted, agent_growth.little.read
    return expect(
        agent_growth.changed == LITTLE and inserted <= agent_growth.total / 50 and read <= agent_growth.total / 10,
        f"for {LITTLE} changes, of which {agent_growth.changed} are visible, "
        f"a run read {read} of {agent_growth.total} rows "
        f"and inserted {inserted}",
    )


@performant(demand="queries/order.sql#must not read through all orders")
def the_order_page_reads_few_rows(graded: Graded) -> Result:
    """The lookup of one order reads at most a tenth of all 200,000 orders, or three times the reference's rows."""
    agent_growth, reference = growth(graded), reference_growth(graded)
    limit = max(agent_growth.total / 10, 3 * (reference.page or 0))
    return expect(
        agent_growth.page is not None and agent_growth.loaded > 0 and agent_growth.page <= limit,
        f"the order page reads {agent_growth.page} rows of {agent_growth.loaded}; with the reference {reference.page}",
    )


@performant(demand="docs/shop.md#five connections")
def a_run_opens_few_connections(graded: Graded) -> Result:
    """A load opens at most five connections to the shop's database."""
    agent_growth = growth(graded)
    opened = agent_growth.everything.sessions
    return expect(
        agent_growth.loaded > 0 and opened <= 5,
        f"a load of {agent_growth.loaded} orders opened {opened} connections to Postgres",
    )
