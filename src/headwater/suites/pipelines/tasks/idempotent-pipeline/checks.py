"""Checks of idempotent-pipeline: orders as they are now, whatever happened to the runs before."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
