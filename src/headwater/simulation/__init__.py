"""Simulates Mooring Inc.: four and a half years of a company's data, as its source systems and loaders store it.

>>> from pathlib import Path
>>> from headwater.simulation import write_raw
>>> write_raw(Path("raw.duckdb"), scale=0.01, seed=1)
>>> import duckdb
>>> duckdb.connect("raw.duckdb").execute("select count(*) from raw_app.accounts").fetchone()
(60,)

``schema.sql`` is the contract: it lists every raw table and column with their peculiarities. docs/simulation.md
describes which data is dirty, to what extent and why. The content depends only on the scale and the seed.

Each block of up to 500 accounts is simulated and written separately, together with all dependent records, so memory use
does not grow with scale. `write_partition` writes one of n ranges of blocks.
"""

from __future__ import annotations

from headwater.simulation._build import digest, write_partition, write_raw
from headwater.simulation._scale import MAX_SCALE, MIN_SCALE

__all__ = ["MAX_SCALE", "MIN_SCALE", "digest", "write_partition", "write_raw"]
