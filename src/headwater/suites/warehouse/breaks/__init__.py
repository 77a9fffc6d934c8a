"""Generates breaks: faults in the company's project, each of which becomes a task after it is proven."""

from __future__ import annotations

from headwater.suites.warehouse.breaks._break import AlternativeFix, Break, Edit, Mask, Operator, Scope
from headwater.suites.warehouse.breaks._floor import Sighting, sightings
from headwater.suites.warehouse.breaks._generate import Report, build_tasks, compare_with_dbt, explain, tasks_folder
from headwater.suites.warehouse.breaks._prompts import Difficulty
from headwater.suites.warehouse.breaks._read import apply_edits, read_break, read_breaks

__all__ = [
    "AlternativeFix",
    "Break",
    "Difficulty",
    "Edit",
    "Mask",
    "Operator",
    "Report",
    "Scope",
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
