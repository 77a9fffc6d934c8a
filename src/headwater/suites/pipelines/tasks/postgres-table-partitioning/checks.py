"""Checks of postgres-table-partitioning: the same activity is kept, in monthly partitions that come and go."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
