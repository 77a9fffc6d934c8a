"""Checks for zero-downtime-migration: orders get whole minor units while two releases of the app use them."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
