"""Robustness checks: killed runs, unreachable databases, concurrent readers, and malformed payloads."""

from __future__ import annotations

from _scenarios import from_nothing, killed, outages, outcomes, read_meanwhile

from headwater.grading import Graded, Result, expect, robust

_WELL = "readers and runs did their work"


@robust(demand="docs/operations.md#An event of any form")
def strange_payloads_do_not_stop_a_run(graded: Graded) -> Result:
    """Payloads that are not objects, or have values of unexpected types, are used or rejected as documented."""
    run = outcomes(graded).odd
    return expect(run.is_good, run.message)


@robust(demand="docs/operations.md#can be killed at any moment")
def killed_runs_are_made_up_for(graded: Graded) -> Result:
    """After runs were killed at different points, the next run makes all tables exact."""
    run = killed(graded).run
    return expect(run.is_good, run.message)


@robust(demand="docs/operations.md#the next one makes up for it")
def failed_runs_are_made_up_for(graded: Graded) -> Result:
    """A run that cannot reach a database exits with 1, and the next run processes what it missed."""
    outcome = outages(graded)
    codes = [outcome.postgres.exit_code, outcome.clickhouse.exit_code]
    return expect(codes == [1, 1] and outcome.next.is_good, f"ended with {codes}; the next run: {outcome.next.message}")


@robust(demand="docs/operations.md#stay what they are")
def readers_see_unchanged_days_unchanged(graded: Graded) -> Result:
    """While two runs are in progress, queries return constant figures for days whose events do not change."""
    outcome = read_meanwhile(graded)
    return expect(
        not outcome.failed and len(outcome.unchanged) == 1,
        f"{len(outcome.unchanged)} different figures; {outcome.failed or _WELL}",
    )


@robust(demand="docs/operations.md#those from before a run or those from after it")
def readers_see_days_from_before_or_after(graded: Graded) -> Result:
    """While two runs are in progress, each query returns either the old or the new figures for all days."""
    outcome = read_meanwhile(graded)
    between = set(outcome.figures) - set(outcome.ends)
    return expect(not outcome.failed and not between, f"{len(between)} figures in between; {outcome.failed or _WELL}")


@robust(demand="docs/operations.md#the first run")
def the_first_run_makes_everything(graded: Graded) -> Result:
    """If ClickHouse has no tables, a run creates and fills all of them."""
    run = from_nothing(graded)
    return expect(run.is_good, run.message)
