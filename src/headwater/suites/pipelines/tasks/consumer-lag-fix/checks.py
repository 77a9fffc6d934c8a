"""Checks of consumer-lag-fix: the consumer keeps up, and invoices are right from what it stores."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
