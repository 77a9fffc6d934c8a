"""The suite ``pipelines``: each folder in ``tasks`` is a task with its own checks."""

from __future__ import annotations

from pathlib import Path

from headwater.policy import Policy
from headwater.suites._suite import Suite


class Pipelines(Suite):
    """Small end-to-end jobs on Postgres, ClickHouse and Kafka."""

    name = "pipelines"
    summary = "Small end-to-end jobs on Postgres, ClickHouse and Kafka."
    extra = "pipelines"
    policy = Policy(alternatives=2, demands=True, prompt_words=(120, 200, 200))

    def tasks_folder(self, home: Path) -> Path:  # noqa: ARG002 - nothing of it is built
        """Return the folder that contains the tasks."""
        return Path(__file__).parent / "tasks"


SUITES = (Pipelines(),)
