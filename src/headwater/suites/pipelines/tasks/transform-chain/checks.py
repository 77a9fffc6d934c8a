"""Check that events, visits and days in ClickHouse follow from the payloads in Postgres, whenever these arrive."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
