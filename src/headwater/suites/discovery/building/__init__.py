"""From communities of data sets and accepted questions to tasks that prove themselves."""

from headwater.suites.discovery.building._build import Built, build_tasks, tasks_folder
from headwater.suites.discovery.building._tasks import SUITE

__all__ = ["SUITE", "Built", "build_tasks", "tasks_folder"]
