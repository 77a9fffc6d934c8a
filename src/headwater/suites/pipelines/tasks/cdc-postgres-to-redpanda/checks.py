"""Checks of cdc-postgres-to-redpanda: every change of a post, whole and in order, and nothing kept back."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
