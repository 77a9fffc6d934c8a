"""Checks of derived-composite-metrics: each figure follows its definition, even if the past changes."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
