"""Models a planned job's budget, with the rules of ``jobs._account``."""

from __future__ import annotations

from headwater.jobs._account import Account
from headwater.records import Limits

_NAMES = ("cost_usd", "tokens", "turns", "requests")
Amounts = tuple[float, float, float, float]
"""Amounts of US dollars, tokens, turns and requests."""


class _PlannedAccount(Account[int]):
    """An account that also records the usage of the entire job."""

    def __init__(self, job: float, trial: float | None) -> None:
        super().__init__(job, trial)
        self.used = 0.0

    def use(self, trial: int, amount: float) -> None:
        self.used += amount
        self.record(trial, self._used_by[trial] + amount)


class Budget:
    """Decides which trials may start, and whether running trials must end.

    Args:
        job: The limits on all trials together.
        trial: The limits on each trial.
    """

    def __init__(self, job: Limits, trial: Limits) -> None:
        self._accounts = {
            index: _PlannedAccount(float(limit), None if (own := getattr(trial, name)) is None else float(own))
            for index, name in enumerate(_NAMES)
            if (limit := getattr(job, name)) is not None
        }
        self._running: set[int] = set()

    @property
    def is_limited(self) -> bool:
        """Return whether anything is limited."""
        return bool(self._accounts)

    @property
    def used_share(self) -> float:
        """The used fraction of the budget. If there are several limits, this is the largest fraction."""
        return max((account.used / account.job for account in self._accounts.values()), default=0.0)

    @property
    def is_idle(self) -> bool:
        """Return whether no trial with a model is running."""
        return not self._running

    def is_for_one_more(self) -> bool:
        """Return whether a trial with a model may start."""
        return all(account.is_for_one_more(account.used) for account in self._accounts.values())

    def is_used_up(self) -> bool:
        """Return whether trials with working agents must end, because their usage cannot be predicted."""
        return any(account.is_exceeded(account.used) for account in self._accounts.values())

    def begin(self, trial: int) -> None:
        """Record that a trial starts or restarts."""
        if trial in self._running:
            self.end(trial)
        self._running.add(trial)
        for account in self._accounts.values():
            account.begin(trial)

    def use(self, trial: int, amounts: Amounts) -> None:
        """Add to a trial's usage."""
        for index, account in self._accounts.items():
            account.use(trial, amounts[index])

    def end(self, trial: int) -> None:
        """Record that a trial has ended."""
        self._running.discard(trial)
        for account in self._accounts.values():
            account.end(trial)
