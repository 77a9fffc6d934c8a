"""Check that the metrics in ClickHouse are those of finance in Postgres, whatever the loaders insert, and whenever."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
