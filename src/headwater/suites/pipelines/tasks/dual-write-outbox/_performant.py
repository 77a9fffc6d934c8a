"""Performance checks: the programs read little, take few transactions and keep little, and nobody waits for them."""

from __future__ import annotations

from _regions import Work, load, region

from headwater.grading import Graded, Result, expect, performant

_IDLE_ROWS, _IDLE_STATEMENTS = 500, 50
_CONNECTING = 10  # requests before the first statement of a program with a few connections
_ROWS_PER_EVENT, _COMMITS = 10, 100
_KEPT = 1_000
_STATEMENTS = 7  # a command took six statements


def _describe(work: Work) -> str:
    return f"{work.completed.ending}, read {work.read} rows and committed {work.commits} times"


@performant(demand="docs/operations.md#limits")
def an_idle_relay_reads_little(graded: Graded) -> Result:
    """A relay without work reads at most 500 rows."""
    idle = load(graded).idle
    return expect(idle.completed.exit_code == 0 and idle.read <= _IDLE_ROWS, _describe(idle))


@performant(demand="docs/operations.md#sends at most 50 statements")
def an_idle_relay_sends_few_statements(graded: Graded) -> Result:
    """A relay without work sends at most 50 statements."""
    idle = load(graded).idle
    return expect(
        idle.completed.exit_code == 0 and idle.requests <= _IDLE_STATEMENTS + _CONNECTING,
        f"{idle.completed.ending} and sent {idle.requests} requests",
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


@performant(demand="docs/operations.md#no command of the service waits", required=True)
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
