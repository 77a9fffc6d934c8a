"""Checks of slow-queries: the same answers from a fraction of the rows, while events come and people go."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
