"""Uses any ``headwater run`` agent as a solver. Each attempt is a trial in its own job."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from headwater import __version__
from headwater.errors import BrokenTaskError, BuildError, CancelledError
from headwater.jobs import JobFolder, Progress, expand, require_harnesses, require_models, run_job
from headwater.records import JobConfig, Limits, PriceOverride, PromptVariant, Status, Verdict
from headwater.suites.discovery.building import SUITE, write_unproven
from headwater.suites.discovery.evolving._ports import Bench, SolverAttempt
from headwater.suites.discovery.tasks_source import SourceTask
from headwater.tasks import Task, read_task
from headwater.trials import Finished

_RIGHT = "answer_is_right"
"""The check whose message says how an answer differs from the right one."""
_EXCLUDED = frozenset({Status.INFRA_ERROR, Status.INVALID})


@dataclass(frozen=True)
class Agents:
    """Runs the attempts of agents.

    Attributes:
        folder: The parent folder of the jobs, one for each attempt.
        limits: The model limits of each attempt.
        replay: A folder with cassettes, which are replayed instead of calling providers.
        prices: Prices set by the user.
    """

    folder: Path
    limits: Limits = field(default_factory=Limits)
    replay: Path | None = None
    prices: tuple[PriceOverride, ...] = ()
    allow_weak_isolation: bool = False


@dataclass(frozen=True)
class AgentSolver:
    """An agent, identified by its ``headwater run`` name."""

    name: str
    agents: Agents

    is_reader = True

    @property
    def digest(self) -> str:
        """The digest of the solver's name and limits."""
        return hashlib.sha256(f"{self.name}\0{self.agents.limits.model_dump_json()}".encode()).hexdigest()

    def solve(self, task: SourceTask, bench: Bench, label: str) -> SolverAttempt:
        """Run a trial in which the agent attempts the question. See ``Solver``.

        Raises:
            CancelledError: The trial was interrupted.
            BuildError: The trial was excluded and has no result. The next call starts another trial.
            UserError: The agent does not exist, or cannot use its model.
        """
        built = self._write(task, bench, self.agents.folder / label)
        if isinstance(built, str):
            return SolverAttempt(solver=self.name, is_solved=False, failure=built)
        # An excluded trial is no evidence about the question, so the attempt is repeated in another job.
        folder = next(path for path in _jobs(self.agents.folder / label) if not _is_excluded(path))
        is_there = (folder / "job.json").is_file()
        job = JobFolder(folder) if is_there else JobFolder.create(folder, self._config(built))
        run_job(job, [built], Progress(), bench.cancel)
        finished = list(job.finished())
        if not finished:
            raise CancelledError("the evolution was interrupted")
        (trial,) = finished
        if trial.status in _EXCLUDED:
            raise BuildError(trial.reason, where=f"trial of {self.name} in {folder}")
        return self._attempt(trial, task)

    def _write(self, task: SourceTask, bench: Bench, folder: Path) -> Task | str:
        """Write and return the trial's task, or return why no task can be created from the question."""
        place = folder / SUITE / task.source.id
        try:
            write_unproven(task, bench.laboratory, {each.path: each.size_bytes for each in bench.files}, place)
        except BrokenTaskError as error:
            return error.what
        return read_task(place)

    def _config(self, built: Task) -> JobConfig:
        config = JobConfig(
            created_at=datetime.now(UTC),
            headwater_version=__version__,
            jobs=1,
            tasks={built.ref: str(built.folder)},
            trials=expand([built], [self.name], ["base"], [PromptVariant.BASELINE], 1),
            limits=self.agents.limits,
            replay=str(self.agents.replay.absolute()) if self.agents.replay is not None else None,
            prices=self.agents.prices,
            allow_weak_isolation=self.agents.allow_weak_isolation,
        )
        require_harnesses(config.trials, {built.ref: built})
        require_models(config, [built])
        return config

    def _attempt(self, trial: Finished, task: SourceTask) -> SolverAttempt:
        verdict, model = trial.verdict, trial.record.model
        native = verdict.native if verdict is not None else {}
        return SolverAttempt(
            solver=self.name,
            is_solved=native.get("ea") == 1,
            answer=_answer(verdict),
            # The verdict does not list the files that were read, but this score means that exactly the targets were
            # read.
            files=task.source.targets if native.get("da") == 1 else (),
            failure="" if trial.status is Status.OK else trial.reason,
            cost_usd=model.totals.cost_usd if model is not None else None,
        )


def _jobs(folder: Path) -> Iterator[Path]:
    return (folder / f"job-{number}" for number in count(1))


def _is_excluded(folder: Path) -> bool:
    """Return whether the job exists and its trial was excluded."""
    if not (folder / "job.json").is_file():
        return False
    return any(trial.status in _EXCLUDED for trial in JobFolder(folder).finished())


def _answer(verdict: Verdict | None) -> str:
    """Return how the answer differs from the right one, or an empty string if no answer has the right form."""
    checks = verdict.checks if verdict is not None else ()
    return next((check.message for check in checks if check.name == _RIGHT), "")
