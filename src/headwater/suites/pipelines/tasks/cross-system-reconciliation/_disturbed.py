"""Robustness checks: another run and readers at the same time, and runs that were killed."""

from collections import Counter
from dataclasses import dataclass

from _members import expire_members
from _runs import COMMAND, Run, once_per_state, quarantined, run
from _scenarios import COLUMNS, drifted_copy
from _truth import Payment, Truth, difference, stored_payments, truth

from headwater.grading import Graded, Result, State, expect, kill_points, robust

TIMEOUT_SEC = 60.0
KILLS = 4
LOOKS = 8


@dataclass(frozen=True)
class Overlaps:
    """What a reader saw in pauses of runs, and the result of a run that paused while another one began.

    Attributes:
        right: The number of payments that were right at the start.
        disturbed: How many of those a reader did not see exactly once in a pause, at worst.
        repaired: Whether the last run that paused for a reader repaired everything.
        codes: The exit codes of the two runs.
        after: The data after both.
        quarantine: The rows in the quarantine after both.
        orphans: The number of payments that belong there.
    """

    right: int
    disturbed: int
    repaired: bool
    codes: tuple[int, int]
    after: Truth
    quarantine: list[Payment]
    orphans: int


@once_per_state
def overlaps(graded: Graded) -> Overlaps:
    """Read in pauses before the last requests, and start another run in a pause in the middle of the repair."""
    rows = _starting_rows(graded)
    with drifted_copy(graded) as copy:
        start = truth(copy, topic=False)
        right = _right_payments(start)
        requests = copy.run_killed(after=None).requests
        in_the_middle, disturbed = [], 0
        for place in range(max(requests - LOOKS, 0), requests):
            _drift_again(copy, rows)
            _, seen = copy.run_paused(after=place, meanwhile=lambda: stored_payments(copy), timeout_sec=TIMEOUT_SEC)
            times = Counter(seen)
            disturbed = max(disturbed, sum(times[payment] != 1 for payment in right))
            if sorted(seen) not in (sorted(start.held), sorted(stored_payments(copy))):
                in_the_middle.append(place)
        repaired = truth(copy, topic=False).in_agreement
        _drift_again(copy, rows)
        paused, other = copy.run_paused(
            after=in_the_middle[0] if in_the_middle else max(requests - LOOKS, 0),
            meanwhile=lambda: copy.run(COMMAND, timeout_sec=TIMEOUT_SEC),
            timeout_sec=TIMEOUT_SEC,
        )
        codes = (paused.exit_code, other.exit_code)
        return Overlaps(
            len(right), disturbed, repaired, codes, truth(copy, topic=False), quarantined(copy), len(_orphans(start))
        )


@dataclass(frozen=True)
class Killed:
    """The result of a run that follows several runs that were killed."""

    kills: int
    next_run: Run
    after: Truth
    quarantine: list[Payment]
    orphans: int


@once_per_state
def killed(graded: Graded) -> Killed:
    """Kill runs at several of their requests while there is drift to repair, and then run once more."""
    rows = _starting_rows(graded)
    with drifted_copy(graded) as copy:
        orphans = _orphans(truth(copy, topic=False))
        kills = 0
        for place in kill_points(copy.run_killed(after=None).requests, KILLS):
            _drift_again(copy, rows)
            kills += copy.run_killed(after=place).is_killed
        next_run = run(copy)
        return Killed(kills, next_run, truth(copy, topic=False), quarantined(copy), len(orphans))


def _starting_rows(graded: Graded) -> list[tuple[object, ...]]:
    return graded.starting.clickhouse.query(f"select {COLUMNS} from analytics.transactions")


def _drift_again(copy: State, rows: list[tuple[object, ...]]) -> None:
    """Give ClickHouse its starting rows again; the quarantine keeps its rows."""
    expire_members(copy)
    copy.clickhouse.execute("truncate table analytics.transactions")
    copy.clickhouse.insert("analytics.transactions", rows, COLUMNS.split(", "))


def _right_payments(state: Truth) -> list[Payment]:
    times = Counter(payment.transaction_id for payment in state.held)
    return [row for row in state.held if times[row.transaction_id] == 1 and state.ledger.get(row.transaction_id) == row]


def _orphans(state: Truth) -> set[int]:
    return {row.transaction_id for row in state.held} - set(state.ledger)


@robust(demand="docs/operations.md#two can be at work at once", required=True)
def two_runs_at_once_do_no_harm(graded: Graded) -> Result:
    """If two runs overlap, at least one of them succeeds, and ClickHouse and the quarantine are right after both."""
    outcome = overlaps(graded)
    once = len(outcome.quarantine) == len({row.transaction_id for row in outcome.quarantine}) == outcome.orphans > 0
    return expect(
        0 in outcome.codes and outcome.after.in_agreement and once,
        f"two runs exited with {outcome.codes}; {difference(outcome.after)}; "
        f"the quarantine has {len(outcome.quarantine)} rows for {outcome.orphans} orphans",
    )


@robust(demand="docs/databases.md#once at every moment", required=True)
def readers_always_see_what_is_right(graded: Graded) -> Result:
    """While a run repairs other payments, a reader sees each payment that was right exactly once."""
    outcome = overlaps(graded)
    return expect(
        outcome.repaired and outcome.right > 0 and not outcome.disturbed,
        f"during a repair {outcome.disturbed} of {outcome.right} payments that were right were missing or there twice;"
        f" it {'repaired everything' if outcome.repaired else 'did not repair everything'}",
    )


@robust(demand="docs/operations.md#the next one makes up for it", required=True)
def killed_runs_are_made_good(graded: Graded) -> Result:
    """After runs that were killed at several of their requests, the next run repairs everything."""
    outcome = killed(graded)
    once = len(outcome.quarantine) == len({row.transaction_id for row in outcome.quarantine}) == outcome.orphans > 0
    return expect(
        outcome.kills and outcome.next_run.exit_code == 0 and outcome.after.in_agreement and once,
        f"after {outcome.kills} killed runs the next one exited with {outcome.next_run.exit_code}; "
        f"{difference(outcome.after)}; the quarantine has {len(outcome.quarantine)} rows for {outcome.orphans} orphans",
    )
