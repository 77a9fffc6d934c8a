"""Checks of quality-gate: every batch is judged by the rules in the order of delivery, even if runs overlap."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
