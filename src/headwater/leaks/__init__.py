"""Implements the leak scan, which searches every byte that a trial can read for anything that reveals the solution.

`revealing` returns the needles, `scan_start` searches a starting state for them, and `unexplained` removes the matches
that the task allows with a reason. See docs/leaks.md.
"""

from headwater.leaks._needles import changed_places
from headwater.leaks._scan import LeakMatch, ScanPlan, ScanReport, scan_software, scan_start
from headwater.leaks._task import Revealing, revealing, unexplained
from headwater.leaks._tokens import Stream

__all__ = [
    "LeakMatch",
    "Revealing",
    "ScanPlan",
    "ScanReport",
    "Stream",
    "changed_places",
    "revealing",
    "scan_software",
    "scan_start",
    "unexplained",
]
