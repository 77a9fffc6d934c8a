"""The leak scan: every byte that a trial can read is searched for what reveals the solution of its task.

`revealing` says what that is, `scan_start` searches a starting state for it, and `unexplained` leaves out what the task
allows with a reason. See docs/leaks.md.
"""

from headwater.leaks._needles import changed_places
from headwater.leaks._scan import Found, Plan, Report, scan_software, scan_start
from headwater.leaks._task import Revealing, revealing, unexplained
from headwater.leaks._tokens import Stream

__all__ = [
    "Found",
    "Plan",
    "Report",
    "Revealing",
    "Stream",
    "changed_places",
    "revealing",
    "scan_software",
    "scan_start",
    "unexplained",
]
