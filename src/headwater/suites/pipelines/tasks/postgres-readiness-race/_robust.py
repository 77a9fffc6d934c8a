"""Robust: sessions that are cut, a deadline, a machine that does not answer, and hosts that start together."""

from __future__ import annotations

from threading import Timer

from _late import Closed, Ready, Silent
from _starts import command, fault, start

from headwater.grading import Graded, Result, expect, robust

CUT_AFTER = 6
"""Answers of Postgres after which it goes away: in the midst of the first migration that is missing."""


@robust(demand="docs/start.md#throws us out again")
def survives_being_cut_off(graded: Graded) -> Result:
    """Postgres lets the start in, throws it out in the middle of its work, is away, and comes back."""
    attempt = start(graded, Ready(answers=CUT_AFTER), Closed(2), Ready())
    return expect(attempt.is_up, f"cut off in its work {attempt.ended}; {attempt.fault or attempt.completed.tail}")


@robust(demand="docs/start.md#START_DEADLINE_SEC")
def gives_up_at_the_deadline(graded: Graded) -> Result:
    """With a deadline of four seconds a start tries for about as long and then ends by itself."""
    attempt = start(graded, Closed(60), deadline_sec=4)
    waited = attempt.completed.seconds
    return expect(
        attempt.completed.exit_code not in (0, 124) and 3 <= waited <= 20,
        f"with a deadline of 4 s and no Postgres {attempt.ended}",
    )


@robust(demand="docs/start.md#five seconds for one answer")
def a_silent_machine_does_not_hold_it(graded: Graded) -> Result:
    """Connections of the first seconds never get an answer; later ones do."""
    attempt = start(graded, Silent(3), Ready())
    return expect(attempt.is_up, f"with a machine that does not answer at first {attempt.ended}; {attempt.fault}")


@robust(demand="docs/start.md#at the same time")
def hosts_start_together(graded: Graded) -> Result:
    """Of two starts at once, both end well and each migration is applied once."""
    both = f"{command(graded)} & other=$!; {command(graded)}; mine=$?; wait $other && exit $mine"
    with graded.copy(data="starting") as copy:
        # Both get as far as reading what is applied before one of them can go on.
        copy.postgres.execute("begin; lock table ops.schema_migrations in access exclusive mode")
        release = Timer(4, copy.postgres.execute, ["commit"])
        release.start()
        completed = copy.run(both, timeout_sec=40)
        release.join()
        wrong = fault(graded, copy)
    return expect(
        completed.exit_code == 0 and not wrong,
        f"of two starts at once one ended with {completed.exit_code}; {wrong or completed.tail}",
    )
