"""Which trials ``headwater run`` is asked for: a matrix, or those of another job that did not solve."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import click

from headwater.errors import NotFoundError, OptionError
from headwater.jobs import JobFolder, expand, failed_trials, run_again
from headwater.records import PromptVariant, TrialSpec
from headwater.suites import find_tasks
from headwater.tasks import Task

_PROMPTS = {
    "baseline": (PromptVariant.BASELINE,),
    "informed": (PromptVariant.INFORMED,),
    "verify": (PromptVariant.VERIFY,),
    "both": (PromptVariant.BASELINE, PromptVariant.INFORMED),
}
PROMPTS = tuple(_PROMPTS)


@dataclass(frozen=True)
class Wanted:
    """What the command line names; what is empty or None was not named.

    Attributes:
        failed_of: The job whose unsolved trials are wanted.
    """

    tasks: Sequence[str]
    agents: Sequence[str]
    harnesses: Sequence[str]
    prompts: Sequence[str]
    repeat: int | None
    limit: int | None
    failed_of: Path | None

    def trials(self) -> tuple[list[Task], tuple[TrialSpec, ...]]:
        """Return the tasks and the trials.

        Raises:
            UserError: What is named does not exist, or does not go together.
            click.UsageError: Something is not named that has to be.
        """
        return self._again(self.failed_of) if self.failed_of is not None else self._matrix()

    def _matrix(self) -> tuple[list[Task], tuple[TrialSpec, ...]]:
        if not self.tasks:
            raise click.UsageError("Missing argument 'SUITE[/TASK]...'.")
        if not self.agents:
            raise click.UsageError("Missing option '--agent'.")
        tasks = find_tasks(self.tasks)[: self.limit]
        prompts = self._variants() or (PromptVariant.BASELINE,)
        return tasks, expand(tasks, self.agents, self.harnesses or ("base",), prompts, self.repeat or 1)

    def _variants(self) -> tuple[PromptVariant, ...]:
        return tuple(dict.fromkeys(variant for name in self.prompts for variant in _PROMPTS[name]))

    def _again(self, folder: Path) -> tuple[list[Task], tuple[TrialSpec, ...]]:
        if self.repeat is not None:
            raise OptionError(
                "--repeat and --failed-of exclude each other, because each trial of the job is run again once"
            )
        job = JobFolder(folder)
        folders = job.config().tasks
        failed = failed_trials(job)
        lost = sum(not job.is_finished(spec.id) for spec in set(job.config().trials))
        if lost:
            click.echo(f"headwater: {folder}: {lost} of its trials have no record and are not run again here", err=True)
        refs = list(dict.fromkeys(spec.task for spec in failed))
        if self.tasks:
            named = {task.ref for task in find_tasks(self.tasks)}
            refs = [ref for ref in refs if ref in named]
            if not refs:
                raise NotFoundError(
                    "no trial of it that did not solve is of the tasks named", where=f"--failed-of {folder}"
                )
        tasks = find_tasks([folders[ref] for ref in refs[: self.limit]])
        return tasks, run_again(failed, tasks, self.agents, self.harnesses, self._variants())
