"""Robustness checks: killed or overlapping runs, closed months, the second site, and unreachable databases."""

from __future__ import annotations

from _closings import closings_after_killed_runs, closings_at_new_sites
from _concurrency import busy, disturbed, read_meanwhile
from _drift import closed_month
from _migration import killed_migration, migrated
from _rounds import rounds
from _sales import describe_end, printed_count
from _scenarios import describe_run, new_site, outages
from _site import other_site

from headwater.grading import Graded, Result, expect, robust

_FINE = "all sales are right"


@robust(demand="docs/operations.md#runs get killed", required=True)
def a_killed_run_does_no_harm(graded: Graded) -> Result:
    """After runs are killed at different moments, the next run makes all sales right."""
    completed, fault = disturbed(graded).killed
    return expect(completed.exit_code == 0 and not fault, f"{describe_end(completed)}; {fault or _FINE}")


@robust(demand="docs/operations.md#also if the last run has not ended")
def overlapping_runs_do_no_harm(graded: Graded) -> Result:
    """Three concurrent runs succeed, and after another one, all sales are right."""
    completed, fault = disturbed(graded).overlapping
    together = disturbed(graded).together
    return expect(
        completed.exit_code == together.exit_code == 0 and not fault,
        f"together: {describe_end(together)}; then {describe_run(completed, fault)}",
    )


@robust(demand="docs/sales.md#is there once at any moment", required=True)
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


@robust(demand="docs/operations.md#`apply.py` can be run again")
def apply_can_run_again(graded: Graded) -> Result:
    """A second run of apply.py does not change the sales."""
    completed, fault = new_site(graded).again
    return expect(completed.exit_code == 0 and not fault, f"{describe_end(completed)}; {fault or _FINE}")


@robust(demand="prompt#migrate.py", required=True)
def the_second_site_is_exact(graded: Graded) -> Result:
    """At the second site, all sales are right after migrate.py, and --check prints `ok`."""
    outcome = migrated(graded)
    completed, fault = outcome.first
    good = completed.exit_code == outcome.check.exit_code == 0 and outcome.check.stdout.strip() == "ok"
    return expect(good and not fault, f"{describe_run(completed, fault)}; --check: {describe_end(outcome.check)}")


@robust(demand="docs/operations.md#when all is done")
def a_second_migration_changes_nothing(graded: Graded) -> Result:
    """Another run of migrate.py leaves all sales right, and so does a run of sync.py after it."""
    (again, fault), (following, later) = migrated(graded).again, migrated(graded).next
    good = again.exit_code == following.exit_code == 0 and not fault and not later
    return expect(good, f"{describe_run(again, fault)}; sync.py: {describe_run(following, later)}")


@robust(demand="docs/operations.md#It may be killed")
def a_killed_migration_does_no_harm(graded: Graded) -> Result:
    """After runs of migrate.py that were killed at different moments, the next one makes all sales right."""
    completed, fault = killed_migration(graded).last
    return expect(completed.exit_code == 0 and not fault, describe_run(completed, fault))


@robust(demand="docs/operations.md#finds nothing")
def a_killed_migration_ends_in_the_right_state(graded: Graded) -> Result:
    """After killed runs of migrate.py and a whole one, --check prints `ok`, and a run of sync.py changes nothing."""
    check, following = killed_migration(graded).check, killed_migration(graded).next
    good = check.exit_code == following.exit_code == 0 and check.stdout.strip() == "ok"
    return expect(
        good and printed_count(following) == 0,
        f"--check: {describe_end(check)}; sync.py: {describe_end(following)}, {following.stdout.strip()[-40:]!r}",
    )


@robust(demand="docs/operations.md#There is no copy of the closed months", required=True)
def a_killed_migration_loses_no_closed_sale(graded: Graded) -> Result:
    """After each killed run of migrate.py, analytics.sales has all sales of closed months."""
    fewest, right = killed_migration(graded).lost
    return expect(fewest >= right, f"after a killed run, analytics.sales had {fewest} of {right} closed sales")


