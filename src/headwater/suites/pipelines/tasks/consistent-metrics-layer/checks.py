"""Check that the metrics in ClickHouse equal those of finance in Postgres, whatever the loaders insert, and when."""

from _correct import *
from _functional import *
from _performant import *
from _production import *
from _robust import *
