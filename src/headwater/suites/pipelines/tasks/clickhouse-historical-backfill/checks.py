"""Checks of clickhouse-historical-backfill: each event once, and invoices that stay what they are."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
