"""Robustness checks: killed or overlapping runs, unreachable databases, and concurrent writers and readers."""

from __future__ import annotations

from _concurrency import busy, disturbed, read_meanwhile
from _sales import TYPES, describe_end, tables
from _scenarios import drifted, new_site, outages, quiet_runs

from headwater.grading import Graded, Result, expect, expect_equal, robust

_FINE = "all sales are right"


@robust(demand="docs/operations.md#runs get killed")
def a_killed_run_does_no_harm(graded: Graded) -> Result:
    """After runs are killed at different moments, the next run makes all sales right."""
    completed, fault = disturbed(graded).killed
    return expect(completed.exit_code == 0 and not fault, f"{describe_end(completed)}; {fault or _FINE}")


@robust(demand="docs/operations.md#also if the last run has not ended")
def overlapping_runs_do_no_harm(graded: Graded) -> Result:
    """After three concurrent runs and another one, all sales are right."""
    completed, fault = disturbed(graded).overlapping
    return expect(completed.exit_code == 0 and not fault, f"{describe_end(completed)}; {fault or _FINE}")


@robust(demand="docs/operations.md#no table of a run")
def killed_runs_leave_no_tables(graded: Graded) -> Result:
    """After killed runs, overlapping runs and a complete run, ClickHouse has the same tables as before."""
    return expect_equal(sorted(disturbed(graded).tables), sorted(tables(graded)), "the set of tables in ClickHouse")


@robust(demand="docs/sales.md#is there once at any moment")
def readers_see_each_sale_once(graded: Graded) -> Result:
    """During two runs, each query returns each of the sales that do not change exactly once."""
    report, fault = read_meanwhile(graded)
    same = report.get("asked", 0) > 0 and len(report.get("answers", [])) == 1 and not report.get("failed")
    return expect(report.get("codes") == [0, 0] and same and not fault, f"{str(report)[:300]}; {fault or _FINE}")


@robust(demand="docs/operations.md#committed before that run began")
def changes_during_a_run_are_not_missed(graded: Graded) -> Result:
    """After two runs during which the app changes sales, a last run loads all missing changes."""
    codes, fault = busy(graded)
    return expect(codes == "[0, 0, 0]" and not fault, f"the runs exited with {codes}; {fault or _FINE}")


@robust(demand="docs/operations.md#nothing is lost by it")
def what_failed_is_brought_later(graded: Graded) -> Result:
    """If a database is unreachable, runs exit with code 1, and the next run loads all changes."""
    completed, fault = outages(graded).next
    failed = [ran.exit_code for ran in outages(graded).runs]
    return expect(
        failed == [1, 1] and completed.exit_code == 0 and not fault,
        f"{failed}, then {describe_end(completed)}; {fault or _FINE}",
    )


@robust(demand="docs/operations.md#an empty `app.sales`")
def an_empty_source_changes_nothing(graded: Graded) -> Result:
    """If app.sales is empty, a run exits with code 1 and does not change the sales in ClickHouse."""
    completed, same = drifted(graded).empty
    return expect(
        completed.exit_code == 1 and same,
        f"{describe_end(completed)}; the sales are {'unchanged' if same else 'changed'}",
    )


@robust(demand="docs/operations.md#`apply.py` can be run again")
def apply_can_run_again(graded: Graded) -> Result:
    """A second run of apply.py does not change the sales."""
    completed, fault = new_site(graded).again
    return expect(completed.exit_code == 0 and not fault, f"{describe_end(completed)}; {fault or _FINE}")


@robust(demand="docs/sales.md#can be a table or a view")
def a_new_site_has_the_types(graded: Graded) -> Result:
    """apply.py creates analytics.sales with the documented columns and types."""
    return expect_equal(list(new_site(graded).types.items()), list(TYPES.items()), "the columns on a new site")


@robust(demand="docs/operations.md#and changes nothing")
def the_check_changes_nothing(graded: Graded) -> Result:
    """--check creates no table and inserts nothing."""
    outcome = quiet_runs(graded)
    return expect(
        outcome.check.exit_code == 0 and not outcome.check_changed,
        f"{describe_end(outcome.check)}; {outcome.check_changed or 'no writes'}",
    )
