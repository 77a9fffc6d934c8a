"""From communities of data sets and accepted questions to tasks that prove themselves."""

from headwater.suites.discovery.building._build import Built, build_tasks, open_tooling, tasks_folder
from headwater.suites.discovery.building._laboratory import Laboratory, open_laboratory
from headwater.suites.discovery.building._programs import Run
from headwater.suites.discovery.building._tasks import SUITE

__all__ = [
    "SUITE",
    "Built",
    "Laboratory",
    "Run",
    "build_tasks",
    "open_laboratory",
    "open_tooling",
    "tasks_folder",
]
