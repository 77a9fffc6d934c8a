"""Performance checks: a hundred thousand messages load quickly, and runs with few or no messages are cheap."""

from __future__ import annotations

from _readings import FEW, GROWN, growth, reference_growth

from headwater.grading import Graded, Result, expect, performant


@performant(demand="prompt")
def keeps_up(graded: Graded) -> Result:
    """Loading a hundred thousand messages takes at most five times as long as with the reference, plus five seconds."""
    mine, reference = growth(graded), reference_growth(graded)
    seconds, limit = mine.many.completed.seconds, 5 * reference.many.completed.seconds + 5
    loaded = mine.loaded - mine.before
    return expect(
        loaded == GROWN and seconds <= limit,
        f"{loaded} of {GROWN} messages in {seconds:.1f} s; the limit is {limit:.1f} s",
    )


@performant(demand="prompt")
def writes_in_large_portions(graded: Graded) -> Result:
    """Inserts have at least five hundred messages on average, because each one creates a part that must be merged."""
    mine = growth(graded)
    loaded = mine.loaded - mine.before
    return expect(
        loaded == GROWN and mine.many.inserts <= GROWN / 500,
        f"{mine.many.inserts} inserts for {loaded} messages",
    )


@performant(demand="prompt")
def an_idle_run_writes_nothing(graded: Graded) -> Result:
    """Without new messages, a run inserts at most a hundred rows for bookkeeping."""
    mine = growth(graded)
    inserted = mine.none.inserted
    return expect(
        mine.loaded > 0 and inserted <= FEW,
        f"a run without new messages inserted {inserted} rows; {mine.loaded} are stored",
    )


@performant(demand="prompt")
def a_few_messages_cost_little(graded: Graded) -> Result:
    """For a hundred messages, a run reads at most half of the stored rows, and writes at most a twentieth of them."""
    mine = growth(graded)
    selected, inserted = mine.few.selected, mine.few.inserted
    return expect(
        mine.arrived == FEW and selected <= mine.loaded / 2 and inserted <= mine.loaded / 20,
        f"for {FEW} messages, {mine.arrived} of them stored, a run read {selected} of {mine.loaded} rows "
        f"and wrote {inserted}",
    )


@performant(demand="queries/station_day.sql#page")
def the_growers_page_reads_few_rows(graded: Graded) -> Result:
    """The page for one metric and day reads at most a third of the readings, or three times the reference's rows."""
    mine, reference = growth(graded), reference_growth(graded)
    limit = max(mine.loaded / 3, 3 * (reference.page or 0))
    return expect(
        mine.page is not None and mine.loaded > GROWN and mine.page <= limit,
        f"the page reads {mine.page} rows of {mine.loaded}; with the reference {reference.page}",
    )
