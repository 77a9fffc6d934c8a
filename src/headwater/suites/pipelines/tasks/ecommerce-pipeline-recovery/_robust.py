"""Robustness checks: killed or overlapping runs, late or withdrawn deliveries, and concurrent readers."""

from __future__ import annotations

from _busy import young_site
from _history import history
from _sales import describe_end
from _scenarios import disturbed, new_site, outcomes, read_meanwhile, withdrawn

from headwater.grading import Graded, Result, expect, robust

_FINE = "all figures are right"


@robust(demand="docs/oncall.md#runs get killed")
def a_killed_run_does_no_harm(graded: Graded) -> Result:
    """After runs are killed at different points in time, the next run produces the right figures."""
    completed, fault = disturbed(graded).killed
    return expect(completed.exit_code == 0 and not fault, f"{describe_end(completed)}; {fault or _FINE}")


@robust(demand="docs/oncall.md#also if the last run has not ended", required=True)
def overlapping_runs_do_no_harm(graded: Graded) -> Result:
    """Four concurrent runs count new orders once."""
    completed, fault = disturbed(graded).overlapping
    return expect(completed.exit_code == 0 and not fault, f"{describe_end(completed)}; {fault or _FINE}")


@robust(demand="docs/figures.md#can become visible after others", required=True)
def a_delivery_that_becomes_visible_late_counts(graded: Graded) -> Result:
    """A delivery counts even if it becomes visible after a run has read one with a higher number."""
    outcome = outcomes(graded)
    return expect(
        outcome.late.exit_code == 0 and not outcome.late_fault,
        f"{describe_end(outcome.late)}; {outcome.late_fault or _FINE}",
    )


@robust(demand="docs/figures.md#the gateway withdraws deliveries")
def withdrawn_deliveries_are_taken_out(graded: Graded) -> Result:
    """After deliveries are withdrawn, --days corrects the given days and changes no others."""
    outcome = withdrawn(graded)
    (other, changed), (completed, fault) = outcome.elsewhere, outcome.days
    return expect(
        other.exit_code == completed.exit_code == 0 and not changed and not fault,
        f"{describe_end(completed)}; other days: {changed or 'unchanged'}; {fault or _FINE}",
    )


@robust(demand="docs/figures.md#has all orders of a day or none", required=True)
def days_that_postgres_lost_stay(graded: Graded) -> Result:
    """After the gateway deletes its oldest days, runs and --days keep these days' figures, and the status is fine."""
    completed, changed = withdrawn(graded).lost
    codes = [one.exit_code for one in completed]
    return expect(codes == [0, 0, 0] and not changed, f"exit codes {codes}; {changed or 'all figures are unchanged'}")


@robust(demand="docs/figures.md#is right at any moment")
def dashboards_are_right_at_any_moment(graded: Graded) -> Result:
    """While runs write figures, readers see no changes in figures that were already right."""
    report, fault = read_meanwhile(graded)
    same = report.get("asked", 0) > 0 and len(report.get("answers", [])) == 1 and not report.get("failed")
    return expect(report.get("codes") == [0, 0] and same and not fault, f"{str(report)[:300]}; {fault or _FINE}")


@robust(demand="docs/oncall.md#at a new site")
def a_new_site_is_filled(graded: Graded) -> Result:
    """On a site without the ClickHouse database, apply.py and one run load all days from Postgres."""
    outcome = new_site(graded)
    return expect(
        outcome.applied.exit_code == outcome.first.exit_code == 0 and not outcome.fault,
        f"apply.py: {describe_end(outcome.applied)}; pipeline.py: {describe_end(outcome.first)}; "
        f"{outcome.fault or _FINE}",
    )


@robust(demand="docs/oncall.md#after the next run that ends well", required=True)
def every_history_gives_the_right_figures(graded: Graded) -> Result:
    """Figures are right at each step of a random history of deliveries, withdrawals, deleted days and killed runs."""
    faults = history(graded)
    return expect(not faults.figures, faults.figures or _FINE, events=faults.details.get("figures", []))


@robust(demand="docs/oncall.md#the first run brings all of", required=True)
def a_new_site_recovers_from_killed_runs(graded: Graded) -> Result:
    """On a new site, all figures are right after three killed runs, deleted days, and two runs at the same time."""
    fault = young_site(graded)
    return expect(not fault, fault or _FINE)
