"""Where programs of questions are tried: a sandbox like that of a trial, with the data of their community."""

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
from headwater.suites.discovery.building._programs import Plan, Ran, Run
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
"""What a sandbox is opened with: nothing of a question matters there but its data."""


@dataclass(frozen=True)
class Laboratory:
    """Where programs are tried.

    Attributes:
        home: Of caches.
        datasets: The data of the question's community.
        name: Of these data, below ``home``; has their digest.
    """

    home: Path
    datasets: Path
    name: str
    config: TaskConfig
    tooling: Tooling
    cancel: threading.Event | None = None

    def run(self, *runs: Run) -> list[Ran]:
        """Run programs in a cell."""
        return run_apart(Plan(self.config, self.tooling, runs), self.home, self.cancel)

    @contextmanager
    def scratch(self) -> Iterator[Path]:
        """Yield an empty folder for data that programs are run on."""
        self.home.mkdir(parents=True, exist_ok=True)
        folder = Path(tempfile.mkdtemp(prefix=".proving-", dir=self.home))
        folder.chmod(0o755)
        try:
            yield folder
        finally:
            remove_tree(folder)


def open_laboratory(home: Path, lake: Path, tooling: Tooling, cancel: threading.Event | None) -> Laboratory:
    """Return where programs are tried on the data of a lake, which is below ``home``."""
    data = f"{lake.relative_to(home).as_posix()}/{DATASETS}"
    config = TaskConfig.model_validate(_CONFIG | {"data": data})
    return Laboratory(home, lake / DATASETS, data, config, tooling, cancel)
