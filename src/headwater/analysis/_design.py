"""Plans a paired experiment before its trials: how many tasks it needs, and which lift a number of tasks can show."""

from __future__ import annotations

from dataclasses import dataclass

from headwater.analysis._power import POWER, paired_power, tasks_needed

_PRECISION = 1e-4


@dataclass(frozen=True)
class Design:
    """Two arms that run the same tasks, and what is assumed about them.

    The variance of a task's difference is ``varies**2 + within``. With the solve rates p and q of the arms,
    ``within = (p * (1 - p) + q * (1 - q)) * (1 - alike) / repeats``, because the solve rates of tasks vary so much that
    a share ``alike`` of the variance of trials is between tasks, and a paired comparison removes it.

    Attributes:
        repeats: The number of trials of each task in each arm.
        solved: The solve rate of the reference arm.
        alike: The correlation of repeats of a task in one arm.
        varies: The standard deviation of the true lift over tasks.
        tests: The number of comparisons that share the 5 % level. Bonferroni's level is that of Holm's first step.
        interaction: Whether the lift is a difference of two lifts, such as those of two prompts. It takes four cells.
    """

    repeats: int
    solved: float = 0.3
    alike: float = 0.5
    varies: float = 0.15
    tests: int = 1
    interaction: bool = False

    @property
    def cells(self) -> int:
        """The number of combinations of arms in which each task is run."""
        return 4 if self.interaction else 2

    def trials(self, tasks: int) -> int:
        """Return the number of trials of this many tasks."""
        return tasks * self.repeats * self.cells

    def tasks_needed(self, lift: float) -> int | None:
        """Return the number of tasks with which a lift is found four times in five, or None if it is above 100,000."""
        return tasks_needed(self._effect(lift), lambda effect, tasks: paired_power(effect, tasks, self.tests))

    def lift_found(self, tasks: int) -> float | None:
        """Return the smallest lift that is found four times in five, or None if even the greatest one is not."""
        low, high = 0.0, 1 - self.solved
        if not self._is_found(high, tasks):
            return None
        while high - low > _PRECISION:
            middle = (low + high) / 2
            low, high = (low, middle) if self._is_found(middle, tasks) else (middle, high)
        return high

    def _is_found(self, lift: float, tasks: int) -> bool:
        return paired_power(self._effect(lift), tasks, self.tests) >= POWER

    def _effect(self, lift: float) -> float:
        """Return a lift in standard deviations of the tasks' differences."""
        rates = self.solved, min(self.solved + lift, 1.0)
        within = sum(rate * (1 - rate) for rate in rates) * (1 - self.alike) / self.repeats
        return float(lift / (self.varies**2 + within * self.cells / 2) ** 0.5)
