"""Checks for clickhouse-live-schema-migration: events and figures get regions while clients write and read."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
