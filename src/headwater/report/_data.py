"""Reads the data for all pages once: rows, problems, jobs, and the groups of rows that pages show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from headwater.analysis import TrialTable, load, to_rows, to_table
from headwater.report import _places
from headwater.report._jobs import ReportedJob, Tasks, name_jobs
from headwater.results import ReadProblem, Row
from headwater.tasks import Task

_FOREIGN_SCORE = "Scores are by DEC Bench's own formula, because no others are known for these trials."
_PROBES = ("alternative:", "counterfeit:", "attacker:")


@dataclass(frozen=True)
class SiteData:
    """The results that a site shows.

    Attributes:
        rows: One row per finished trial, in the order of the jobs.
        cautions: Caveats that apply to all figures, one sentence each.
        problems: What could not be read, with locations.
        jobs: The jobs, keyed by their paths as they appear in the rows.
    """

    rows: tuple[Row, ...]
    problems: tuple[ReadProblem, ...]
    jobs: dict[str, ReportedJob]
    cautions: tuple[str, ...] = ()

    @classmethod
    def load(cls, paths: Sequence[Path]) -> SiteData:
        """Read job folders and exported or imported tables. Trials in tables have no pages.

        Raises:
            UserError: A path is neither a job folder nor a table.
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
        """The trials that count for the ranking, which are all except those of agents that prove tasks.

        They contain the labels of their jobs instead of paths.
        """
        judged = (replace(row, job=self.job_label(row)) for row in self.rows if not is_probe(row.agent))
        return TrialTable(to_table(judged), self.problems)

    @cached_property
    def agents(self) -> tuple[str, ...]:
        """All agents, with agents that prove tasks last."""
        return tuple(sorted({row.agent for row in self.rows}, key=lambda agent: (is_probe(agent), agent)))

    @cached_property
    def by_task(self) -> dict[str, tuple[Row, ...]]:
        """The rows of each task, sorted by the task's name."""
        found: dict[str, list[Row]] = {}
        for row in self.rows:
            found.setdefault(row.task, []).append(row)
        return {task: tuple(found[task]) for task in sorted(found)}

    @cached_property
    def _tasks(self) -> Tasks:
        return Tasks()

    def job(self, row: Row) -> ReportedJob | None:
        """Return a trial's job, or None if the trial was imported and has no folder."""
        return self.jobs.get(row.job)

    def job_label(self, row: Row) -> str:
        """Return the label of a trial's job."""
        job = self.job(row)
        return job.label if job else Path(row.job).name

    def place(self, row: Row) -> str | None:
        """Return the path of a trial's page on the site, or None if the trial has no page."""
        job = self.job(row)
        return None if job is None else _places.trial_page(job.label, row.trial)

    def task(self, ref: str) -> Task | None:
        """Return a task in its current state on disk, or None if its folder no longer exists."""
        found = (self._tasks.find(job.task_folder(ref)) for row in self.by_task[ref][:1] if (job := self.job(row)))
        return next(found, None)


def is_probe(agent: str) -> bool:
    """Return whether an agent is not ranked because it proves tasks: an alternative, a counterfeit or an attacker."""
    return agent.startswith(_PROBES)


def _relative(where: str, jobs: dict[str, ReportedJob]) -> str:
    """Replace a job's path in a location with the job's label, so that the machine's folders are not published."""
    for path, job in jobs.items():
        if where == path or where.startswith(f"{path}/"):
            return where.replace(path, job.label, 1)
    return where
