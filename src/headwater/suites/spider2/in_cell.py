"""Defines the entry point of the cell that builds a reference solution.

A cell imports the function that it runs and then creates its namespaces, which is possible only while the process has
one thread. Engines and numeric libraries start threads when they are imported, so this module imports none of them.
"""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

from headwater.sandbox import Emit


def try_in_cell(emit: Emit, plan: bytes, scratch: Path) -> Any:  # noqa: ARG001 - every function in a cell is given it
    """Run a pickled plan, and return its pickled results."""
    from headwater.suites.spider2.build._learn import learn

    return pickle.dumps(learn(pickle.loads(plan), scratch))  # noqa: S301 - of this very program
