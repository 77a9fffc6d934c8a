"""Checks for postgres-table-partitioning: activity is preserved in monthly partitions, which a job maintains."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
