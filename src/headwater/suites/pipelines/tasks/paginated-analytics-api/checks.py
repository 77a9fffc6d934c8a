"""Checks of paginated-analytics-api: pages fit together, cost little, and show the current events."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
