"""Checks for clickhouse-ttl-lifecycle: everything that is due is deleted, and nothing else."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
