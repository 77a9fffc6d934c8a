"""Check that the order snapshots are those of the shop's events, whatever arrives, and in which order."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
