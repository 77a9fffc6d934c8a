"""Checks of clickhouse-materialized-view: the numbers of videos by which creators are paid are right."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
