"""Check that everyone who is due is erased everywhere, that nobody else is, and that it stays so."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
