"""Reads, lints, hashes and scaffolds task folders. Only files are processed, and no code of a task is imported."""

from headwater.tasks._checks import CheckName, check_functions
from headwater.tasks._digest import TaskDigests, digest_program, digest_task, digest_text
from headwater.tasks._lint import LintFinding, lint_task
from headwater.tasks._read import INSTRUCTIONS, Task, read_config, read_task, read_tasks, seeded_engine
from headwater.tasks._scaffold import scaffold_task
from headwater.tasks._solutions import Alternative, Counterfeit

__all__ = [
    "INSTRUCTIONS",
    "Alternative",
    "CheckName",
    "Counterfeit",
    "LintFinding",
    "Task",
    "TaskDigests",
    "check_functions",
    "digest_program",
    "digest_task",
    "digest_text",
    "lint_task",
    "read_config",
    "read_task",
    "read_tasks",
    "scaffold_task",
    "seeded_engine",
]
