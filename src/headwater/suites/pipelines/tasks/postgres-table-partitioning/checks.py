"""Checks of postgres-table-partitioning: the same activity, in months that come and go."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
