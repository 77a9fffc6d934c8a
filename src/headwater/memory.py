"""An end to the memory of a process of ours that reads what an agent wrote."""

from __future__ import annotations

import resource
from pathlib import Path


def limit_memory(beyond: int) -> None:
    """Let this process take so many bytes beyond what it has; more is a ``MemoryError``.

    Only the soft limit is set, which programs that it starts may raise again: they have limits of their own.
    """
    lines = Path("/proc/self/status").read_text().splitlines()
    data = next(int(line.split()[1]) << 10 for line in lines if line.startswith("VmData:"))
    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
    soft = data + beyond
    resource.setrlimit(resource.RLIMIT_DATA, (soft if hard == resource.RLIM_INFINITY else min(soft, hard), hard))
