"""Describes a job's options, for the lines above its results."""

from __future__ import annotations

from pathlib import Path

from headwater.records import JobConfig


def job_heading(config: JobConfig) -> list[str]:
    """Return one line for each option that differs from its default."""
    lines = []
    if config.timeout_sec is not None:
        lines.append(f"time limit: {config.timeout_sec:g} s for each agent (--timeout), not the tasks' own")
    if config.failed_of is not None:
        first = Path(config.failed_of).name
        lines.append(f"trials that had not solved in {first}, run again (--failed-of): not to be pooled with it")
    return lines
