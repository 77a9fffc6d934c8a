"""Generates breaks: faults in the company's project. A task is created from a break after tests confirm its effects."""

from __future__ import annotations

from headwater.suites.warehouse.breaks._break import AlternativeFix, Break, Edit, FaultScope, Mask, Operator
from headwater.suites.warehouse.breaks._floor import Sighting, sightings
from headwater.suites.warehouse.breaks._generate import (
    BreakReport,
    build_tasks,
    compare_with_dbt,
    explain,
    tasks_folder,
)
from headwater.suites.warehouse.breaks._prompts import BreakDifficulty
from headwater.suites.warehouse.breaks._read import apply_edits, read_break, read_breaks

__all__ = [
    "AlternativeFix",
    "Break",
    "BreakDifficulty",
    "BreakReport",
    "Edit",
    "FaultScope",
    "Mask",
    "Operator",
    "Sighting",
    "apply_edits",
    "build_tasks",
    "compare_with_dbt",
    "explain",
    "read_break",
    "read_breaks",
    "sightings",
    "tasks_folder",
]
