"""Checks of paginated-analytics-api: pages that fit together, cost little, and show what is so now."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
