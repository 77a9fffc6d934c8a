"""Checks of stream-to-olap: every reading is stored once and every bad message is kept, whatever goes wrong."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
