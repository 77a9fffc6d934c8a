"""Checks of analytics-api-concurrency: own figures for everybody, and a database that is not flooded."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
