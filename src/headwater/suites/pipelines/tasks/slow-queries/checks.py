"""Checks of slow-queries: answers stay the same and read few rows, while events come and people are erased."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
