"""Selects a job's trials, which are either a matrix or the unsolved trials of another job."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from headwater.errors import NotFoundError, OptionError
from headwater.jobs import JobFolder, expand, failed_trials, trials_again
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
"""The names of prompt variants, and of groups of them."""


@dataclass(frozen=True)
class Selection:
    """The names that select trials. An empty value or None does not restrict the selection.

    Attributes:
        failed_of: The job whose unsolved trials run again.
    """

    tasks: Sequence[str]
    agents: Sequence[str]
    harnesses: Sequence[str]
    prompts: Sequence[str]
    repeat: int | None
    limit: int | None
    failed_of: Path | None

    def trials(self, notify: Callable[[str], None]) -> tuple[list[Task], tuple[TrialSpec, ...]]:
        """Return the tasks and the trials.

        Args:
            notify: Called with a line about omitted trials.

        Raises:
            UserError: A name does not exist, or two options exclude each other.
        """
        for name, number in (("repeat", self.repeat), ("limit", self.limit)):
            if number is not None and number < 1:
                raise OptionError("must be 1 or more", where=f"--{name} {number}")
        return self._rerun(self.failed_of, notify) if self.failed_of is not None else self._matrix()

    def _matrix(self) -> tuple[list[Task], tuple[TrialSpec, ...]]:
        if not self.agents:
            raise OptionError("is missing", where="--agent", fix="name an agent, such as oracle")
        tasks = find_tasks(self.tasks)[: self.limit]
        if not tasks:
            raise OptionError("no tasks", fix="name a suite, a task or a folder, such as pipelines")
        prompts = self._variants() or (PromptVariant.BASELINE,)
        return tasks, expand(tasks, self.agents, self.harnesses or ("base",), prompts, self.repeat or 1)

    def _variants(self) -> tuple[PromptVariant, ...]:
        unknown = next((name for name in self.prompts if name not in _PROMPTS), None)
        if unknown is not None:
            raise NotFoundError(
                "no such prompt variant", where=f"--prompt {unknown}", fix=f"there are {', '.join(PROMPTS)}"
            )
        return tuple(dict.fromkeys(variant for name in self.prompts for variant in _PROMPTS[name]))

    def _rerun(self, folder: Path, notify: Callable[[str], None]) -> tuple[list[Task], tuple[TrialSpec, ...]]:
        if self.repeat is not None:
            raise OptionError(
                "--repeat and --failed-of exclude each other, because each trial of the job is run again once"
            )
        job = JobFolder(folder)
        folders = job.config().tasks
        failed = failed_trials(job)
        unfinished = sum(not job.is_finished(spec.id) for spec in set(job.config().trials))
        if unfinished:
            notify(f"{folder}: {unfinished} of its trials have no record and are not run again here")
        refs = list(dict.fromkeys(spec.task for spec in failed))
        if self.tasks:
            existing_refs = {task.ref for task in find_tasks(self.tasks)}
            refs = [ref for ref in refs if ref in existing_refs]
            if not refs:
                raise NotFoundError("none of its unsolved trials belongs to these tasks", where=f"--failed-of {folder}")
        tasks = find_tasks([folders[ref] for ref in refs[: self.limit]])
        return tasks, trials_again(failed, tasks, self.agents, self.harnesses, self._variants())
