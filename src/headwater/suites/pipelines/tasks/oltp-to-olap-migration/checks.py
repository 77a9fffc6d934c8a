"""Check that ClickHouse has each sale of Postgres once, at any moment, and that reports have the same answers."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
