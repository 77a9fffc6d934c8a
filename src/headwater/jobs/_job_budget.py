"""Enforces the budget of a job: the usage of all its trials together.

A trial begins if its own limits fit into the rest of the budget, assuming that the running trials use theirs up. If
trials have a limit, the job therefore keeps its budget, and each trial that begins can use its whole limit. If trials
have no limit, their usage cannot be predicted. When the budget of the job is used up, the trials whose agents are at
work are then ended; the others have paid for their usage already, and their verdicts cost nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from decimal import Decimal
from pathlib import Path
from typing import Any

from headwater.errors import FileAccessError, JobBudgetError, OptionError, UserError
from headwater.jobs._progress import Progress, Relay
from headwater.jobs._spending import Spending
from headwater.records import JobOptions, Limits, TrialSpec
from headwater.trials import AgentEnded, ModelUsed

_UNITS = {"cost_usd": "usd", "tokens": "tok", "turns": "turns", "requests": "requests"}


class JobBudget:
    """Decides which trials may begin, and when running trials must end.

    Args:
        options: The limits of the job and of each trial.
        spending: The usage so far.
        paid: Ids of the trials that use a model.
        folder: The folder of the job.

    Attributes:
        failure: Why the usage is unknown; None if it is known.
        working: Ids of the trials whose agents are using their models.
        worked: Ids of the trials whose agents have ended.
    """

    def __init__(self, options: JobOptions, spending: Spending, paid: AbstractSet[str], folder: Path) -> None:
        self._job = options.job_limits
        self._trial = options.limits
        self._spending = spending
        self._paid = paid
        self._folder = folder
        self.failure: UserError | None = None
        self.working: set[str] = set()
        self.worked: set[str] = set()

    def is_for(self, spec: TrialSpec, running: Iterable[TrialSpec]) -> bool:
        """Return whether the budget allows a trial next to the running ones.

        Raises:
            JobBudgetError: The budget is used up, or it is not enough although no trial runs.
        """
        if self.failure is not None:
            raise self.failure
        if spec.id not in self._paid:
            return True
        beside = [trial for each in running if (trial := each.id) in self._paid]
        lacking = [name for name in self._limited() if not self._fits(name, beside)]
        if lacking and not beside:
            raise self._error(lacking[0])
        return not lacking

    def require_for_running(self, running: Iterable[TrialSpec]) -> None:
        """Make sure that the running trials may continue; the usage of trials with their own limit was reserved.

        Raises:
            JobBudgetError: The budget is used up, and at least one of them still uses its model.
            FileAccessError: The usage is unknown, because it cannot be stored.
        """
        if self.failure is not None:
            raise self.failure
        for name in self._limited():
            is_foreseen = getattr(self._trial, name) is not None
            if not is_foreseen and not self._is_left(name) and any(each.id in self.working for each in running):
                raise self._error(name)

    def unfinished(self, running: Iterable[TrialSpec]) -> set[str]:
        """Return the running trials whose agents still use their models, or have not begun."""
        return {each.id for each in running} & self._paid - self.worked

    def _is_left(self, name: str) -> bool:
        return bool(getattr(self._spending.total, name) < getattr(self._job, name))

    def _limited(self) -> list[str]:
        return [name for name in _UNITS if getattr(self._job, name) is not None]

    def _fits(self, name: str, beside: Sequence[str]) -> bool:
        limit = getattr(self._trial, name)
        if limit is None:
            return self._is_left(name)
        left = getattr(self._job, name) - getattr(self._spending.total, name)
        if left >= limit * (len(beside) + 1):
            return True  # even if none of them has used anything yet; most jobs end here, however many run
        running = sum(max(0, limit - getattr(self._spending.of_trial(each), name)) for each in beside)
        return bool(left >= limit + running)

    def _error(self, name: str) -> JobBudgetError:
        budget, used = getattr(self._job, name), getattr(self._spending.total, name)
        what = f"the budget of the job is used up: {_amount(used, name)} of {_amount(budget, name)}"
        if used < budget:
            own = _amount(getattr(self._trial, name), name)
            what = f"{what.replace('used up', 'nearly used up')}, and the next trial may use {own}"
        return JobBudgetError(
            what,
            where=self._folder,
            fix=f"`headwater resume {self._folder} --job-budget` with more than that runs the other trials",
        )


class Accounted(Relay):
    """Forwards everything, and records what models use.

    Args:
        progress: The next receiver.
        spending: Stores the usage.
        budget: Learns of it if the usage cannot be stored.
    """

    def __init__(self, progress: Progress, spending: Spending, budget: JobBudget) -> None:
        super().__init__(progress)
        self._spending = spending
        self._budget = budget

    def event(self, spec: TrialSpec, event: Any) -> None:
        """Record the usage in an event, and forward the event."""
        if isinstance(event, AgentEnded):
            self._budget.working.discard(spec.id)
            self._budget.worked.add(spec.id)
        if isinstance(event, ModelUsed):
            self._budget.working.add(spec.id)
            self._budget.worked.discard(spec.id)  # the trial makes another attempt
            try:
                self._spending.note(spec, event)
            except FileAccessError as error:
                self._budget.failure = error
        super().event(spec, event)


def require_room_for_a_trial(job: Limits, trial: Limits) -> None:
    """Make sure that the budget of a job has room for one trial.

    Raises:
        OptionError: A trial may use more than the whole job.
    """
    for name in _UNITS:
        whole, one = getattr(job, name), getattr(trial, name)
        if whole is not None and one is not None and one > whole:
            where = f"--job-budget {_amount(whole, name)}"
            raise OptionError(f"is less than the budget of one trial, {_amount(one, name)}", where=where)


def _amount(value: Decimal | int, name: str) -> str:
    return f"{float(round(value, 4)):g}{_UNITS[name]}" if isinstance(value, Decimal) else f"{value}{_UNITS[name]}"
