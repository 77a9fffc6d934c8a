"""What code of an agent's finds around it: the same in its own run and in grading, so that it cannot tell them apart.

Both make the environment, the limits and the view here. What differs are values that differ from run to run anyway, and
what belongs to the agent's program itself: its software, its configuration and its model's address.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

from headwater.records import AgentLimits
from headwater.sandbox import DEADLINE, HOME, WORKSPACE, Limits, View


def agent_environment(limits: AgentLimits, tools: Mapping[str, str], services: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a program that starts now.

    Args:
        limits: Of the task: its time is over at the deadline that the program is given.
        tools: The variables of the harness, of the way out and of the agent's own program.
        services: Where the services are.
    """
    deadline = datetime.now(UTC) + timedelta(seconds=limits.timeout_sec)
    own = {"HOME": HOME, "LANG": "C.UTF-8", "USER": "agent", DEADLINE: deadline.isoformat(timespec="seconds")}
    return {**own, **tools, **services}


def agent_limits(limits: AgentLimits) -> Limits:
    """Return what the program may use."""
    return Limits(limits.memory_mb, limits.cpus, limits.processes, limits.disk_mb)


def agent_view(mounts: Mapping[str, Path], workspace: Path, home: Mapping[str, Path] | None = None) -> View:
    """Return what the program sees, with folders in its home if its program needs some."""
    return View(read_only=mounts, writable={WORKSPACE: workspace, **(home or {})}, workdir=WORKSPACE)
