"""Checks of quality-gate: every batch by the rules, in order, whatever networks send and however runs overlap."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
