"""Decides whether a trial runs again, counts or is excluded after a fault that ended an attempt.

A trial counts unless evidence that the agent could not have forged shows a fault that it could not have caused. After
any fault, the trial is attempted once more. If a fault after the agent's start repeats, the trial counts, unless the
host's own measurements explain the fault.
"""

from __future__ import annotations

import traceback
from datetime import UTC, datetime
from enum import Enum, auto
from pathlib import Path
from typing import NamedTuple

from headwater.errors import HeadwaterError
from headwater.records import TrialFault
from headwater.trials._host import HostWatch
from headwater.trials._write import write_atomically
from headwater.untrusted import one_line

_TIMES = 2
_LONGEST_REASON = 600
_LONGEST_TRACE = 64 << 10


class Consequence(Enum):
    """The consequence of a fault."""

    AGAIN = auto()
    """The trial is run again."""
    COUNTS = auto()
    """The trial counts in its present state."""
    EXCLUDED = auto()
    """The trial is an ``infra_error``."""


class Faulted(NamedTuple):
    """Sent when a fault has ended an attempt of a trial.

    Attributes:
        reason: The fault, on one line.
        is_last: False if the trial will run again.
    """

    reason: str
    is_last: bool

    def __str__(self) -> str:
        """Say what happened, and what happens next."""
        then = "this was the last attempt" if self.is_last else "it is run again"
        return f"a fault ends the attempt, {then}: {self.reason}"


class Faults:
    """The faults in all attempts of one trial."""

    def __init__(self) -> None:
        self.records: list[TrialFault] = []
        self._traces: list[str] = []

    @property
    def agent_had_one(self) -> bool:
        """Return whether the agent may have caused any earlier fault."""
        return any(_may_be_the_agents(fault) for fault in self.records)

    def note(self, error: Exception, host: HostWatch, *, after_start: bool) -> Consequence:
        """Record a fault and return its consequence. The measurement of the host takes one second.

        Raises:
            NoRoomError: A file system is full, and this trial did not fill it.
        """
        evidence = host.measure()
        host.require_room(evidence)
        fault = TrialFault(at=datetime.now(UTC), after_start=after_start, reason=describe(error), host=evidence)
        self.records.append(fault)
        self.mention(error, f"{'after' if after_start else 'before'} the agent's start")
        # A fault that cannot be the agent's does not use up its second attempt, and vice versa.
        similar = [each for each in self.records if _may_be_the_agents(each) is _may_be_the_agents(fault)]
        if len(similar) < _TIMES:
            return Consequence.AGAIN
        return Consequence.COUNTS if _may_be_the_agents(fault) else Consequence.EXCLUDED

    def mention(self, error: Exception, when: str) -> None:
        """Store the traceback of an error that does not affect the verdict."""
        trace = "".join(traceback.format_exception(error))
        self._traces.append(f"{datetime.now(UTC).isoformat()} {when}\n{trace[-_LONGEST_TRACE:]}\n")

    @property
    def reason(self) -> str:
        """The last fault on one line, with an explanation from the host's measurements if there is one."""
        last = self.records[-1]
        return f"{last.reason}; {last.host.explains}" if last.host.explains else last.reason

    def write(self, path: Path) -> None:
        """Write the tracebacks of all faults to a file, if there are any."""
        if self._traces:
            write_atomically(path, "\n".join(self._traces))


def describe(error: Exception) -> str:
    """Return one printable line that describes an error."""
    text = one_line(str(error)) or "no message"
    return (text if isinstance(error, HeadwaterError) else f"{type(error).__name__}: {text}")[:_LONGEST_REASON]


def _may_be_the_agents(fault: TrialFault) -> bool:
    return fault.after_start and not fault.host.explains
