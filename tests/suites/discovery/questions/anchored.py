"""Anchors with given slices."""

from __future__ import annotations

from headwater.suites.discovery.anchors import Anchor
from headwater.suites.discovery.anchors._operations import operations_of

READ = "import pandas as pd\nt = pd.read_csv('/data/tide_gauges/heights_2024.csv')\n"


def anchor(expression: str, *lines: str, shown: str = "12.35", value: float = 12.3456, read: str = READ) -> Anchor:
    """Return an anchor whose slice reads a table ``t``, runs these lines, and prints an expression."""
    program = "\n".join([read.rstrip(), *lines, f"print({expression})", ""])
    return Anchor(
        notebook="n",
        cell=3,
        shown=shown,
        value=value,
        expression=expression,
        slice=program,
        files=("tide_gauges/heights_2024.csv",),
        operations=operations_of(program),
    )
