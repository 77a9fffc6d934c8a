"""Checks for ingest-to-api: the pages always reflect the committed data in Postgres."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
