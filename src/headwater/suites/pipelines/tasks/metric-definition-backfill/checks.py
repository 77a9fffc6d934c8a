"""Checks of metric-definition-backfill: figures by their definition, once each, whatever happens around the job."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
