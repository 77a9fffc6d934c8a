"""Defines the Arrow schema of the tidy table."""

from __future__ import annotations

from datetime import datetime

import pyarrow as pa

from headwater.results import COLUMNS, RowColumn

_TYPES = {
    str: pa.string(),
    int: pa.int64(),
    float: pa.float64(),
    bool: pa.bool_(),
    tuple: pa.list_(pa.string()),
    datetime: pa.timestamp("us", tz="UTC"),
}


def _field(column: RowColumn) -> pa.Field:
    return pa.field(column.name, _TYPES[column.type], column.optional, {"doc": column.doc})


SCHEMA: pa.Schema = pa.schema([_field(column) for column in COLUMNS])
"""The tidy table, with one row per trial.

The columns are those of ``headwater.results.Row``, and null means unknown.
"""
