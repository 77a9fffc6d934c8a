"""Checks of cross-system-reconciliation: three systems that disagree, a report that says how, and a repair.

What should be found is always recomputed from the rows and messages of the state itself (``_truth.py``). Runs
happen in copies, by scenario (``_scenarios.py`` and ``_volume.py``), and several checks look at each.
"""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
