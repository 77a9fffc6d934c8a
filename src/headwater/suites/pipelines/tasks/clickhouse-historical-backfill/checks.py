"""Checks for clickhouse-historical-backfill: each event is stored once, and invoiced totals do not change."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
