"""Checks for postgres-readiness-race: a start waits for a slow database, and retries only temporary errors."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
