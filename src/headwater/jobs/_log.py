"""Logs a job's events to ``job.log`` in its folder and to the loggers ``headwater.jobs`` and ``headwater.trials``.

The file always contains the records of level INFO and above. A program that runs jobs receives these records, and
those of level DEBUG, through the standard ``logging`` module: it sets the level of the logger ``headwater`` and
attaches a handler. Records have the attributes ``job`` (the job's folder) and ``trial`` (the trial's id or None).
"""

from __future__ import annotations

import logging
import os
import re
import sys
import time
from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any

from headwater.grading import CheckStarted
from headwater.jobs._progress import Progress, Relay
from headwater.plurals import counted
from headwater.records import CheckRecord, JobConfig, Status, TrialSpec
from headwater.sandbox import CancelledError
from headwater.trials import AgentStarted, Faulted, Finished, ModelUsed, Placed
from headwater.untrusted import one_line

NAME = "job.log"
_LONGEST = 1000
_SECRET = re.compile(r"key|token|secret|passw|credential", re.IGNORECASE)
"""Matches names of variables whose values must not be logged."""
# Shorter values, such as ``true`` or a number, also occur in ordinary text.
_SHORTEST_SECRET = 8
_OF_TRIAL = re.compile(
    rf"(?P<at>\S+ \S+)Z [A-Z]+ headwater\.trials: (?P<trial>\S+) "
    rf"((?P<begins>begins)|({'|'.join(Status)})[, ;].*; [a-z]+ \d+\.\d\d s.*)"
)
"""Matches the line about the start of a trial, or about its end with a record."""
_JOBS = logging.getLogger("headwater.jobs")
_TRIALS = logging.getLogger("headwater.trials")
logging.getLogger("headwater").addHandler(logging.NullHandler())  # a library prints nothing on its own


class LineFormatter(logging.Formatter):
    """Formats a record as one line: the time in UTC, the level, the logger and the message."""

    default_msec_format = "%s.%03dZ"

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")
        self.converter = time.gmtime

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as one line."""
        return one_line(super().format(record))


class JobLog:
    """Logs a job's events. Use it as a context manager around the job.

    Args:
        folder: The job's folder.
    """

    def __init__(self, folder: Path) -> None:
        self._job = str(folder)
        self._file = _LogFile(folder / NAME)
        self._secrets = [
            value for name, value in os.environ.items() if _SECRET.search(name) and len(value) >= _SHORTEST_SECRET
        ]

    def __enter__(self) -> JobLog:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if error is not None:
            self._log(_JOBS, logging.ERROR, f"the job ends: {_describe(error)}")
        self._file.close()

    @property
    def error(self) -> OSError | None:
        """The error that occurred while writing the file. None if there was none."""
        return self._file.error

    def starts(self, config: JobConfig, pending: int) -> None:
        """Log that the job begins or continues."""
        text = f"headwater {config.headwater_version} runs {pending} of {counted(len(set(config.trials)), 'trial')}, "
        at_once = f"{config.jobs} at once, " if config.jobs else ""
        self._log(_JOBS, logging.INFO, f"{text}{at_once}executor {config.executor}")

    def ends(self, *, interrupted: bool, remaining: int) -> None:
        """Log that the job ends."""
        ending = "is interrupted" if interrupted else "ends"
        self._log(_JOBS, logging.INFO, f"the job {ending} with {counted(remaining, 'trial')} to go")

    def message(self, text: str) -> None:
        """Log a message that is not about one trial."""
        self._log(_JOBS, logging.INFO, text)

    def begins(self, spec: TrialSpec) -> None:
        """Log that a trial begins, or waits in the pool of an executor until a machine has room for it."""
        self._log(_TRIALS, logging.INFO, "begins", spec)

    def event(self, spec: TrialSpec, event: Any) -> None:
        """Log an event of a trial."""
        level, text = _line(event)
        if text:
            self._log(_TRIALS, level, text, spec)

    def ended(self, spec: TrialSpec, future: Future[Finished]) -> None:
        """Log that a trial has ended, with a record or without one."""
        if future.cancelled() or isinstance(error := future.exception(), CancelledError):
            self._log(_TRIALS, logging.INFO, "is cancelled and leaves nothing", spec)
        elif error is None:
            finished = future.result()
            level = logging.INFO if finished.status.is_evidence else logging.WARNING
            self._log(_TRIALS, level, _summary(finished), spec)
        else:
            self._log(_TRIALS, logging.ERROR, f"has no record: {_describe(error)}", spec)

    def _log(self, logger: logging.Logger, level: int, text: str, spec: TrialSpec | None = None) -> None:
        """Write a record to the file, and to the logger if it is enabled for that level."""
        message = one_line(f"{spec.id} {text}" if spec else text)
        # Secrets are replaced before the text is truncated, because a truncated secret would not match.
        for secret in self._secrets:
            message = message.replace(secret, "[redacted]")
        extra = {"job": self._job, "trial": spec.id if spec else None}
        record = logger.makeRecord(logger.name, level, __file__, 0, message[:_LONGEST], (), None, extra=extra)
        if level >= logging.INFO:
            # The file does not depend on the program's configuration of the logger.
            self._file.handle(record)
        if logger.isEnabledFor(level):
            logger.handle(record)


@dataclass(frozen=True)
class LogTimes:
    """The end times of trials, and the delays of the driver.

    Attributes:
        ended: The time at which each trial ended, keyed by id, in seconds since the epoch. If a trial was run again,
            this is the time at which its last run ended.
        turnarounds: The seconds from the end of a trial to the start of the next one, if the next one was ready to
            start.
    """

    ended: Mapping[str, float]
    turnarounds: tuple[float, ...]


def read_times(folder: Path) -> LogTimes:
    """Read the times from a job's log. Lines that could not be written to a full disk are missing.

    Args:
        folder: The job's folder.
    """
    path = folder / NAME
    ended: dict[str, float] = {}
    turnarounds: list[float] = []
    free_at: float | None = None
    for line in path.read_text(errors="replace").splitlines() if path.exists() else ():
        if not (match := _OF_TRIAL.fullmatch(line)):
            continue
        at = datetime.fromisoformat(match["at"]).replace(tzinfo=UTC).timestamp()
        if not match["begins"]:
            ended[match["trial"]] = free_at = at
        elif free_at is not None:
            turnarounds.append(at - free_at)
            free_at = None
    return LogTimes(ended, tuple(turnarounds))


class _LogFile(logging.FileHandler):
    """A log file whose write errors, such as a full disk, do not end trials."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, encoding="utf-8", errors="replace", delay=True)
        self.setFormatter(LineFormatter())
        self.error: OSError | None = None

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the base's name
        """Store an OSError, which the driver reports later. Other errors are bugs and are raised."""
        error = sys.exc_info()[1]
        if not isinstance(error, OSError):
            super().handleError(record)
        else:
            self.error = self.error or error


