"""When a job's budget is used up, only trials that still cost something are ended."""

from __future__ import annotations

import threading
from collections.abc import Collection
from concurrent.futures import Future
from pathlib import Path

import pytest
from tests.agents.small import task

from headwater.errors import CancelledError, JobBudgetError
from headwater.jobs import Progress, expand
from headwater.jobs._dispatch import Dispatcher
from headwater.jobs._job_budget import Accounted, JobBudget
from headwater.jobs._log import JobLog
from headwater.jobs._queue import queue_of
from headwater.jobs._room import DiskSpace, disk_limits
from headwater.jobs._spending import Spending
from headwater.records import JobOptions, Limits, PromptVariant, Totals, TrialSpec, Usage
from headwater.snapshots import SnapshotStore
from headwater.tasks import read_task
from headwater.trials import AgentEnded, Finished, ModelUsed


class FullStore(SnapshotStore):
    """A store that has every starting state, so that no trial waits for one."""

    def has(self, digest: str) -> bool:  # noqa: ARG002 - the base has it
        return True


class Trials:
    """Three running trials and a waiting one; the first is graded when the second uses up the budget."""

    def __init__(self, account: Accounted) -> None:
        self.futures: dict[str, Future[Finished]] = {}
        self.cancelled: set[str] = set()
        self._account = account

    def submit(self, spec: TrialSpec) -> Future[Finished]:
        self.futures[spec.id] = Future()
        used = Totals(usage=Usage(input=60))
        if len(self.futures) < 3:
            self._account.event(spec, ModelUsed(used, used, spec.id))
        if len(self.futures) == 1:
            self._account.event(spec, AgentEnded(0))
        return self.futures[spec.id]

    def cancel(self, trials: Collection[str]) -> None:
        self.cancelled |= set(trials)
        for trial, future in self.futures.items():
            if trial in trials:
                future.set_exception(CancelledError("ended"))
            else:
                future.set_exception(ValueError("is graded"))


def test_usage_of_another_trial_does_not_end_a_graded_trial(tmp_path: Path) -> None:
    small_task = read_task(task(tmp_path / "small", "greet").folder)
    specs = expand([small_task], ["nop", "data-agent:claude-sonnet-4-6"], ["base"], [PromptVariant.BASELINE], 3)
    free, paid = specs[0], specs[3:]
    budget = JobBudget(
        JobOptions(job_limits=Limits(tokens=100)),
        spending := Spending(tmp_path),
        {spec.id for spec in paid},
        tmp_path,
    )
    trials = Trials(Accounted(Progress(), spending, budget))
    tasks, store = {small_task.ref: small_task}, FullStore(tmp_path / "home")
    with JobLog(tmp_path) as log:
        dispatcher = Dispatcher(
            queue_of([*paid[:2], free, paid[2]], tasks, store),
            DiskSpace(tmp_path, tmp_path, disk_limits(tasks, elsewhere=False)),
            budget,
            (),
            threading.Event(),
            log,
        )
        with pytest.raises(JobBudgetError, match="120tok of 100tok"):
            dispatcher.run(trials.submit, trials.cancel, lambda: 4)
    assert trials.cancelled == {paid[1].id}
    assert trials.futures.keys() == {paid[0].id, paid[1].id, free.id}, "and no other begins"
