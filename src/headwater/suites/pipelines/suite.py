"""Declares the suite ``pipelines``, whose tasks are folders here, each with checks of its own."""

from __future__ import annotations

from pathlib import Path

from headwater.suites._suite import Suite


class Pipelines(Suite):
    """Small end-to-end jobs on Postgres, ClickHouse and Kafka."""

    name = "pipelines"
    summary = "Small end-to-end jobs on Postgres, ClickHouse and Kafka."
    extra = "pipelines"

    def tasks_folder(self, home: Path) -> Path:  # noqa: ARG002 - nothing of it is built
        """Return the folder of the tasks."""
        return Path(__file__).parent / "tasks"


SUITES = (Pipelines(),)
