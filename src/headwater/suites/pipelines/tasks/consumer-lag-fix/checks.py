"""Checks of consumer-lag-fix: a consumer that keeps up, and invoices from what it stores."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
