"""Installs agents' software from the lock files in this package."""

from __future__ import annotations

import platform
from pathlib import Path

from headwater.layers import NodeLayer, PythonLayer

_LOCKS = Path(__file__).with_name("locks")
_MACHINES = {"x86_64": "x64", "aarch64": "arm64"}


def from_npm(name: str, node_major: int = 0, programs: tuple[str, ...] = ()) -> NodeLayer:
    """Return an agent's npm packages. ``node_major`` is the lowest version of Node that it needs."""
    return NodeLayer("agent", name, _LOCKS / name, node_major, programs)


def from_pypi(name: str, python: str | None = None) -> PythonLayer:
    """Return an agent's Python packages, for Headwater's own interpreter or for the given one."""
    if python is None:
        return PythonLayer("agent", name, _LOCKS / name)
    return PythonLayer("agent", name, _LOCKS / name, python)


def npm_machine() -> str:
    """Return npm's name for this machine's architecture."""
    return _MACHINES.get(platform.machine(), platform.machine())
