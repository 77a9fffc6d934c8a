"""Checks for ecommerce-pipeline-recovery: daily sales are right and stay right, and the status reports errors."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
