"""Robust: the layer can be made while others write and read, is killed, and takes whatever comes."""

from __future__ import annotations

from _courses import away, from_nothing, killed, loaded_meanwhile, news, read_meanwhile
from _model import ending

from headwater.grading import Graded, Result, expect, robust

_RIGHT = "all figures are right"


@robust(demand="docs/operations.md#can be killed at any moment")
def killed_runs_are_made_up_for(graded: Graded) -> Result:
    """After runs that were killed while they made the layer, the next one makes all figures right."""
    run = killed(graded)
    return expect(run.is_good, run.message)


@robust(demand="docs/operations.md#the loaders insert while")
def rows_that_come_meanwhile_count_once(graded: Graded) -> Result:
    """Rows that a loader inserts while a run makes the layer are in the figures afterwards."""
    seen, fault = loaded_meanwhile(graded)
    fit = seen.get("code") == 0 and seen.get("during", 0) > 0 and not fault
    return expect(fit, f"{str(seen)[:300]}; {fault or _RIGHT}")


@robust(demand="docs/operations.md#no query fails because of it")
def readers_see_no_run(graded: Graded) -> Result:
    """Each query during two runs has the same answer."""
    seen = read_meanwhile(graded)
    fit = seen.get("codes") == [0, 0] and seen.get("answers") == 1 and not seen.get("failed")
    return expect(fit, str(seen)[:300])


@robust(demand="docs/operations.md#or does not exist")
def a_new_site_gets_a_layer(graded: Graded) -> Result:
    """Where there are only the raw tables, a run makes everything."""
    run = from_nothing(graded)
    return expect(run.is_good, run.message)


@robust(demand="docs/loaders.md#under any name")
def a_new_plan_is_taken(graded: Graded) -> Result:
    """Accounts with a plan that was not there before are inserted, and the plan has its figures."""
    said = news(graded).plan
    return expect(not said, said or _RIGHT)


@robust(demand="docs/operations.md#the next one makes up for it")
def a_failed_run_is_made_up_for(graded: Graded) -> Result:
    """A run that cannot reach ClickHouse ends with 1, and the next one makes the layer."""
    failed, run = away(graded)
    return expect(failed.exit_code == 1 and run.is_good, f"{ending(failed)}; the next run: {run.message}")
