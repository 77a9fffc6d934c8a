"""A copy in which random rows arrive for new counters, and its comparison with the definitions."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from _chance import ZONES, Gateways, add_counters, send
from _days import describe_end
from _differences import Difference, Tables, first_difference
from _rollups import Rows, all_rows, truth

from headwater.grading import Completed, Result, State, expect


class World:
    """A copy with new counters, whose gateways write at random, in the same way for each solution."""

    def __init__(self, state: State, seed: int, counters: tuple[int, ...] = tuple(ZONES)) -> None:
        self.state = state
        self.random = Random(seed)
        self.points = Random(seed + 2)  # apart, so that the same rows arrive whatever the number of requests
        self.counters = counters
        self.gateways = Gateways(Random(seed + 1), counters)
        add_counters(state, counters)

    def send(self, number: int) -> None:
        """Let rows arrive."""
        send(self.state, self.gateways.rows(number))

    def tables(self) -> Tables:
        """Return what readers find for the new counters."""
        return all_rows(self.state, *self.counters)

    def expected(self) -> dict[str, Rows]:
        """Return what the readings so far amount to."""
        return truth(self.state, *self.counters)

    def fail(self, when: str, difference: Difference) -> Result:
        """Return the failure of a check, with the rows of the period."""
        history = self.gateways.history(difference.grain, difference.key)
        return expect(False, f"{when}: {difference}", rows_of_the_period_in_order_of_arrival=history)

    def fault(self, when: str, completed: Completed) -> Result | None:
        """Return the failure of a check if a run failed or a period is wrong after it, or None."""
        if completed.exit_code:
            return expect(False, f"{when}: {describe_end(completed)}")
        difference = first_difference(self.tables(), self.expected())
        return self.fail(when, difference) if difference else None

    def rounds(self, number: int) -> Iterator[str]:
        """Number the rounds of a check."""
        for each in range(1, number + 1):
            yield f"round {each} of {number}"
