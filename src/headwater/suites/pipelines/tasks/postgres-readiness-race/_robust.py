"""Robustness checks: the start handles lost connections, deadlines, an unresponsive host and concurrent starts."""

from __future__ import annotations

import time
from threading import Thread

from _late import Closed, Ready, Silent
from _starts import command, fault, start

from headwater.grading import Graded, Result, State, expect, robust

CUT_AFTER = 6
"""The number of answers before the cut, which falls into the first missing migration."""

DEADLINE_SEC = 8
LONGEST_PAUSE_SEC = 3
"""With longer pauses, a start would not succeed within three seconds of Postgres."""

BLOCKED = "select count(*) from pg_stat_activity where datname = 'app' and wait_event_type = 'Lock'"
PATIENCE_SEC = 12
"""The time limit for a start that does not wait in the database for the other one."""


@robust(demand="docs/start.md#throws us out again")
def survives_being_cut_off(graded: Graded) -> Result:
    """The start succeeds although it loses its connection during a migration and Postgres is down for a while."""
    attempt = start(graded, Ready(answers=CUT_AFTER), Closed(2), Ready())
    return expect(attempt.is_up, f"with a lost connection {attempt.ended}; {attempt.fault or attempt.completed.tail}")


@robust(demand="docs/start.md#START_DEADLINE_SEC")
def gives_up_at_the_deadline(graded: Graded) -> Result:
    """The program retries until its next attempt would be after the deadline, and then exits with an error."""
    attempt = start(graded, Closed(60), deadline_sec=DEADLINE_SEC)
    return expect(
        attempt.completed.exit_code not in (0, 124) and attempt.completed.seconds >= DEADLINE_SEC - LONGEST_PAUSE_SEC,
        f"with a deadline of {DEADLINE_SEC} s and no Postgres {attempt.ended}",
    )


@robust(demand="docs/start.md#five seconds for one answer")
def a_silent_machine_does_not_hold_it(graded: Graded) -> Result:
    """The start succeeds although connections made in the first seconds are never answered."""
    attempt = start(graded, Silent(3), Ready())
    return expect(attempt.is_up, f"with a machine that does not answer at first {attempt.ended}; {attempt.fault}")


@robust(demand="docs/start.md#at the same time")
def hosts_start_together(graded: Graded) -> Result:
    """Two concurrent starts both succeed, and each migration is applied once."""
    both = f"{command(graded)} & other=$!; {command(graded)}; mine=$?; wait $other && exit $mine"
    with graded.copy(data="starting") as copy:
        # A lock blocks migration 5, so that both starts read the applied migrations before either can continue.
        copy.postgres.execute("begin; lock table billing.invoices in access exclusive mode")
        release = Thread(target=_release, args=[copy])
        release.start()
        completed = copy.run(both, timeout_sec=60)
        release.join()
        wrong = fault(graded, copy)
    return expect(
        completed.exit_code == 0 and not wrong,
        f"one of two concurrent starts exited with {completed.exit_code}; {wrong or completed.tail}",
    )


def _release(copy: State) -> None:
    """Release the table when both starts wait for it, or when one start waits for the other."""
    patience = time.monotonic() + PATIENCE_SEC
    while copy.postgres.administrator.scalar(BLOCKED) < 2 and time.monotonic() < patience:
        time.sleep(0.05)
    copy.postgres.execute("commit")
