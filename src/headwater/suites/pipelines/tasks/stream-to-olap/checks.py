"""Checks for stream-to-olap: every reading is stored once and every invalid message is kept, despite failures."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
