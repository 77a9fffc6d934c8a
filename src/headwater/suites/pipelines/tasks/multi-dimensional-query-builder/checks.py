"""Checks of multi-dimensional-query-builder: any report is what both databases say at the moment."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
