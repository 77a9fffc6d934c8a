"""Runs question programs in a sandbox like that of a trial, with the data of their community."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from headwater.grading import Tooling
from headwater.records import TaskConfig
from headwater.sandbox import remove_tree
from headwater.suites.discovery.building._apart import run_apart
from headwater.suites.discovery.building._programs import Run, RunPlan, RunResult
from headwater.suites.discovery.lake import DATASETS

_CONFIG = {
    "id": "laboratory",
    "title": "Programs of questions",
    "suite": "discovery",
    "tier": "tier-1",
    "category": "query-optimization",
    "competencies": ["transformation-and-semantic-modeling"],
    "starting_state": "greenfield",
}
"""The sandbox configuration, which is the same for every question, apart from the data."""


@dataclass(frozen=True)
class Laboratory:
    """Runs programs on one community's data.

    Attributes:
        home: The root folder of the caches.
        datasets: The data of the question's community.
        name: The name of this data below ``home``, which contains its digest.
    """

    home: Path
    datasets: Path
    name: str
    config: TaskConfig
    tooling: Tooling
    cancel: threading.Event | None = None

    def run(self, *runs: Run) -> list[RunResult]:
        """Run programs in a cell."""
        return run_apart(RunPlan(self.config, self.tooling, runs), self.home, self.cancel)

    @contextmanager
    def scratch(self) -> Iterator[Path]:
        """Yield an empty folder for the data of a program."""
        self.home.mkdir(parents=True, exist_ok=True)
        folder = Path(tempfile.mkdtemp(prefix=".proving-", dir=self.home))
        # The folder is private when it is created, but programs run as another user.
        folder.chmod(0o755)
        try:
            yield folder
        finally:
            remove_tree(folder)


def open_laboratory(home: Path, lake: Path, tooling: Tooling, cancel: threading.Event | None) -> Laboratory:
    """Return a laboratory for the data of a lake below ``home``."""
    data = f"{lake.relative_to(home).as_posix()}/{DATASETS}"
    return Laboratory(home, lake / DATASETS, data, laboratory_config(data), tooling, cancel)


def laboratory_config(data: str, **limits: float) -> TaskConfig:
    """Return the configuration of a sandbox with the given cached data and limits."""
    return TaskConfig.model_validate(_CONFIG | {"data": data, "agent": limits})
