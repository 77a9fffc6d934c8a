"""Write SQLite databases."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing

import pandas as pd

from headwater.suites.discovery.corpus._writers.json import records

_TYPES = {"i": "INTEGER", "u": "INTEGER", "b": "INTEGER", "f": "REAL"}
_VERSION = (3_040_000).to_bytes(4, "big")
_COUNTER = (1).to_bytes(4, "big")


def sqlite_bytes(tables: Mapping[str, pd.DataFrame]) -> bytes:
    """Return a SQLite database that contains the tables."""
    with closing(sqlite3.connect(":memory:")) as connection:
        for name, table in tables.items():
            columns = [f'"{column}" {_TYPES.get(table[column].dtype.kind, "TEXT")}' for column in table.columns]
            connection.execute(f'CREATE TABLE "{name}" ({", ".join(columns)})')
            marks = ", ".join("?" * len(columns))
            rows = [tuple(row.values()) for row in records(table)]
            connection.executemany(f'INSERT INTO "{name}" VALUES ({marks})', rows)
        connection.commit()
        content = bytearray(connection.serialize())
    # The header contains a change counter and the version of the library, which differ between machines.
    content[24:28] = content[92:96] = _COUNTER
    content[96:100] = _VERSION
    return bytes(content)
