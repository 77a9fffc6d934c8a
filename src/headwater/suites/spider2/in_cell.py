"""Building a reference solution, as a cell begins it.

A cell makes its namespaces before it imports what it runs, which is possible only while it has one thread; engines and
number libraries start more as they are imported. So this module imports none.
"""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

from headwater.sandbox import Emit


def try_in_cell(emit: Emit, plan: bytes, scratch: Path) -> Any:  # noqa: ARG001 - every function in a cell is given it
    """Run a pickled plan, and return what was learned of it, pickled."""
    from headwater.suites.spider2.build._learn import learn

    return pickle.dumps(learn(pickle.loads(plan), scratch))  # noqa: S301 - of this very program
