"""Checks for metric-definition-backfill: each figure follows its definition and has exactly one row."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
