"""Limits the memory of a process that reads agent output."""

from __future__ import annotations

import resource
from pathlib import Path


def limit_memory(beyond: int) -> None:
    """Limit this process to this many bytes beyond its present size. Exceeding the limit raises ``MemoryError``.

    Only the soft limit is set. Programs that the process starts may raise it again, because they have their own limits.
    """
    lines = Path("/proc/self/status").read_text().splitlines()
    data = next(int(line.split()[1]) << 10 for line in lines if line.startswith("VmData:"))
    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
    soft = data + beyond
    resource.setrlimit(resource.RLIMIT_DATA, (soft if hard == resource.RLIM_INFINITY else min(soft, hard), hard))
