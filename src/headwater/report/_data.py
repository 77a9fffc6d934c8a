"""What all pages are made of, read once: rows, problems, jobs, and the groups of rows that pages show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from headwater.analysis import TrialTable, load, to_rows, to_table
from headwater.report import _places
from headwater.report._jobs import Job, Tasks, name_jobs
from headwater.results import ReadProblem, Row
from headwater.tasks import Task

_FOREIGN_SCORE = "Scores are by DEC Bench's own formula: of these trials no other is known."
_PROBES = ("alternative:", "counterfeit:", "attacker:")


@dataclass(frozen=True)
class SiteData:
    """The results that a site shows.

    Attributes:
        rows: One a finished trial, in the jobs' order.
        cautions: What holds for all figures, in words.
        problems: What could not be read, and where.
        jobs: By the path that rows call their job.
    """

    rows: tuple[Row, ...]
    problems: tuple[ReadProblem, ...]
    jobs: dict[str, Job]
    cautions: tuple[str, ...] = ()

    @classmethod
    def load(cls, paths: Sequence[Path]) -> SiteData:
        """Read the folders of jobs, and tables that were exported or imported, whose trials then have no pages.

        Raises:
            UserError: A path is neither.
        """
        results = load(paths)
        jobs = name_jobs([path for path in paths if path.is_dir()])
        rows = tuple(to_rows(results.table))
        problems = tuple(ReadProblem(_relative(problem.where, jobs), problem.text) for problem in results.problems)
        if any(row.score is not None for row in rows) or all(row.dec_bench_score is None for row in rows):
            return cls(rows, problems, jobs)
        return cls(tuple(replace(row, score=row.dec_bench_score) for row in rows), problems, jobs, (_FOREIGN_SCORE,))

    @cached_property
    def ranked(self) -> TrialTable:
        """What agents are judged by: all trials but those of agents that are there to prove the tasks.

        Jobs go by their labels.
        """
        judged = (replace(row, job=self.job_label(row)) for row in self.rows if not is_probe(row.agent))
        return TrialTable(to_table(judged), self.problems)

    @cached_property
    def agents(self) -> tuple[str, ...]:
        """Every agent, those that prove tasks last."""
        return tuple(sorted({row.agent for row in self.rows}, key=lambda agent: (is_probe(agent), agent)))

    @cached_property
    def by_task(self) -> dict[str, tuple[Row, ...]]:
        """The rows of each task, tasks sorted by name."""
        found: dict[str, list[Row]] = {}
        for row in self.rows:
            found.setdefault(row.task, []).append(row)
        return {task: tuple(found[task]) for task in sorted(found)}

    @cached_property
    def _tasks(self) -> Tasks:
        return Tasks()

    def job(self, row: Row) -> Job | None:
        """Return the job of a trial; None if the trial was imported and has no folder."""
        return self.jobs.get(row.job)

    def job_label(self, row: Row) -> str:
        """Return what the job of a trial is called."""
        job = self.job(row)
        return job.label if job else Path(row.job).name

    def place(self, row: Row) -> str | None:
        """Return where a trial's page stands; None if it has none."""
        job = self.job(row)
        return None if job is None else _places.trial_page(job.label, row.trial)

    def task(self, ref: str) -> Task | None:
        """Return a task as it is on disk today; None if its folder has gone."""
        found = (self._tasks.find(job.task_folder(ref)) for row in self.by_task[ref][:1] if (job := self.job(row)))
        return next(found, None)


def is_probe(agent: str) -> bool:
    """Whether an agent is there to prove tasks and is not judged: an alternative, a wrong solution or an attack."""
    return agent.startswith(_PROBES)


def _relative(where: str, jobs: dict[str, Job]) -> str:
    """Name a place by its job: the machine's own folders are nobody's business."""
    for path, job in jobs.items():
        if where == path or where.startswith(f"{path}/"):
            return where.replace(path, job.label, 1)
    return where
