"""Checks of clickhouse-live-schema-migration: regions for events and figures, while everybody writes and reads."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
