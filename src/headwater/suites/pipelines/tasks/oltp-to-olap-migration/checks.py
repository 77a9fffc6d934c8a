"""Checks for oltp-to-olap-migration: ClickHouse always has each sale once, and reports return the same results."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
