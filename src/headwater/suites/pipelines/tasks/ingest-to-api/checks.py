"""Checks of ingest-to-api: what podcasters see is what is committed in Postgres, whatever changes there."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
