"""Performance checks: a hundred thousand messages load quickly, and runs with few or no messages are cheap."""

from __future__ import annotations

from _readings import FEW, GROWN, growth, reference_growth

from headwater.grading import Graded, Result, expect, performant


@performant(demand="docs/clickhouse.md#are there in seconds")
def keeps_up(graded: Graded) -> Result:
    """Loading a hundred thousand messages takes at most five times as long as with the reference, plus five seconds."""
    agent_growth, reference = growth(graded), reference_growth(graded)
    seconds, limit = agent_growth.many.completed.seconds, 5 * reference.many.completed.seconds + 5
    loaded = agent_growth.loaded - agent_growth.before
    return expect(
        loaded == GROWN and seconds <= limit,
        f"{loaded} of {GROWN} messages in {seconds:.1f} s; the limit is {limit:.1f} s",
    )


@performant(demand="docs/clickhouse.md#large portions")
def writes_in_large_portions(graded: Graded) -> Result:
    """Inserts have at least five hundred messages on average, because each one creates a part that must be merged."""
    agent_growth = growth(graded)
    loaded = agent_growth.loaded - agent_growth.before
    return expect(
        loaded == GROWN and agent_growth.many.inserts <= GROWN / 500,
        f"{agent_growth.many.inserts} inserts for {loaded} messages",
    )


@performant(demand="docs/clickhouse.md#writes nothing if nothing came")
def an_idle_run_writes_nothing(graded: Graded) -> Result:
    """Without new messages, a run inserts at most a hundred rows for bookkeeping."""
    agent_growth = growth(graded)
    inserted = agent_growth.none.inserted
    return expect(
        agent_growth.loaded > 0 and inserted <= FEW,
        f"a run without new messages inserted {inserted} rows; {agent_growth.loaded} are stored",
    )


@performant(demand="docs/clickhouse.md#does not read through")
def a_few_messages_cost_little(graded: Graded) -> Result:
    """For a hundred messages, a run reads at most half of the stored rows, and writes at most a twentieth of them."""
    agent_growth = growth(graded)
    selected, inserted = agent_growth.few.selected, agent_growth.few.inserted
    return expect(
        agent_growth.arrived == FEW and selected <= agent_growth.loaded / 2 and inserted <= agent_growth.loaded / 20,
        f"for {FEW} messages, {agent_growth.arrived} of them stored, "
        f"a run read {selected} of {agent_growth.loaded} rows "
        f"and wrote {inserted}",
    )


@performant(demand="queries/station_day.sql#must not read through all readings")
def the_growers_page_reads_few_rows(graded: Graded) -> Result:
    """The page for one metric and day reads at most a third of the readings, or three times the reference's rows."""
    agent_growth, reference = growth(graded), reference_growth(graded)
    limit = max(agent_growth.loaded / 3, 3 * (reference.page or 0))
    return expect(
        agent_growth.page is not None and agent_growth.loaded > GROWN and agent_growth.page <= limit,
        f"the page reads {agent_growth.page} rows of {agent_growth.loaded}; with the reference {reference.page}",
    )
