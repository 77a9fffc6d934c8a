"""What a reader must know of a job before its figures."""

from __future__ import annotations

from headwater.records import JobConfig


def job_heading(config: JobConfig) -> list[str]:
    """Return what sets a job apart from one that was run without options, a line each; mostly none."""
    lines = []
    if config.timeout_sec is not None:
        lines.append(f"time limit: {config.timeout_sec:g} s for each agent (--timeout), not the tasks' own")
    return lines
