"""Checks of table-layout: the same rows to the last digit, in a table that the pages can read."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
