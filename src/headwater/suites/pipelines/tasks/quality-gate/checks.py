"""Checks for quality-gate: every batch is judged by the rules, in delivery order, even if runs overlap."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
