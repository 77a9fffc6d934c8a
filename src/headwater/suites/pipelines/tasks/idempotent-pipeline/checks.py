"""Checks for idempotent-pipeline: the orders are right, even after failed, repeated and concurrent runs."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
