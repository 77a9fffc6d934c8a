"""Checks of topic-misconfiguration: a topic as it was agreed on, and the last change of each photo in the search."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
