"""Enforces a job's budget, which limits the total usage of all trials.

A trial starts if its own limits fit into the remaining budget, assuming that the running trials use up their limits.
Therefore, if trials have a limit, the job stays within its budget, and each started trial can use its full limit. If
trials have no limit, their usage cannot be predicted. When the job's budget is used up, the trials whose agents are
still working are ended. The usage of the other trials is already counted, and grading them costs nothing.
"""

from __future__ import annotations

import threading
from collections.abc import Set as AbstractSet
from decimal import Decimal
from pathlib import Path
from typing import Any

from headwater.errors import FileAccessError, JobBudgetError, OptionError, UserError
from headwater.jobs._account import Account
from headwater.jobs._progress import Progress, Relay
from headwater.jobs._spending import Spending
from headwater.records import JobOptions, Limits, TrialSpec
from headwater.trials import AgentEnded, ModelUsed

_UNITS = {"cost_usd": "usd", "tokens": "tok", "turns": "turns", "requests": "requests"}


class JobBudget:
    """Decides which trials may start, and when running trials must end.

    Args:
        options: The limits of the job and of each trial.
        spending: The usage so far.
        paid: The ids of the trials that use a model.
        folder: The job's folder.

    Attributes:
        failure: The error that occurred while storing the usage. None if there was none.
    """

    def __init__(self, options: JobOptions, spending: Spending, paid_trials: AbstractSet[str], folder: Path) -> None:
        self._accounts: dict[str, Account[str]] = {
            name: Account(limit, getattr(options.limits, name))
            for name in _UNITS
            if (limit := getattr(options.job_limits, name)) is not None
        }
        self._spending = spending
        self._paid_trials = paid_trials
        self._folder = folder
        self._running: set[str] = set()
        self._working: set[str] = set()
        self._worked: set[str] = set()
        self._lock = threading.Lock()
        self.failure: UserError | None = None

    def begin(self, spec: TrialSpec) -> None:
        """Record that a trial starts."""
        if spec.id in self._paid_trials:
            with self._lock:
                self._running.add(spec.id)
                for account in self._accounts.values():
                    account.begin(spec.id)

    def end(self, spec: TrialSpec) -> None:
        """Record that a trial has ended."""
        with self._lock:
            self._running.discard(spec.id)
            self._working.discard(spec.id)
            for account in self._accounts.values():
                account.end(spec.id)

    def use(self, spec: TrialSpec) -> None:
        """Record the usage of a trial's model, after it has been stored."""
        with self._lock:
            self._working.add(spec.id)
            self._worked.discard(spec.id)  # another attempt of the trial has started
            used = self._spending.of_trial(spec.id)
            for name, account in self._accounts.items():
                account.record(spec.id, getattr(used, name))

    def stop_using(self, spec: TrialSpec) -> None:
        """Record that the agent of a trial has ended."""
        with self._lock:
            self._working.discard(spec.id)
            self._worked.add(spec.id)

    def is_for(self, spec: TrialSpec) -> bool:
        """Return whether the budget allows another trial in addition to the running ones.

        Raises:
            JobBudgetError: The budget is used up, or no trial runs and the budget is not enough for another one.
        """
        if self.failure is not None:
            raise self.failure
        if spec.id not in self._paid_trials:
            return True
        with self._lock:
            exhausted = [name for name, each in self._accounts.items() if not each.is_for_one_more(self._used(name))]
            # Running trials may end without using all of their reservations, which would leave enough for this one.
            if exhausted and not self._running:
                raise self._error(exhausted[0])
            return not exhausted

    def require_for_running(self) -> None:
        """Make sure that the running trials may continue. The usage of trials with their own limit was reserved.

        Raises:
            JobBudgetError: The budget is used up, and at least one running trial still uses its model.
            FileAccessError: The usage cannot be stored and is therefore unknown.
        """
        if self.failure is not None:
            raise self.failure
        with self._lock:
            for name, account in self._accounts.items():
                if self._working and account.is_exceeded(self._used(name)):
                    raise self._error(name)

    def unfinished(self) -> set[str]:
        """Return the running trials whose agents have not started or still use their models."""
        with self._lock:
            return self._running - self._worked

    def _used(self, name: str) -> Any:
        return getattr(self._spending.total, name)

    def _error(self, name: str) -> JobBudgetError:
        account, used = self._accounts[name], self._used(name)
        what = f"the budget of the job is used up: {_amount(used, name)} of {_amount(account.job, name)}"
        if account.trial is not None and used < account.job:
            own = _amount(account.trial, name)
            what = f"{what.replace('used up', 'nearly used up')}, and the next trial may use {own}"
        return JobBudgetError(
            what,
            where=self._folder,
            fix=f"`headwater resume {self._folder} --job-budget` with more than that runs the other trials",
        )


class Accounted(Relay):
    """Forwards all progress, and records model usage.

    Args:
        progress: The next receiver.
        spending: Stores the usage.
        budget: The budget, which is notified if the usage cannot be stored.
    """

    def __init__(self, progress: Progress, spending: Spending, budget: JobBudget) -> None:
        super().__init__(progress)
        self._spending = spending
        self._budget = budget

    def event(self, spec: TrialSpec, event: Any) -> None:
        """Record the usage in an event, and forward the event."""
        if isinstance(event, AgentEnded):
            self._budget.stop_using(spec)
        if isinstance(event, ModelUsed):
            try:
                self._spending.note(spec, event)
            except FileAccessError as error:
                # The dispatcher raises the error, because an error raised here would count as the trial's.
                self._budget.failure = error
            self._budget.use(spec)
        super().event(spec, event)


def require_room_for_a_trial(job: Limits, trial: Limits) -> None:
    """Make sure that a job's budget covers at least one trial.

    Raises:
        OptionError: A trial's limit exceeds the job's.
    """
    for name in _UNITS:
        job_limit, one = getattr(job, name), getattr(trial, name)
        if job_limit is not None and one is not None and one > job_limit:
            where = f"--job-budget {_amount(job_limit, name)}"
            raise OptionError(f"is less than the budget of one trial, {_amount(one, name)}", where=where)


def _amount(value: Decimal | int, name: str) -> str:
    return f"{float(round(value, 4)):g}{_UNITS[name]}" if isinstance(value, Decimal) else f"{value}{_UNITS[name]}"
