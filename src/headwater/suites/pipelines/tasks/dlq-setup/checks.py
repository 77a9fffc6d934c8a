"""Checks of dlq-setup: broken messages, and only those, are put aside whole."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
