"""Robust: killed runs, databases that cannot be reached, readers and strange payloads do no harm."""

from __future__ import annotations

from _courses import away, from_nothing, killed, news, read_meanwhile

from headwater.grading import Graded, Result, expect, robust

_WELL = "readers and runs did their work"


@robust(demand="docs/operations.md#An event of any form")
def strange_payloads_do_not_stop_a_run(graded: Graded) -> Result:
    """Payloads that are no objects, or have values of other kinds, are used or rejected by the rules."""
    run = news(graded).odd
    return expect(run.is_good, run.message)


@robust(demand="docs/operations.md#can be killed at any moment")
def killed_runs_are_made_up_for(graded: Graded) -> Result:
    """After runs that were killed at different moments, the next one makes all tables exact."""
    run = killed(graded).run
    return expect(run.is_good, run.message)


@robust(demand="docs/operations.md#the next one makes up for it")
def failed_runs_are_made_up_for(graded: Graded) -> Result:
    """Runs that cannot reach a database end with 1, and the next one brings what they did not."""
    there = away(graded)
    codes = [there.postgres.exit_code, there.clickhouse.exit_code]
    return expect(codes == [1, 1] and there.next.is_good, f"ended with {codes}; the next run: {there.next.message}")


@robust(demand="docs/operations.md#stay what they are")
def readers_see_unchanged_days_unchanged(graded: Graded) -> Result:
    """Each query during two runs finds the same figures of days whose events do not change."""
    seen = read_meanwhile(graded)
    return expect(
        not seen.failed and len(seen.unchanged) == 1, f"{len(seen.unchanged)} different figures; {seen.failed or _WELL}"
    )


@robust(demand="docs/operations.md#those from before a run or those from after it")
def readers_see_days_from_before_or_after(graded: Graded) -> Result:
    """Each query during two runs finds the figures of all days from before the first run, or those from after it."""
    seen = read_meanwhile(graded)
    between = set(seen.figures) - set(seen.ends)
    return expect(not seen.failed and not between, f"{len(between)} figures in between; {seen.failed or _WELL}")


@robust(demand="docs/operations.md#the first run")
def the_first_run_makes_everything(graded: Graded) -> Result:
    """Where ClickHouse has no tables, a run makes and fills all of them."""
    run = from_nothing(graded)
    return expect(run.is_good, run.message)
