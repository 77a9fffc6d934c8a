"""Reserves amounts of one limited quantity (such as US dollars) for trials, in constant time per trial."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Generic, TypeVar

T = TypeVar("T", bound=Hashable)


class Account(Generic[T]):
    """A limited quantity, with a reservation for what the running trials may still use within their own limits.

    Amounts are numbers of one type, such as ``Decimal``.

    Args:
        job: The limit on all trials together.
        trial: The limit on each trial. None if trials have no limit, which makes their usage unpredictable.
    """

    def __init__(self, job: Any, trial: Any | None) -> None:
        self.job = job
        self.trial = trial
        self._reserved = type(job)(0)
        self._used_by: dict[T, Any] = {}

    def is_for_one_more(self, used: Any) -> bool:
        """Return whether a trial may start, given the total usage so far."""
        if self.trial is None:
            return bool(used < self.job)
        return bool(self.job - used >= self.trial + self._reserved)

    def is_exceeded(self, used: Any) -> bool:
        """Return whether trials with working agents must end, because their usage was not reserved."""
        return self.trial is None and bool(used >= self.job)

    def begin(self, trial: T) -> None:
        """Reserve the maximum usage of a trial."""
        self._used_by[trial] = type(self.job)(0)
        if self.trial is not None:
            self._reserved += self.trial

    def record(self, trial: T, used: Any) -> None:
        """Record the current usage of a running trial, which is less than before if the trial was restarted."""
        if trial in self._used_by:
            # The amount that the trial has used is part of the total, so it is no longer reserved.
            self._reserved += self._remaining(used) - self._remaining(self._used_by[trial])
            self._used_by[trial] = used

    def end(self, trial: T) -> None:
        """Release the unused reservation of a trial that has ended."""
        if trial in self._used_by:
            self._reserved -= self._remaining(self._used_by.pop(trial))

    def _remaining(self, used: Any) -> Any:
        zero = type(self.job)(0)
        return zero if self.trial is None else max(zero, self.trial - used)
