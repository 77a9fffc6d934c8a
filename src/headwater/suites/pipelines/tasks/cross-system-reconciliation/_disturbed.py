"""Robustness checks: another run and readers at the same time, and runs that were killed."""

from collections import Counter
from dataclasses import dataclass

from _members import expire_members
from _runs import COMMAND, Run, once_per_state, quarantined, run
from _scenarios import COLUMNS, drifted_copy
from _truth import Payment, Truth, difference, stored_payments, truth

from headwater.grading import Completed, Graded, Result, State, expect, kill_points, robust

TIMEOUT_SEC = 60.0
KILLS = 4


@dataclass(frozen=True)
class Overlaps:
    """The results of pairs of runs. The first run of each pair paused while the second one began and ended.

    Attributes:
        codes: The exit codes of each pair.
        after: The data after each pair.
        quarantine: The rows in the quarantine after the last pair.
        orphans: The number of payments that belong there.
        right: The number of payments that were right at the start.
        disturbed: How many of those a reader did not see exactly once during a pause, at worst.
    """

    codes: list[tuple[int, int]]
    after: list[Truth]
    quarantine: list[Payment]
    orphans: int
    right: int
    disturbed: int


@once_per_state
def overlaps(graded: Graded) -> Overlaps:
    """Let two runs overlap at two of the last requests, with which programs change tables."""
    rows = _starting_rows(graded)
    codes, after, disturbed = [], [], 0
    with drifted_copy(graded) as copy:
        right, orphans = _right_payments(truth(copy, topic=False)), _orphans(truth(copy, topic=False))
        requests = copy.run_killed(after=None).requests

        def look_and_run() -> tuple[list[Payment], Completed]:
            return stored_payments(copy), copy.run(COMMAND, timeout_sec=TIMEOUT_SEC)

        for place in (requests - 4, requests - 3):
            _drift_again(copy, rows)
            paused, (seen, other) = copy.run_paused(
                after=max(place, 0), meanwhile=look_and_run, timeout_sec=TIMEOUT_SEC
            )
            times = Counter(seen)
            disturbed = max(disturbed, sum(times[payment] != 1 for payment in right))
            codes.append((paused.exit_code, other.exit_code))
            after.append(truth(copy, topic=False))
        return Overlaps(codes, after, quarantined(copy), len(orphans), len(right), disturbed)


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


@robust(demand="docs/operations.md#two can be at work at once")
def two_runs_at_once_do_no_harm(graded: Graded) -> Result:
    """If two runs overlap, at least one of them succeeds, and ClickHouse and the quarantine are right after both."""
    outcome = overlaps(graded)
    wrong = next((state for state in outcome.after if not state.in_agreement), None)
    once = len(outcome.quarantine) == len({row.transaction_id for row in outcome.quarantine}) == outcome.orphans > 0
    return expect(
        all(0 in codes for codes in outcome.codes) and wrong is None and once,
        f"pairs of runs exited with {outcome.codes}; {difference(wrong or outcome.after[-1])}; "
        f"the quarantine has {len(outcome.quarantine)} rows for {outcome.orphans} orphans",
    )


@robust(demand="docs/databases.md#once at every moment")
def readers_always_see_what_is_right(graded: Graded) -> Result:
    """While a run repairs other payments, a reader sees each payment that was right exactly once."""
    outcome = overlaps(graded)
    repaired = outcome.after[-1].in_agreement
    return expect(
        repaired and outcome.right > 0 and not outcome.disturbed,
        f"during a repair {outcome.disturbed} of {outcome.right} payments that were right were missing or there twice;"
        f" {difference(outcome.after[-1])}",
    )


@robust(demand="docs/operations.md#the next one makes up for it")
def killed_runs_are_made_good(graded: Graded) -> Result:
    """After runs that were killed at several of their requests, the next run repairs everything."""
    outcome = killed(graded)
    once = len(outcome.quarantine) == len({row.transaction_id for row in outcome.quarantine}) == outcome.orphans > 0
    return expect(
        outcome.kills and outcome.next_run.exit_code == 0 and outcome.after.in_agreement and once,
        f"after {outcome.kills} killed runs the next one exited with {outcome.next_run.exit_code}; "
        f"{difference(outcome.after)}; the quarantine has {len(outcome.quarantine)} rows for {outcome.orphans} orphans",
    )
