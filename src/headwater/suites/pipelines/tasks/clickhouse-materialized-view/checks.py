"""Checks for clickhouse-materialized-view: the figures per video, which determine payments, are right."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
