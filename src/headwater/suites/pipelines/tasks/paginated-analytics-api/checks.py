"""Checks for paginated-analytics-api: pages have no gaps or repetitions, read few rows, and are current."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
