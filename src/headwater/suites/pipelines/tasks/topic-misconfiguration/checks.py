"""Checks of topic-misconfiguration: the topic is as agreed, and the search has the last change of each photo."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
