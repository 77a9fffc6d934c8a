"""Checks of stream-to-olap: every reading once and every bad message accounted for, whatever goes wrong."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