class Logged(Relay):
    """Forwards messages and events, and logs them.

    Args:
        progress: The next receiver.
        log: The job's log.
    """

    def __init__(self, progress: Progress, log: JobLog) -> None:
        super().__init__(progress)
        self._log = log

    def message(self, text: str) -> None:
        """Log the message, and forward it."""
        self._log.message(text)
        super().message(text)

    def event(self, spec: TrialSpec, event: Any) -> None:
        """Log the event, and forward it."""
        self._log.event(spec, event)
        super().event(spec, event)


def _line(event: Any) -> tuple[int, str]:
    """Return the level and the text of a trial's event. The text is empty for events that are not logged."""
    match event:
        case str():
            return logging.INFO, event
        case Placed(machine):
            return logging.INFO, f"starts on node {machine}"
        case AgentStarted():
            return logging.INFO, "the agent starts"
        case Faulted():
            return logging.WARNING, str(event)
        case ModelUsed(totals):
            return logging.DEBUG, f"the model has used {totals.usage.total} tokens in {totals.turns} turns"
        case CheckStarted(gate, _, name):
            return logging.DEBUG, f"check {gate}/{name} starts"
        case CheckRecord():
            outcome = f"{event.outcome} in {event.duration_sec:.2f} s"
            return logging.DEBUG, f"check {event.gate}/{event.name} {outcome}: {event.message}"
        case _:
            return logging.DEBUG, ""


def _summary(finished: Finished) -> str:
    verdict = finished.verdict
    graded = f", {verdict.gates_cleared}/5 gates, score {verdict.score:.2f}" if verdict else ""
    reason = f" ({finished.reason})" if finished.reason else ""
    phases = ", ".join(f"{phase.name} {phase.seconds:.2f} s" for phase in finished.record.phases)
    return f"{finished.status}{graded}{reason}; {phases}"


def _describe(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"
