"""Defines the environment of an agent's code, which is the same in the agent's run and in grading.

The code therefore cannot distinguish the two. Environment variables, limits and views may differ only in values that
differ between any two runs, and in the agent program's software, configuration and model address.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

from headwater.records import AgentLimits
from headwater.sandbox import DEADLINE, HOME, WORKSPACE, ResourceLimits, View


def agent_environment(limits: AgentLimits, tools: Mapping[str, str], services: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a program that starts now.

    Args:
        limits: The task's limits. Their time limit determines the deadline that the program is given.
        tools: The variables of the harness, of the egress proxy and of the agent's own program.
        services: The variables that give the addresses of the services.
    """
    deadline = datetime.now(UTC) + timedelta(seconds=limits.timeout_sec)
    own = {"HOME": HOME, "LANG": "C.UTF-8", "USER": "agent", DEADLINE: deadline.isoformat(timespec="seconds")}
    return {**own, **tools, **services}


def agent_limits(limits: AgentLimits) -> ResourceLimits:
    """Return the resource limits of the agent program."""
    return ResourceLimits(limits.memory_mb, limits.cpus, limits.processes, limits.disk_mb)


def agent_view(mounts: Mapping[str, Path], workspace: Path, home: Mapping[str, Path] | None = None) -> View:
    """Return the file system view of the agent program, with any folders in its home."""
    return View(read_only=mounts, writable={WORKSPACE: workspace, **(home or {})}, workdir=WORKSPACE)
