"""Checks of schema-evolution: a new column in two databases, while everybody works and nobody notices."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