@robust(demand="docs/sales.md#in ClickHouse for another ten years", required=True)
def a_closed_month_stays(graded: Graded) -> Result:
    """When a month is closed, its sales stay in ClickHouse as they are, and the next run changes nothing."""
    outcome = closed_month(graded)
    completed, _, inserts, _ = outcome.quiet
    good = completed.exit_code == 0 and printed_count(completed) == 0 and inserts == 0 and not outcome.stays
    printed = completed.stdout.strip()[-40:]
    return expect(good, f"{describe_run(completed, outcome.stays)}; {inserts} inserts, and it printed {printed!r}")


@robust(demand="docs/sales.md#as they were on the day")
def a_closed_month_survives_changes(graded: Graded) -> Result:
    """After a month was closed and sales of others were changed and deleted, a run makes all sales right."""
    completed, fault = closed_month(graded).changed
    return expect(completed.exit_code == 0 and not fault, describe_run(completed, fault))


@robust(demand="docs/operations.md#closed ones with the sums in")
def the_check_agrees_after_a_closing(graded: Graded) -> Result:
    """After a month was closed, --check prints `ok`."""
    completed = closed_month(graded).check
    good = (completed.exit_code, completed.stdout.strip()) == (0, "ok")
    return expect(good, f"--check exited with {completed.exit_code} and printed {completed.stdout.strip()[:200]!r}")


@robust(demand="docs/operations.md#after the next run that ends well", required=True)
def random_rounds_end_exactly(graded: Graded) -> Result:
    """Whatever happens to a few sales between and during runs, all are right after the next run that ends well.

    Sales are changed, deleted and inserted again, some in transactions that stay open, while runs are killed, overlap
    and have other clocks, and a month is closed.
    """
    outcome = rounds(graded)
    return expect(not outcome.fault, outcome.fault or _FINE, events=outcome.events)


@robust(demand="docs/operations.md#to the cent", required=True)
def reports_agree_in_random_rounds(graded: Graded) -> Result:
    """After each of these rounds, the three reports return the same as in Postgres."""
    outcome = rounds(graded)
    fault = outcome.report or ("" if not outcome.fault else f"the sales are wrong: {outcome.fault}")
    return expect(not fault, fault or "the reports agree")


@robust(demand="docs/sales.md#have to be in ClickHouse for another ten years", required=True)
def a_closing_after_a_killed_run_loses_nothing(graded: Graded) -> Result:
    """If sales came back, a run was killed and their month was closed, the month stays; also at a new site."""
    fault = closings_after_killed_runs(graded) or closings_at_new_sites(graded)
    return expect(not fault, fault or _FINE)


@robust(demand="docs/operations.md#It may be killed", required=True)
def another_site_is_exact(graded: Graded) -> Result:
    """The closed months of a site with other sales are right after migrate.py, although it was killed before."""
    (completed, _), fault = other_site(graded).migrated, other_site(graded).closed
    return expect(completed.exit_code == 0 and not fault, describe_run(completed, fault))


@robust(demand="docs/operations.md#committed before that run began", required=True)
def a_migration_misses_no_open_transaction(graded: Graded) -> Result:
    """After the next run of sync.py, this site has the changes of a transaction that was open during migrate.py."""
    completed, fault = other_site(graded).synced
    return expect(completed.exit_code == 0 and not fault, describe_run(completed, fault))


@robust(demand="docs/operations.md#When it has ended with 0")
def a_killed_migration_brings_what_changed(graded: Graded) -> Result:
    """If sales change between killed runs of migrate.py, the last run leaves all right, and --check prints `ok`."""
    completed, fault = other_site(graded).migrated
    check = other_site(graded).check
    good = completed.exit_code == check.exit_code == 0 and check.stdout.strip() == "ok" and not fault
    return expect(good, f"{describe_run(completed, fault)}; --check: {check.stdout.strip()[:200]!r}")
