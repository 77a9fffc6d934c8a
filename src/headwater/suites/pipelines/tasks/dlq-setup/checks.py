"""Checks for dlq-setup: exactly the broken messages go to the dead letter topic, unchanged."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
