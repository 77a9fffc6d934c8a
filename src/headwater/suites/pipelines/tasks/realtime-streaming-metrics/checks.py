"""Check that the minutes are those of the hosts' readings, whatever arrives, and in which order."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
