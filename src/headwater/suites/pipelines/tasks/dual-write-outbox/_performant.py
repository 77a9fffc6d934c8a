"""Performance checks: the programs read little, take few transactions and keep little, and nobody waits for them."""

from __future__ import annotations

from _regions import Work, load, region

from headwater.grading import Graded, Result, expect, performant

_IDLE_ROWS, _IDLE_COMMITS = 500, 50
_ROWS_PER_EVENT, _COMMITS, _REQUESTS = 10, 100, 400
_KEPT = 1_000
_STATEMENTS = 7  # a command took six statements


def _describe(work: Work) -> str:
    return (
        f"{work.completed.ending}, read {work.read} rows, committed {work.commits} times and wrote {work.written} rows"
    )


@performant(demand="docs/operations.md#limits")
def an_idle_relay_reads_little(graded: Graded) -> Result:
    """A relay without work reads at most 500 rows."""
    idle = load(graded).idle
    return expect(idle.completed.exit_code == 0 and idle.read <= _IDLE_ROWS, _describe(idle))


@performant(demand="docs/operations.md#its statements are few")
def an_idle_relay_does_little(graded: Graded) -> Result:
    """A relay without work takes few transactions and changes next to nothing."""
    idle = load(graded).idle
    return expect(
        idle.completed.exit_code == 0 and idle.commits <= _IDLE_COMMITS and idle.written <= 5, _describe(idle)
    )


@performant(demand="docs/operations.md#limits")
def a_relay_with_little_work_reads_little(graded: Graded) -> Result:
    """A relay with twenty events reads at most what an idle one may, and ten rows for each."""
    few = load(graded).few
    return expect(few.completed.exit_code == 0 and few.read <= _IDLE_ROWS + 20 * _ROWS_PER_EVENT, _describe(few))


@performant(demand="docs/operations.md#at most ten rows for each event")
def a_relay_reads_no_event_often(graded: Graded) -> Result:
    """A relay with thousands of events reads at most ten rows for each."""
    outcome = load(graded)
    most = _IDLE_ROWS + outcome.pending * _ROWS_PER_EVENT
    return expect(
        outcome.much.completed.exit_code == 0 and outcome.much.read <= most,
        f"with {outcome.pending} events: {_describe(outcome.much)}; {most} are allowed",
    )


@performant(demand="docs/operations.md#takes at most 100 transactions")
def a_relay_takes_few_transactions(graded: Graded) -> Result:
    """A relay with thousands of events takes at most 100 transactions."""
    outcome = load(graded)
    return expect(
        outcome.much.completed.exit_code == 0 and outcome.much.commits <= _COMMITS and not outcome.view.wrong,
        f"with {outcome.pending} events: {_describe(outcome.much)}; {outcome.view.wrong or 'all is right'}",
    )


@performant(demand="docs/operations.md#limits")
def a_relay_sends_few_requests(graded: Graded) -> Result:
    """A relay with thousands of events sends few requests to Postgres."""
    outcome = load(graded)
    return expect(
        0 < outcome.much.requests <= _REQUESTS,
        f"with {outcome.pending} events it sent {outcome.much.requests} requests",
    )


@performant(demand="docs/operations.md#at most 1,000 rows")
def what_is_kept_is_little(graded: Graded) -> Result:
    """Once thousands of events are sent, the tables that the release added have at most 1,000 rows."""
    outcome = load(graded)
    succeeded = outcome.much.completed.exit_code == 0 and not outcome.view.wrong
    return expect(
        succeeded and outcome.kept <= _KEPT, f"the tables have {outcome.kept} rows; {outcome.much.completed.ending}"
    )


@performant(demand="docs/operations.md#at most one statement more")
def a_command_takes_few_statements(graded: Graded) -> Result:
    """A command of the service takes at most one statement more than at the start."""
    number = load(graded).per_command
    return expect(
        0 < number <= _STATEMENTS + 0.2, f"a command takes {number:.1f} statements; {_STATEMENTS} are allowed"
    )


@performant(demand="docs/operations.md#no command of the service waits")
def no_command_waits_for_the_relay(graded: Graded) -> Result:
    """While a relay is in the middle of its work, commands get all their locks at once."""
    run = load(graded).beside
    good = run.stdout.count(" ok sub-")
    return expect(run.exit_code == 0 and good == 10, f"{run.ending}; {good} of 10 commands were applied")


@performant(demand="docs/operations.md#reads each row of the tables at most twice")
def a_repair_reads_each_row_twice(graded: Graded) -> Result:
    """A repair of a whole region reads at most twice as many rows as the tables have."""
    outcome = region(graded)
    # The rows of what is sent are read again by the relay, and by the constraints of Postgres.
    most = 2 * outcome.rows + 20 * len(outcome.sent)
    return expect(
        outcome.repair.completed.exit_code == 0 and outcome.repair.read <= most and not outcome.view.wrong,
        f"{_describe(outcome.repair)}; {most} rows are allowed",
    )


@performant(demand="docs/operations.md#has at most 100 transactions")
def a_repair_takes_few_transactions(graded: Graded) -> Result:
    """A repair of a whole region takes at most 100 transactions, however much is wrong."""
    outcome = region(graded)
    return expect(
        outcome.repair.completed.exit_code == 0 and outcome.repair.commits <= 100 and not outcome.view.wrong,
        _describe(outcome.repair),
    )


@performant(demand="docs/operations.md#sends nothing that is not needed")
def an_idle_repair_changes_nothing(graded: Graded) -> Result:
    """A repair without anything to repair sends nothing and writes next to nothing."""
    outcome = region(graded)
    return expect(
        outcome.idle.completed.exit_code == 0 and not outcome.idle_sent and outcome.idle.written <= 5,
        f"{_describe(outcome.idle)}, and sent {len(outcome.idle_sent)} events",
    )
