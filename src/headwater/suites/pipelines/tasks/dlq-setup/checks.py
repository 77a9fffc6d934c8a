"""Checks of dlq-setup: broken messages are put aside whole, and nothing else is."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
