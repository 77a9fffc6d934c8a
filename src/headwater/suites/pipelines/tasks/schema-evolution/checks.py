"""Checks for schema-evolution: two databases get a new column while all clients keep working."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
