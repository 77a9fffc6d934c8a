"""Robustness checks: the layer can be built at any site while others write and read, even after killed runs."""

from __future__ import annotations

from _model import describe_end
from _scenarios import from_nothing, inserts, killed, loaded_meanwhile, outage, over_the_old_layer, read_meanwhile

from headwater.grading import Graded, Result, expect, robust

_RIGHT = "all figures are right"


@robust(demand="docs/operations.md#A run can be killed at any moment")
def the_run_after_killed_ones_completes_the_work(graded: Graded) -> Result:
    """After runs that were killed while they built the layer, the next run makes all figures right."""
    run = killed(graded)
    return expect(run.is_good, run.message)


@robust(demand="docs/operations.md#The loaders also insert while")
def rows_that_arrive_during_a_run_count_once(graded: Graded) -> Result:
    """Rows that a loader inserts while a run builds the layer are counted once."""
    report, fault = loaded_meanwhile(graded)
    fit = report.get("code") == 0 and report.get("during", 0) > 0 and not fault
    return expect(fit, f"{str(report)[:300]}; {fault or _RIGHT}")


@robust(demand="docs/operations.md#makes no query fail")
def queries_are_not_affected_by_runs(graded: Graded) -> Result:
    """Every query during two runs succeeds and returns the same figures."""
    report = read_meanwhile(graded)
    fit = report.get("codes") == [0, 0] and report.get("answers") == 1 and not report.get("failed")
    return expect(fit, str(report)[:300])


@robust(demand="docs/operations.md#that is empty or does not exist")
def a_new_site_gets_a_layer(graded: Graded) -> Result:
    """On a site that has only the tables in raw, a run builds the whole layer."""
    run = from_nothing(graded)
    return expect(run.is_good, run.message)


@robust(demand="docs/operations.md#Some have what is in `analytics` today")
def the_old_layer_is_replaced(graded: Graded) -> Result:
    """On a site that has the old layer, a run replaces it, and the loaders can still insert."""
    run, fault = over_the_old_layer(graded)
    return expect(run.is_good and not fault, f"{run.message}; after new rows: {fault or _RIGHT}")


@robust(demand="docs/loaders.md#Sales adds new plans")
def a_new_plan_is_accepted(graded: Graded) -> Result:
    """Accounts with a new plan can be inserted, and the plan gets its figures."""
    message = inserts(graded).plan
    return expect(not message, message or _RIGHT)


@robust(demand="docs/operations.md#The next run then completes the work")
def the_run_after_a_failed_one_completes_the_work(graded: Graded) -> Result:
    """A run that cannot reach ClickHouse exits with 1, and the next run builds the layer."""
    failed, run = outage(graded)
    return expect(failed.exit_code == 1 and run.is_good, f"{describe_end(failed)}; the next run: {run.message}")
