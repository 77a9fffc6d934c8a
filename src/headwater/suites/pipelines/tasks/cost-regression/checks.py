"""Check that nights and dashboards cost what the budget allows, and that all figures stay what they would have been."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
