"""Checks of idempotent-pipeline: the orders are right, whatever happened to earlier runs."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
