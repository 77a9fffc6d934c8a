"""Checks of postgres-readiness-race: a start that is quicker than its database, and one that waits in vain."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
