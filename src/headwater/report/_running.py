"""Observes running jobs from outside, by reading their folders."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from headwater.errors import UserError
from headwater.gateway import read_outcome, read_wire_log
from headwater.records import GatewayOutcome, TrialSpec
from headwater.report._jobs import ReportedJob
from headwater.trials import TrialPaths

_LOCKS = Path("/proc/locks")


@dataclass(frozen=True)
class RunningTrial:
    """A trial that has begun and has not ended.

    Attributes:
        phase: The current phase.
        since: The time at which the trial began.
        spent: The usage that the trial's gateway has counted so far. None if the trial uses no model.
    """

    spec: TrialSpec
    phase: str
    since: datetime
    spent: GatewayOutcome | None

    @property
    def seconds(self) -> float:
        """The number of seconds since the trial began."""
        return (datetime.now(UTC) - self.since).total_seconds()


@dataclass(frozen=True)
class JobState:
    """The progress of a job.

    Attributes:
        is_held: Whether a Headwater process is working on the job now.
    """

    job: ReportedJob
    total: int
    finished: int
    running: tuple[RunningTrial, ...]
    is_held: bool

    @property
    def word(self) -> str:
        """The state of the job in one word."""
        if self.finished == self.total:
            return "finished"
        return "running" if self.is_held else "interrupted"

    @property
    def waiting(self) -> int:
        """The number of trials that have not begun."""
        return self.total - self.finished - len(self.running)


def state_of(job: ReportedJob) -> JobState:
    """Return the progress of a job.

    Raises:
        UserError: The folder is no longer a job.
    """
    names = _names(job.folder.folder / "trials")
    specs = job.config.trials
    is_held = _is_held(job.folder.folder / ".lock")
    running = tuple(_running(job, spec) for spec in specs if f".{spec.id}.partial" in names) if is_held else ()
    return JobState(job, len(specs), sum(spec.id in names for spec in specs), running, is_held)


def find_running(job: ReportedJob, trial: str) -> RunningTrial | None:
    """Return a job's running trial with this name, or None if the trial is not running."""
    spec = next((spec for spec in job.config.trials if spec.id == trial), None)
    return _running(job, spec) if spec and partial_paths(job, trial).folder.is_dir() else None


def partial_paths(job: ReportedJob, trial: str) -> TrialPaths:
    """Return the paths of an unfinished trial's files."""
    return TrialPaths(job.folder.folder, trial, partial=True)


def running_trace(job: ReportedJob, trial: str) -> str:
    """Return the current trajectory of a running trial as JSON, or an explanation if there is none yet."""
    from headwater.trajectories import AgentIdentity, build_trajectory

    spec = next(spec for spec in job.config.trials if spec.id == trial)
    try:
        log = read_wire_log(partial_paths(job, trial).wire_log)
        found = build_trajectory(log, AgentIdentity(name=spec.agent, version="running"), session_id=trial)
    except UserError as error:
        return json.dumps({"unreadable": error.what})
    return found.model_dump_json(exclude_none=True)


def _names(folder: Path) -> set[str]:
    try:
        return set(os.listdir(folder))  # noqa: PTH208 - names are enough, of ten thousand trials
    except OSError:  # no trial has begun
        return set()


def _running(job: ReportedJob, spec: TrialSpec) -> RunningTrial:
    paths = partial_paths(job, spec.id)
    try:
        began = paths.folder.stat().st_ctime
    except OSError:  # the trial ended meanwhile
        began = datetime.now(UTC).timestamp()
    started = min([began, *_birth(paths)])
    return RunningTrial(spec, _phase(paths), datetime.fromtimestamp(started, UTC), _spent(paths))


def _birth(paths: TrialPaths) -> Iterator[float]:
    """Yield times that are close to the start of a trial.

    They are the times of early subfolders, because the time of the trial's folder changes with each new entry.
    """
    for path in (paths.state, paths.service_logs):
        try:
            yield path.stat().st_mtime
        except OSError:
            continue


def _phase(paths: TrialPaths) -> str:
    if paths.scratch.exists() or paths.verdicts.exists():
        return "grading"
    if paths.agent_log.exists():
        return "agent works"
    if paths.service_logs.exists():
        return "services start"
    return "starting state"


def _spent(paths: TrialPaths) -> GatewayOutcome | None:
    if not paths.wire_log.is_file():
        return None
    try:
        return read_outcome(paths.wire_log)
    except UserError:  # the trial no longer exists, or it is damaged and its page reports this
        return None


def _is_held(lock: Path) -> bool:
    """Return whether a process holds the job's lock.

    This reads the kernel's list of locks, because trying to take the lock would disturb the job.
    """
    try:
        inode = lock.stat().st_ino
        lock_table = _LOCKS.read_text()
    except OSError:
        return False
    return any(
        line.split()[5].rpartition(":")[2] == str(inode) for line in lock_table.splitlines() if ": FLOCK" in line
    )
