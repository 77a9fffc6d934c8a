"""Checks for table-layout: the table has all rows with exact values, in a layout that suits the pages."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
