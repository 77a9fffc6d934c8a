"""Provides a harness's preparation of a starting state, which runs once for all trials."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from headwater.agents import Agent, ModelAgent
from headwater.errors import LayerError
from headwater.harnesses import Preparation
from headwater.records import Status
from headwater.sandbox import remove_tree
from headwater.snapshots import Snapshot
from headwater.tasks import Task
from headwater.trials._attempt import AgentMayRun
from headwater.trials._judge import AgentOutcome
from headwater.trials._models import ModelUsed
from headwater.trials._paths import TrialPaths
from headwater.trials._prepare import digest_of_made, preparation_folder
from headwater.trials._preparer import answered_by, keep_answers, preparation_usage, preparing, preparing_spec
from headwater.trials._ready import locked_snapshot
from headwater.trials._run_agent import judge_agent, run_agent
from headwater.trials._setting import Notify, NotPreparedError, Ready, Setting
from headwater.untrusted import one_line

_PREPARED = "prepared"
_NOTHING_TO_DO = 2
"""The exit code of a preparation that finds nothing to prepare and prints the reason to standard error."""


@contextmanager
def take_prepared(setting: Setting, task: Task, agent: Agent, snapshot: Snapshot, notify: Notify) -> Iterator[Setting]:
    """Yield a setting whose sandboxes contain the harness's preparation of this snapshot, which runs on first use.

    Raises:
        NotPreparedError: The task has nothing that the harness can prepare, or the preparation failed after it used a
            model.
        NotReadyError: The preparation failed.
    """
    harness, preparation = setting.harness, setting.harness.preparation
    if preparation is None or not isinstance(agent, ModelAgent):  # no other trial may use the harness's servers
        yield setting
        return
    making = _Making(setting, task, preparation, snapshot, notify)
    with locked_snapshot(
        setting.snapshots.take(making.digest, f"{task.ref} (harness {harness.name})", making.make)
    ) as prepared:
        paths = TrialPaths(prepared.folder, _PREPARED)
        folder = preparation_folder(paths)
        digest = digest_of_made(preparation, folder)
        notify(Ready("prepared", prepared.wait_sec, prepared.build_sec, digest, preparation_usage(paths)))
        mounts = {**harness.mounts, preparation.target: folder}
        yield replace(setting, harness=replace(harness, mounts=mounts))


class _Making:
    """One run of a preparation."""

    def __init__(
        self, setting: Setting, task: Task, preparation: Preparation, snapshot: Snapshot, notify: Notify
    ) -> None:
        self._setting, self._task, self._snapshot, self._notify = setting, task, snapshot, notify
        self._preparer = preparing(preparation)
        self._spec = preparing_spec(task.ref, setting.harness.name)
        answers = answered_by(setting.models, self._preparer, self._spec)
        # The build is part of the key, because a state that is built again can differ.
        self.digest = f"{snapshot.build}-{_PREPARED}-{setting.harness.digest[:8]}{answers[:8]}"

    def make(self, folder: Path) -> None:
        """Run the preparation, and write its output to ``folder``."""
        if (failed := self._setting.not_prepared.get(self.digest)) is not None:
            raise failed
        self._notify(f"preparing {self._task.ref} for harness {self._spec.harness} (once)")
        paths = TrialPaths(folder, _PREPARED)
        result = run_agent(self._setting, self._task, self._preparer, self._spec, self._snapshot, paths, self._progress)
        judged = judge_agent(self._preparer, result.run, paths)
        if judged.status is not Status.OK:
            self._fail(judged, result.run.exit_code, paths)
        keep_answers(self._setting.models, self._preparer, self._spec, paths)
        remove_tree(paths.state)
        preparation_folder(paths).mkdir(parents=True, exist_ok=True)

    def _progress(self, event: object) -> None:
        if isinstance(event, ModelUsed):
            self._notify(replace(event, of_agent=False))
        elif not isinstance(event, AgentMayRun):  # this program is a preparation, not the agent
            self._notify(event)

    def _fail(self, judged: AgentOutcome, exit_code: int | None, paths: TrialPaths) -> None:
        output = paths.agent_log.with_suffix(".err").read_text(errors="replace")[-600:]
        where = f"{self._task.ref}: harness {self._spec.harness}"
        if exit_code == _NOTHING_TO_DO:
            raise NotPreparedError(one_line(output), where=where)
        reason = f"{judged.reason.replace('the agent', 'its program')}: {one_line(output)}"
        spent = _spent(judged)
        # After a fault of the provider, another trial may succeed, and it tries again.
        if spent and judged.status is not Status.INFRA_ERROR:
            failed = NotPreparedError(f"{reason}; it asked its model {spent}", where=where)
            self._setting.not_prepared[self.digest] = failed
            raise failed
        raise LayerError(f"harness {self._spec.harness} could not be prepared: {reason}", where=self._task.ref)


def _spent(judged: AgentOutcome) -> str:
    """Describe the usage of a failed preparation, or return an empty string if no model was used."""
    totals = judged.outcome.totals if judged.outcome else None
    if totals is None or not totals.requests:
        return ""
    price = "an unknown price" if totals.cost_usd is None else f"${totals.cost_usd:.4f}"
    return f"{totals.requests} times, for {price}"
