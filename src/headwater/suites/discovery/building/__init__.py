"""Builds tasks from accepted questions and their communities' data, and proves that each task is sound."""

from headwater.suites.discovery.building import _texts as texts
from headwater.suites.discovery.building._build import BuildResult, build_tasks, open_tooling
from headwater.suites.discovery.building._folders import replace_tasks, tasks_folder
from headwater.suites.discovery.building._laboratory import Laboratory, laboratory_config, open_laboratory
from headwater.suites.discovery.building._programs import Run
from headwater.suites.discovery.building._prove import prove_answer
from headwater.suites.discovery.building._tasks import SUITE, TOOLCHAIN
from headwater.suites.discovery.building._unproven import write_unproven

__all__ = [
    "SUITE",
    "TOOLCHAIN",
    "BuildResult",
    "Laboratory",
    "Run",
    "build_tasks",
    "laboratory_config",
    "open_laboratory",
    "open_tooling",
    "prove_answer",
    "replace_tasks",
    "tasks_folder",
    "texts",
    "write_unproven",
]
