"""The executor from docs/executors.md, as a wheel."""

from __future__ import annotations

from pathlib import Path

from tests import wheels

NAME = "headwater_processes"


def install(folder: Path) -> Path:
    """Build the wheel, and return the folder of the installed package."""
    module = wheels.block("executors.md", "python", f"# {NAME}.py")
    entry_points = wheels.block("executors.md", "toml", "headwater.executors")
    return wheels.install(folder, "headwater-processes", {f"{NAME}.py": module}, entry_points)
