"""Checks for slow-queries: answers stay right and read few rows while events arrive and people are erased."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
