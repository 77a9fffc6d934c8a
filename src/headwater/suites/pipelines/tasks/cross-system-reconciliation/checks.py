"""Checks of cross-system-reconciliation: a program reports and repairs the differences between three systems.

The expected results are recomputed from the rows and messages of the state itself (``_truth.py``). Runs
happen in copies, by scenario (``_scenarios.py`` and ``_volume.py``), and several checks share each scenario.
"""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
