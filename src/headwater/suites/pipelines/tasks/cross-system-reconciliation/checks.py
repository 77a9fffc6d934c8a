"""Checks for cross-system-reconciliation: a program reports and repairs the differences between three systems.

The expected results are recomputed from the state's own rows and messages (``_truth.py``). Each scenario runs the
program in a copy (``_scenarios.py``, ``_disturbed.py`` and ``_volume.py``), and several checks share its results.
"""

from _correct import *
from _disturbed import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
