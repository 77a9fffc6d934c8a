"""Checks for clickhouse-materialized-view: the video numbers that payments to creators use are right."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
