"""Check that the mart is exact, whenever records, plans and prices arrive, and that invoiced months stay the same."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
