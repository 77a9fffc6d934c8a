"""Defines the resource limits of one side of a trial: the agent or the services."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ResourceLimits:
    """Limits for a process and all its children together."""

    memory_mb: int = 4096
    cpus: float = 2.0
    processes: int = 512
    disk_mb: int = 2048


SERVICE_LIMITS = ResourceLimits(memory_mb=6144, cpus=64.0, processes=2048, disk_mb=8192)
"""The limits are generous, because an agent's query must not kill an engine, but they still protect the machine."""
