"""Checks for time-grain-rollups: local hours, days and months are right, despite late corrections."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
