"""Checks for topic-misconfiguration: the topic matches its documents, and the search has each photo's last change."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
