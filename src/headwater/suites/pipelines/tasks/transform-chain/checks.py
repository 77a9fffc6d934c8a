"""Check that events, visits and days in ClickHouse match the payloads in Postgres, whenever the payloads arrive."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
