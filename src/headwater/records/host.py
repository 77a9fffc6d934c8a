"""Models faults that end an attempt of a trial, and measurements of the machine at that time."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import Field

from headwater.records._base import OneLine, Record


class DiskEvidence(Record):
    """The state of a file system to which trials write."""

    of: Literal["job", "home"] = Field(description="The job's folder, or HEADWATER_HOME where that is another one.")
    free_mib: int
    own_mib: int = Field(description="What the trial itself had written.")
    outside_mib: int = Field(description="How much less is free than at the attempt's start, beyond the trial's own.")


class HostEvidence(Record):
    """The state of the machine after a fault.

    It is measured after every process of the trial has ended, so that no agent can influence it.
    """

    measured_at: datetime
    disks: tuple[DiskEvidence, ...]
    memory_total_mib: int
    memory_available_mib: int
    memory_stalled_pct: float | None = Field(
        description="Share of one second in which every process waited for memory; None if the kernel does not say."
    )
    explains: OneLine = Field(default="", description="What of this explains the fault; empty if nothing does.")


class TrialFault(Record):
    """A fault that ended an attempt of a trial before it was graded."""

    at: datetime
    after_start: bool = Field(description="The agent had started, so it may be its doing.")
    reason: OneLine
    host: HostEvidence
