"""Runs programs in a separate cell."""

from __future__ import annotations

import pickle
import tempfile
import threading
from pathlib import Path

from headwater.sandbox import remove_tree, run_in_cell
from headwater.suites.discovery.building._programs import RunPlan, RunResult
from headwater.suites.discovery.building.in_cell import run_in_cell_pickled

_CELL_SEC = 1800.0


def run_apart(plan: RunPlan, home: Path, cancel: threading.Event | None = None) -> list[RunResult]:
    """Run the programs of a plan in a cell, one after the other.

    Raises:
        CancelledError: ``cancel`` was set.
        SandboxError: This machine has no sandbox.
    """
    home.mkdir(parents=True, exist_ok=True)
    scratch = Path(tempfile.mkdtemp(prefix=".running-", dir=home))
    try:
        done = run_in_cell(run_in_cell_pickled, pickle.dumps(plan), scratch, cancel=cancel, timeout_sec=_CELL_SEC)
        ran: list[RunResult] = pickle.loads(done)  # noqa: S301 - of this very program
    finally:
        remove_tree(scratch)
    return ran
