"""Checks for full-pipeline-debug: the topic and ClickHouse have the parcels of Postgres, and keep them."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
