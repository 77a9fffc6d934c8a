"""Checks of clickhouse-ttl-lifecycle: what is due is gone, and nothing else."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
