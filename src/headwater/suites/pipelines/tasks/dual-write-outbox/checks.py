"""Checks for dual-write-outbox: every committed change is one event, in order, and earlier faults are repaired once."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
