"""Mooring Inc., simulated: four and a half years of one company, as its systems' loaders leave them.

``schema.sql`` is the contract: every raw table and column, with its habits. docs/warehouse-data.md says what is dirty,
how much and why. The content depends on scale and seed alone::

    write_raw(Path("raw.duckdb"), scale=1.0, seed=1)

Up to 500 accounts, with everything that hangs on them, are a block, made and written on its own: memory does not grow
with scale, and `write_partition` makes one of n ranges of blocks.
"""

from __future__ import annotations

from headwater.simulation._build import digest, write_partition, write_raw
from headwater.simulation._scale import MAX_SCALE, MIN_SCALE

__all__ = ["MAX_SCALE", "MIN_SCALE", "digest", "write_partition", "write_raw"]
