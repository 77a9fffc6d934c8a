"""Reads data sources.

Each reader opens its source read-only and hardened, profiles a table in one pass, and limits queries.
"""

from headwater.context.engines._base import (
    QueryLimitReached,
    QueryRefused,
    QueryResult,
    ReadLimits,
    ResultColumn,
    SourceReader,
    Structure,
)
from headwater.context.engines._duckdb_files import MOST_FILES, database_files, stamp_of
from headwater.context.engines._open import engine_of, name_of, open_reader, without_password
from headwater.context.engines._sql import EngineSql

__all__ = [
    "MOST_FILES",
    "EngineSql",
    "QueryLimitReached",
    "QueryRefused",
    "QueryResult",
    "ReadLimits",
    "ResultColumn",
    "SourceReader",
    "Structure",
    "database_files",
    "engine_of",
    "name_of",
    "open_reader",
    "stamp_of",
    "without_password",
]
