"""Robustness checks: killed and refused runs, outages, changed topics and offsets, and other regions."""

from __future__ import annotations

from _chance import chance
from _outages import outages
from _readings import at_start
from _regions import killed_first, rebuilt, region
from _runs import Run
from _scenarios import changed, killed, read_again, read_meanwhile, refused
from _tables import describe_end, rejected
from _weeks import weeks

from headwater.grading import Graded, Result, expect, robust


def _good(run: Run) -> Result:
    return expect(run.is_good, run.message)


@robust(demand="docs/operations.md#ClickHouse can refuse a statement", required=True)
def refused_rows_are_written_by_the_next_run(graded: Graded) -> Result:
    """If ClickHouse refuses the rows of any one table, the next run completes the work."""
    results = refused(graded)
    fits = results.next.is_good and set(results.codes) <= {0, 1}
    return expect(fits, f"with refused rows they exited with {results.codes}; then {results.next.message}")


@robust(demand="docs/operations.md#A run can be killed at any moment", required=True)
def killed_runs_do_no_harm(graded: Graded) -> Result:
    """After runs that were killed, the next run makes all minutes right."""
    return _good(killed(graded).next)


@robust(demand="docs/operations.md#set the offsets of the group back", required=True)
def a_group_that_is_set_back_does_no_harm(graded: Graded) -> Result:
    """After the offsets were set back, messages that are read again change nothing, and new ones count."""
    return _good(read_again(graded).back)


@robust(demand="docs/operations.md#or delete the group")
def a_deleted_group_does_no_harm(graded: Graded) -> Result:
    """Without the group, messages that are read again change nothing, and new ones count."""
    return _good(read_again(graded).deleted)


@robust(demand="docs/metrics.md#Each unusable message once")
def unusable_messages_are_listed_once(graded: Graded) -> Result:
    """Unusable messages that are read again are not listed again."""
    run, listed, before = read_again(graded).back, read_again(graded).listed, rejected(graded)
    fits = run.completed.exit_code == 0 and listed == before and bool(at_start(graded).unusable)
    return expect(
        fits, f"{len(listed)} messages are listed, and {len(before)} before they were read again; {run.message}"
    )


@robust(demand="docs/operations.md#The next run then completes the work", required=True)
def nothing_is_lost_in_an_outage(graded: Graded) -> Result:
    """Runs without ClickHouse or with a wrong password commit no offsets, and the next run completes the work."""
    results = outages(graded)
    codes = [results.clickhouse.exit_code, results.password.exit_code, results.kafka.exit_code]
    fits = codes == [1, 1, 1] and not results.moved and results.next.is_good
    return expect(fits, f"they exited with {codes}, offsets moved: {results.moved}; then {results.next.message}")


@robust(demand="docs/operations.md#What they contained still counts", required=True)
def late_readings_count_after_messages_expired(graded: Graded) -> Result:
    """A late reading changes the increase of the one after it, even if Kafka no longer has that one."""
    return _good(changed(graded).expired)


@robust(demand="docs/operations.md#The topic gets more partitions")
def new_partitions_are_read(graded: Graded) -> Result:
    """Messages in new partitions are read from their start."""
    return _good(changed(graded).partitions)


@robust(demand="docs/operations.md#even if more messages keep arriving")
def a_run_ends_while_messages_keep_arriving(graded: Graded) -> Result:
    """A run ends while messages keep arriving, and the next run processes the rest."""
    completed, following = changed(graded).busy, changed(graded).after_busy
    fits = completed.exit_code == 0 and following.is_good
    return expect(fits, f"meanwhile {describe_end(completed)}; then {following.message}")


@robust(demand="docs/readings.md#sometimes after weeks")
def readings_of_many_days_can_arrive_together(graded: Graded) -> Result:
    """Readings of two hundred days in one run are processed."""
    return _good(changed(graded).days)


@robust(demand="docs/operations.md#also while a run works")
def dashboards_are_right_during_a_run(graded: Graded) -> Result:
    """While a run processes readings that came again, clients always read the same minutes."""
    report, right = read_meanwhile(graded)
    answers = report.get("answers", [])
    fits = report.get("code") == 0 and answers == [right]
    return expect(fits, f"{len(answers)} different answers instead of {right}: {str(report)[:200]}")


@robust(demand="docs/operations.md#other-regions", required=True)
def another_region_gets_all_minutes(graded: Graded) -> Result:
    """On the data of the start, the first run makes all minutes right, and the next run processes new messages."""
    runs = region(graded)
    fits = runs.first.is_good and runs.next.is_good and runs.committed == at_start(graded).ends
    return expect(fits, f"first: {runs.first.message}; next: {runs.next.message}; offsets: {runs.committed}")


@robust(demand="docs/operations.md#It can be killed as well")
def a_killed_first_run_does_no_harm(graded: Graded) -> Result:
    """On the data of the start, the run after a killed one makes all minutes right."""
    completed, wrong = killed_first(graded)
    return expect(
        completed.exit_code == 0 and not wrong, f"{describe_end(completed)}; {wrong or 'all minutes are right'}"
    )


@robust(demand="docs/operations.md#Without the database")
def everything_can_be_built_again(graded: Graded) -> Result:
    """After the database was dropped, a run builds the open minutes again."""
    completed, wrong = rebuilt(graded)
    return expect(
        completed.exit_code == 0 and not wrong, f"{describe_end(completed)}; {wrong or 'all minutes are right'}"
    )


@robust(demand="docs/operations.md#Afterwards", required=True)
def rounds_of_chance_leave_minutes_right(graded: Graded) -> Result:
    """After each round of colliding readings and of killed, refused and repeated runs, all minutes are right."""
    rounds = chance(graded)
    faults = [
        each.minutes or f"in {each.name}, {each.run.message}" for each in rounds if each.minutes or _failed(each.run)
    ]
    return expect(not faults, (faults or [f"{len(rounds)} rounds were right"])[0], faults=faults[:9])


@robust(demand="docs/metrics.md#Each unusable message once")
def rounds_of_chance_list_unusable_messages(graded: Graded) -> Result:
    """After each round, each unusable message of all rounds is listed once, and no other."""
    rounds = chance(graded)
    faults = [each.listed for each in rounds if each.listed]
    return expect(not faults, (faults or [f"{len(rounds)} rounds were right"])[0], faults=faults[:9])


def _failed(run: Run) -> bool:
    return run.completed.exit_code != 0


@robust(demand="docs/readings.md#this time is in the years 2020 to 2099", required=True)
def readings_of_all_years_can_arrive_together(graded: Graded) -> Result:
    """A run with a reading in each month from 2020 to 2099 is right, and so is the next one."""
    results = weeks(graded)
    fits = results.years.is_good and results.next.is_good
    return expect(fits, f"{results.years.message}; the next run: {results.next.message}")
