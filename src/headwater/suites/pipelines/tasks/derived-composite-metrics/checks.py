"""Checks of derived-composite-metrics: each figure as it is defined, also when the past changes."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
