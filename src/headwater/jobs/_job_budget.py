"""Hold a job to its budget: what all of its trials may use together.

A trial begins if its own limits fit into what is left when those that run use theirs up. So where trials have a limit,
the job keeps its budget and each trial that begins has its whole one. Where they have none, nobody knows what they will
use, and those that run are ended when the budget of the job is used up.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from decimal import Decimal
from pathlib import Path
from typing import Any

from headwater.errors import FileAccessError, JobBudgetError, OptionError, UserError
from headwater.grading import CheckStarted
from headwater.jobs._progress import Progress, Relay
from headwater.jobs._spending import Spending
from headwater.records import JobOptions, Limits, TrialSpec
from headwater.trials import ModelUsed

_UNITS = {"cost_usd": "usd", "tokens": "tok", "turns": "turns", "requests": "requests"}


class JobBudget:
    """Says which trials may begin, and when those that run have to end.

    Args:
        options: The limits of the job and of each trial.
        spending: What has been used.
        paid: Ids of the trials that use a model.
        folder: Of the job.

    Attributes:
        failure: Why nobody knows what is used.
        working: Ids of the trials whose agents ask their models.
    """

    def __init__(self, options: JobOptions, spending: Spending, paid: Collection[str], folder: Path) -> None:
        self._job = options.job_limits
        self._trial = options.limits
        self._spending = spending
        self._paid = paid
        self._folder = folder
        self.failure: UserError | None = None
        self.working: set[str] = set()

    def is_for(self, spec: TrialSpec, running: Iterable[TrialSpec]) -> bool:
        """Whether a trial may begin beside those that run.

        Raises:
            JobBudgetError: The budget is used up, or none runs and yet not enough is left.
        """
        if self.failure is not None:
            raise self.failure
        if spec.id not in self._paid:
            return True
        beside = [each for each in running if each.id in self._paid]
        lacking = [name for name in self._limited() if not self._fits(name, beside)]
        if lacking and not beside:
            raise self._error(lacking[0])
        return not lacking

    def require_for_running(self, running: Iterable[TrialSpec]) -> None:
        """Make sure that those that run may go on; where each has its own limit, its use was foreseen.

        Raises:
            JobBudgetError: The budget is used up, and at least one of them still asks its model.
            FileAccessError: Nobody knows, since what is used cannot be written down.
        """
        if self.failure is not None:
            raise self.failure
        for name in self._limited():
            is_foreseen = getattr(self._trial, name) is not None
            if not is_foreseen and not self._is_left(name) and any(each.id in self.working for each in running):
                raise self._error(name)

    def _is_left(self, name: str) -> bool:
        return bool(getattr(self._spending.total, name) < getattr(self._job, name))

    def _limited(self) -> list[str]:
        return [name for name in _UNITS if getattr(self._job, name) is not None]

    def _fits(self, name: str, beside: Iterable[TrialSpec]) -> bool:
        limit = getattr(self._trial, name)
        if limit is None:
            return self._is_left(name)
        left = getattr(self._job, name) - getattr(self._spending.total, name)
        running = sum(max(0, limit - getattr(self._spending.of_trial(each.id), name)) for each in beside)
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
    """Passes everything on, and notes what models use.

    Args:
        progress: Who gets it.
        spending: Takes what is used.
        budget: Is told if that cannot be written down.
    """

    def __init__(self, progress: Progress, spending: Spending, budget: JobBudget) -> None:
        super().__init__(progress)
        self._spending = spending
        self._budget = budget

    def event(self, spec: TrialSpec, event: Any) -> None:
        """Note it, and pass it on."""
        if isinstance(event, CheckStarted):  # the agent is dead
            self._budget.working.discard(spec.id)
        if isinstance(event, ModelUsed):
            self._budget.working.add(spec.id)
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
