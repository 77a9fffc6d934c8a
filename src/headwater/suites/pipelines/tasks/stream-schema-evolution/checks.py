"""Checks of stream-schema-evolution: every order arrives once, as it should have been, and numbers mean one schema."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
