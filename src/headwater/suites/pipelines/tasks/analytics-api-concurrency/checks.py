"""Checks for analytics-api-concurrency: clients get their own figures, and ClickHouse gets few queries."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
