"""Checks for cdc-postgres-to-redpanda: each change to a post is sent completely and in order, at a low cost."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
