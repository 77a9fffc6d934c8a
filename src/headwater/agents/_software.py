"""Where agents' software comes from: the locks beside this file."""

from __future__ import annotations

import platform
from pathlib import Path

from headwater.layers import NodeLayer, PythonLayer

_LOCKS = Path(__file__).with_name("locks")
_MACHINES = {"x86_64": "x64", "aarch64": "arm64"}


def from_npm(name: str, node_major: int = 0, programs: tuple[str, ...] = ()) -> NodeLayer:
    """The npm packages of an agent, which is native or runs on node of that version or a later one."""
    return NodeLayer("agent", name, _LOCKS / name, node_major, programs)


def from_pypi(name: str, python: str | None = None) -> PythonLayer:
    """The Python packages of an agent, for Headwater's own interpreter or for another."""
    if python is None:
        return PythonLayer("agent", name, _LOCKS / name)
    return PythonLayer("agent", name, _LOCKS / name, python)


def npm_machine() -> str:
    """What npm packages call this kind of machine."""
    return _MACHINES.get(platform.machine(), platform.machine())
