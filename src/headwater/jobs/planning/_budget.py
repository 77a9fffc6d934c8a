"""The budget of a planned job, by the rules of ``jobs._job_budget`` and in constant time."""

from __future__ import annotations

from dataclasses import dataclass, field

from headwater.records import Limits

_NAMES = ("cost_usd", "tokens", "turns", "requests")
Amounts = tuple[float, float, float, float]
"""US dollars, tokens, turns, requests."""


@dataclass
class _Account:
    """One limited amount: its usage, and what the running trials may still use within their own limits."""

    job: float
    trial: float | None
    used: float = 0.0
    reserved: float = 0.0
    by_trial: dict[int, float] = field(default_factory=dict)

    def is_for_one_more(self) -> bool:
        if self.trial is None:
            return self.used < self.job
        return self.job - self.used >= self.trial + self.reserved

    def begin(self, trial: int) -> None:
        self.by_trial[trial] = 0.0
        self.reserved += self.trial or 0.0

    def use(self, trial: int, amount: float) -> None:
        self.used += amount
        if self.trial is not None:
            before = max(0.0, self.trial - self.by_trial[trial])
            self.by_trial[trial] += amount
            self.reserved -= before - max(0.0, self.trial - self.by_trial[trial])

    def end(self, trial: int) -> None:
        used = self.by_trial.pop(trial)
        self.reserved -= max(0.0, (self.trial or 0.0) - used)


class Budget:
    """Decides which trials may begin, and whether running trials have to end.

    Args:
        job: The limits of all trials together.
        trial: The limits of each trial.
    """

    def __init__(self, job: Limits, trial: Limits) -> None:
        self._accounts = {
            index: _Account(float(limit), None if (own := getattr(trial, name)) is None else float(own))
            for index, name in enumerate(_NAMES)
            if (limit := getattr(job, name)) is not None
        }
        self._running: set[int] = set()

    @property
    def is_limited(self) -> bool:
        """Whether anything is limited."""
        return bool(self._accounts)

    @property
    def used_share(self) -> float:
        """The share of the budget that was used; the largest one if there are several limits."""
        return max((account.used / account.job for account in self._accounts.values()), default=0.0)

    @property
    def is_idle(self) -> bool:
        """Whether no trial with a model runs."""
        return not self._running

    def is_for_one_more(self) -> bool:
        """Return whether a trial with a model may begin."""
        return all(account.is_for_one_more() for account in self._accounts.values())

    def is_used_up(self) -> bool:
        """Return whether trials whose agents are at work have to end, because their usage cannot be predicted."""
        return any(each.trial is None and each.used >= each.job for each in self._accounts.values())

    def begin(self, trial: int) -> None:
        """Note that a trial begins, or begins again."""
        if trial in self._running:
            self.end(trial)
        self._running.add(trial)
        for account in self._accounts.values():
            account.begin(trial)

    def use(self, trial: int, amounts: Amounts) -> None:
        """Add to the usage of a trial."""
        for index, account in self._accounts.items():
            account.use(trial, amounts[index])

    def end(self, trial: int) -> None:
        """Note that a trial has ended."""
        self._running.discard(trial)
        for account in self._accounts.values():
            account.end(trial)
