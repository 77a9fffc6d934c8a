"""From the folders of jobs to rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from headwater.errors import UserError
from headwater.jobs import JobFolder
from headwater.records import JobConfig, TaskConfig, TrialSpec
from headwater.results._problems import Problem
from headwater.results._row import Row, make_row, require_possible
from headwater.tasks import read_config

_REASON = 200
"""Characters of what is wrong with a record."""


@dataclass(frozen=True)
class Read:
    """The rows of jobs, and what keeps further trials out of them."""

    rows: tuple[Row, ...]
    problems: tuple[Problem, ...]


def read_jobs(folders: Sequence[Path]) -> Read:
    """Read the trials of jobs, in the jobs' order.

    A record that is damaged or of another version, and trials that have none yet, are listed as problems. A trial
    that is reached twice, because its job is named twice or was copied, counts once.

    Raises:
        UserError: A folder is no job, or one of a version that is not understood.
    """
    rows: dict[object, Row] = {}
    problems: list[Problem] = []
    for folder in folders:
        doubled = 0
        for found in _trials(JobFolder(folder)):
            if isinstance(found, Problem):
                problems.append(found)
                continue
            identity = (found.trial, found.started_at, found.task_digest, found.agent_digest)
            doubled += identity in rows
            rows.setdefault(identity, found)
        if doubled:
            problems.append(Problem(str(folder), f"{doubled} trials are in another job too, and are counted once"))
    return Read(tuple(rows.values()), tuple(problems))


def rows_of(job: JobFolder) -> list[Row]:
    """Return the finished trials of one job.

    Raises:
        UserError: A record is damaged; names the file.
    """
    tasks = _tasks(job.config())
    return [make_row(trial, str(job.folder), tasks.get(trial.record.spec.task)) for trial in job.finished()]


def _trials(job: JobFolder) -> Iterator[Row | Problem]:
    config = job.config()
    tasks = _tasks(config)
    missing = 0
    for spec in config.trials:
        if not job.is_finished(spec.id):
            missing += 1
            continue
        yield _trial(job, spec, tasks.get(spec.task))
    if missing:
        of = f"{missing} of {len(config.trials)} trials have no record yet"
        yield Problem(str(job.folder), f"{of}; `headwater resume {job.folder}` runs them")


def _trial(job: JobFolder, spec: TrialSpec, task: TaskConfig | None) -> Row | Problem:
    place = str(job.paths(spec.id).folder)
    try:
        finished = job.read(spec.id)
        if finished.record.spec != spec:
            return Problem(place, "holds the record of another trial; remove it and resume")
        row = make_row(finished, str(job.folder), task)
        require_possible(row)
    except UserError as error:
        where, _, text = str(error).partition(": ")
        return Problem(where, text)
    except (OSError, ValueError, ArithmeticError) as error:  # a file that is no file, a number that is none
        return Problem(place, f"cannot be read: {' '.join(str(error).split())[:_REASON]}; remove it and resume")
    return row


def _tasks(config: JobConfig) -> dict[str, TaskConfig]:
    """What the job's tasks say of themselves, of those that are still there and readable."""
    found = {}
    for ref, folder in config.tasks.items():
        try:
            found[ref] = read_config(Path(folder))
        except UserError:
            continue  # its tier and category stay unknown, and are so in the row
    return found
