"""Check that every order arrives once with the right values, and that each number means one schema."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
