"""Checks of time-grain-rollups: hours, days and months by the clocks of their cities, whatever comes later."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
