"""Checks for consumer-lag-fix: the consumer keeps up, and the stored events yield the right invoices."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
