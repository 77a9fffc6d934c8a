"""Reads job folders into rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from headwater.errors import DamagedError, UserError
from headwater.jobs import JobFolder, damaged
from headwater.plurals import counted
from headwater.records import JobConfig, TaskConfig
from headwater.results._problems import ReadProblem
from headwater.results._row import IDENTITY, Row, make_row, require_possible
from headwater.tasks import read_config
from headwater.trials import Finished


@dataclass(frozen=True)
class ReadRows:
    """The rows read from jobs, and the problems that caused trials to be omitted."""

    rows: tuple[Row, ...]
    problems: tuple[ReadProblem, ...]


def read_jobs(folders: Sequence[Path]) -> ReadRows:
    """Read the trials of several jobs, in the order of the jobs.

    A damaged record, a record of another version, and a trial without a record become problems. A trial that is found
    twice, because its job is named twice or was copied, counts once.

    Raises:
        UserError: A folder is not a job, or has an unknown version.
    """
    rows: dict[object, Row] = {}
    problems: list[ReadProblem] = []
    for folder in folders:
        doubled = 0
        job = JobFolder(folder)
        for found in (*_trials(job), *_missing(job)):
            if isinstance(found, ReadProblem):
                problems.append(found)
                continue
            identity = tuple(getattr(found, name) for name in IDENTITY)
            doubled += identity in rows
            rows.setdefault(identity, found)
        if doubled:
            problems.append(
                ReadProblem(str(folder), f"repeats {counted(doubled, 'trial')} of another job; each is counted once")
            )
    return ReadRows(tuple(rows.values()), tuple(problems))


def rows_of(job: JobFolder) -> ReadRows:
    """Return the finished trials of one job, and the problems of damaged ones."""
    found = list(_trials(job))
    rows = tuple(each for each in found if isinstance(each, Row))
    return ReadRows(rows, tuple(each for each in found if isinstance(each, ReadProblem)))


def _trials(job: JobFolder) -> Iterator[Row | ReadProblem]:
    config = job.config()
    tasks = _tasks(config)
    for trial in job.trials():
        yield _problem(trial) if isinstance(trial, DamagedError) else _row(trial, job, tasks, config.failed_of)


def _missing(job: JobFolder) -> Iterator[ReadProblem]:
    trials = set(job.config().trials)
    missing = sum(not job.paths(spec.id).folder.exists() for spec in trials)
    if missing:
        of = f"has no record yet of {missing} of {counted(len(trials), 'trial')}"
        yield ReadProblem(str(job.folder), f"{of}; `headwater resume {job.folder}` runs them")


def _row(trial: Finished, job: JobFolder, tasks: Mapping[str, TaskConfig], failed_of: str | None) -> Row | ReadProblem:
    spec = trial.record.spec
    try:
        row = make_row(trial, str(job.folder), tasks.get(spec.task), failed_of)
        require_possible(row)
    except UserError as error:
        return _problem(error)
    except (ValueError, ArithmeticError) as error:  # a value that is not a valid number
        return _problem(damaged(spec.id, job.paths(spec.id).folder, f"cannot be read: {error}"))
    return row


def _problem(error: UserError) -> ReadProblem:
    return ReadProblem(error.where, f"{error.what}; {error.fix}" if error.fix else error.what)


def _tasks(config: JobConfig) -> dict[str, TaskConfig]:
    """Return the configurations of the job's tasks that still exist and are readable."""
    found = {}
    for ref, folder in config.tasks.items():
        try:
            found[ref] = read_config(Path(folder))
        except UserError:
            continue  # the row's tier and category are then unknown
    return found
