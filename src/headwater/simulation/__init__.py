"""Simulates Mooring Inc.: four and a half years of one company, as the loaders of its systems leave its data.

>>> from pathlib import Path
>>> from headwater.simulation import write_raw
>>> write_raw(Path("raw.duckdb"), scale=0.01, seed=1)
>>> import duckdb
>>> duckdb.connect("raw.duckdb").execute("select count(*) from raw_app.accounts").fetchone()
(60,)

``schema.sql`` is the contract: it has every raw table and column, with its peculiarities. docs/simulation.md describes
what is dirty, how much and why. The content depends on scale and seed alone.

A block of up to 500 accounts is simulated and written by itself, with everything that belongs to them, so memory does
not grow with scale. `write_partition` makes one of n ranges of blocks.
"""

from __future__ import annotations

from headwater.simulation._build import digest, write_partition, write_raw
from headwater.simulation._scale import MAX_SCALE, MIN_SCALE

__all__ = ["MAX_SCALE", "MIN_SCALE", "digest", "write_partition", "write_raw"]
