"""Checks of clickhouse-materialized-view: numbers of videos that creators are paid by."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
