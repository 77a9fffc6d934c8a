"""Checks for derived-composite-metrics: each metric follows its definition, even if past days change."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
