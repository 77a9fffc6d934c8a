"""Robustness checks: killed and overlapping runs, rebuilds under load, malformed messages and outages do no harm."""

from __future__ import annotations

from _arrivals import arrivals
from _orders import TOPIC, last_line, parsed
from _runs import rejected
from _scenarios import (
    disturbed,
    disturbed_rebuilds,
    first_rebuild,
    first_runs,
    new_partition,
    outages,
    read_meanwhile,
    rebuilt,
)

from headwater.grading import Graded, Result, expect, expect_equal, robust


@robust(demand="docs/operations.md#can be killed at any moment")
def killed_runs_lose_nothing(graded: Graded) -> Result:
    """After runs that were killed while they processed events, the next run makes all snapshots right."""
    run = disturbed(graded).killed
    return expect(run.is_good, run.message)


@robust(demand="docs/operations.md#does not wait for the previous run")
def overlapping_runs_do_no_harm(graded: Graded) -> Result:
    """Three runs at the same time exit with 0, and the snapshots are right after the next run."""
    results = disturbed(graded)
    fit = results.codes == [0, 0, 0] and results.overlapping.is_good
    return expect(fit, f"they exited with {results.codes}; the next run: {results.overlapping.message}")


@robust(demand="docs/operations.md#Customer service sees the old snapshots")
def readers_see_whole_snapshots(graded: Graded) -> Result:
    """During a rebuild, each query succeeds and returns the totals from before or after the rebuild."""
    report, ends = read_meanwhile(graded)
    between = set(report.get("answers", [])) - set(ends)
    fit = report.get("code") == 0 and not report.get("failed") and report.get("answers") and not between
    return expect(bool(fit), f"{len(between)} totals in between; {str(report)[:300]}")


@robust(demand="docs/operations.md#The next one then completes the work")
def killed_rebuilds_do_no_harm(graded: Graded) -> Result:
    """After rebuilds that were killed, the next rebuild makes all snapshots right."""
    run = disturbed_rebuilds(graded).killed
    return expect(run.is_good, run.message)


@robust(demand="docs/operations.md#If another run or a rebuild is working")
def runs_during_a_rebuild_do_no_harm(graded: Graded) -> Result:
    """Runs that start during a rebuild exit with 0, and the snapshots are right after the next run."""
    results = disturbed_rebuilds(graded)
    fit = results.codes == [0, 0, 0] and results.overlapping.is_good
    return expect(fit, f"they exited with {results.codes}; the next run: {results.overlapping.message}")


@robust(demand="docs/operations.md#the numbers of new usable events")
def a_rebuild_keeps_the_progress(graded: Graded) -> Result:
    """After a rebuild, another rebuild changes no snapshot, and a run finds no new events."""
    results = rebuilt(graded)
    again, after = results.again, results.next
    fit = again.is_good and not again.changed and after.is_good
    last = last_line(after.completed)
    return expect(
        fit and last == "events=0 snapshots=0",
        f"the second rebuild changed {again.changed} snapshots, {again.message}; the run printed {last[:80]!r}",
    )


@robust(demand="docs/operations.md#at a site where `replay.py` has never run")
def a_new_site_gets_all_snapshots(graded: Graded) -> Result:
    """On the data of the start, a first run and a rebuild make all snapshots, and the next run applies new events."""
    runs = [*first_runs(graded), first_rebuild(graded)]
    return expect(all(run.is_good for run in runs), "; ".join(run.message for run in runs))


@robust(demand="docs/events.md#adds partitions")
def a_new_partition_is_read(graded: Graded) -> Result:
    """Events in a new partition of the topic are applied."""
    run = new_partition(graded)
    return expect(run.is_good and run.changed == 5, f"{run.changed} of 5 snapshots changed; {run.message}")


@robust(demand="docs/operations.md#No message stops a run")
def unusable_messages_do_not_stop_a_run(graded: Graded) -> Result:
    """Unusable messages of many forms change no order, and the usable messages after them count."""
    run = arrivals(graded).odd
    return expect(run.is_good, run.message)


@robust(demand="docs/snapshots.md#lists the unusable messages")
def unusable_messages_are_listed(graded: Graded) -> Result:
    """app.rejected_messages has each unusable message of the archive and the topic once."""
    archive = graded.starting.postgres.query("select position, message from app.order_archive order by position")
    right: list[tuple[int | None, int]] = [(None, position) for position, message in archive if not parsed(message)]
    messages = graded.starting.kafka.messages(TOPIC)
    right += sorted((each.partition, each.offset) for each in messages if not parsed(each.value))
    return expect_equal(rejected(graded), right, "the rejected messages")


@robust(demand="docs/operations.md#cannot be reached")
def the_run_after_an_outage_is_complete(graded: Graded) -> Result:
    """Runs that cannot reach a service exit with 1, and the next run applies what they missed."""
    results = outages(graded)
    codes = [results.postgres.exit_code, results.kafka.exit_code]
    return expect(codes == [1, 1] and results.next.is_good, f"they exited with {codes}; {results.next.message}")
