"""The entry point of a cell that runs programs. It imports no module that starts threads."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

from headwater.sandbox import Emit


def run_in_cell_pickled(emit: Emit, plan: bytes, scratch: Path) -> Any:  # noqa: ARG001 - every function in a cell gets it
    """Run a pickled plan, and return the pickled results."""
    from headwater.suites.discovery.building._programs import run_programs

    return pickle.dumps(run_programs(pickle.loads(plan), scratch))  # noqa: S301 - of this very program
