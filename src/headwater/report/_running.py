"""Jobs that are at work: what can be seen of them from outside, by reading their folders and nothing else."""

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
from headwater.report._jobs import Job
from headwater.trials import TrialPaths

_LOCKS = Path("/proc/locks")


@dataclass(frozen=True)
class Running:
    """A trial that has begun and not ended.

    Attributes:
        phase: What it does now.
        since: When it began.
        spent: What its gateway has counted so far; None without a model.
    """

    spec: TrialSpec
    phase: str
    since: datetime
    spent: GatewayOutcome | None

    @property
    def seconds(self) -> float:
        """How long it has been running."""
        return (datetime.now(UTC) - self.since).total_seconds()


@dataclass(frozen=True)
class JobState:
    """How far a job is.

    Attributes:
        is_held: Whether a Headwater process works on it now.
    """

    job: Job
    total: int
    finished: int
    running: tuple[Running, ...]
    is_held: bool

    @property
    def word(self) -> str:
        """The state in a word."""
        if self.finished == self.total:
            return "finished"
        return "running" if self.is_held else "interrupted"

    @property
    def waiting(self) -> int:
        """Trials that have not begun."""
        return self.total - self.finished - len(self.running)


def state_of(job: Job) -> JobState:
    """Return how far a job is.

    Raises:
        UserError: It is no job any more.
    """
    names = _names(job.folder.folder / "trials")
    specs = job.config.trials
    held = _is_held(job.folder.folder / ".lock")
    running = tuple(_running(job, spec) for spec in specs if f".{spec.id}.partial" in names) if held else ()
    return JobState(job, len(specs), sum(spec.id in names for spec in specs), running, held)


def find_running(job: Job, trial: str) -> Running | None:
    """Return a trial of a job that is at work, or None if it is not."""
    spec = next((spec for spec in job.config.trials if spec.id == trial), None)
    return _running(job, spec) if spec and partial_paths(job, trial).folder.is_dir() else None


def partial_paths(job: Job, trial: str) -> TrialPaths:
    """Where an unfinished trial is."""
    return TrialPaths(job.folder.folder, trial, partial=True)


def running_trace(job: Job, trial: str) -> str:
    """Return the trajectory of a running trial so far, as JSON; with a sentence in it where there is none yet."""
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


def _running(job: Job, spec: TrialSpec) -> Running:
    paths = partial_paths(job, spec.id)
    try:
        began = paths.folder.stat().st_ctime
    except OSError:  # it ended meanwhile
        began = datetime.now(UTC).timestamp()
    started = min([began, *_birth(paths)])
    return Running(spec, _phase(paths), datetime.fromtimestamp(started, UTC), _spent(paths))


def _birth(paths: TrialPaths) -> Iterator[float]:
    """The folder's own time changes with each entry; the state's folder is made at the start."""
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
    except UserError:  # gone meanwhile, or damaged, which the trial's own page says
        return None


def _is_held(lock: Path) -> bool:
    """Whether a process holds the job's lock. The kernel's list is read: taking the lock to see would disturb."""
    try:
        inode = lock.stat().st_ino
        held = _LOCKS.read_text()
    except OSError:
        return False
    return any(line.split()[5].rpartition(":")[2] == str(inode) for line in held.splitlines() if ": FLOCK" in line)
