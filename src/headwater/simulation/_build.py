"""Builds the raw tables block by block: accounts, and all records about them in the company's systems."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

import duckdb

from headwater.errors import OptionError
from headwater.simulation import (
    _finance,
    _hosting,
    _support,
)
from headwater.simulation._block import write_block
from headwater.simulation._campaigns import write_campaigns
from headwater.simulation._catalog import write_catalog
from headwater.simulation._fx import write_rates
from headwater.simulation._releases import write_releases
from headwater.simulation._scale import MAX_SCALE, MIN_SCALE
from headwater.simulation._staff import write_staff
from headwater.simulation._tables import DuckDBSink, ParquetSink, Sink, schemas
from headwater.simulation._world import World

_TOGETHER = 6
"""The number of blocks per commit."""
Notify = Callable[[str], None]


def _silent(message: str) -> None:
    """Ignore the message."""


def write_raw(path: Path, scale: float = 1.0, seed: int = 1, notify: Notify = _silent) -> None:
    """Write all raw tables into a new DuckDB file, which replaces an existing one once it is complete.

    Args:
        path: The file to write.
        scale: The number of accounts, as a multiple of 6,000.
        seed: The seed for all random draws. Each seed produces a different company of the same kind.
        notify: Called with a message at each step.

    Raises:
        OptionError: The scale or the seed is out of range.
    """
    world = _world(scale, seed)
    with DuckDBSink(path) as sink:
        _write(world, range(world.blocks), sink, notify, shared=True)


def write_partition(
    folder: Path, part: int, parts: int, scale: float = 1.0, seed: int = 1, notify: Notify = _silent
) -> None:
    """Write one part of the raw tables to ``folder/<schema>.<table>/part-<part>-of-<parts>.parquet``.

    Together, the parts contain the same rows as the output of `write_raw`, and each part can be written on a different
    machine. The first part also contains the rows that do not depend on accounts.

    Args:
        folder: The parent of the table folders. Parts can share it.
        part: The number of the part, from 1 to ``parts``.
        parts: The number of parts.
        scale: The same as for `write_raw`.
        seed: The same as for `write_raw`.
        notify: Called with a message at each step.

    Raises:
        OptionError: The scale, the seed or the part is out of range.
    """
    world = _world(scale, seed)
    if not 1 <= part <= parts <= world.blocks:
        raise OptionError(
            f"parts are 1 to n, and n is at most {world.blocks} at scale {scale:g}", where=f"part {part} of {parts}"
        )
    blocks = range((part - 1) * world.blocks // parts, part * world.blocks // parts)
    with ParquetSink(folder, f"part-{part}-of-{parts}") as sink:
        _write(world, blocks, sink, notify, shared=part == 1)


def _world(scale: float, seed: int) -> World:
    if not MIN_SCALE <= scale <= MAX_SCALE:
        raise OptionError(f"it must be {MIN_SCALE:g} to {MAX_SCALE:g}", where=f"scale {scale:g}")
    if not 0 <= seed < 2**63:
        raise OptionError("it must be a whole number from 0 to 2**63 - 1", where=f"seed {seed}")
    return World(scale, seed)


def _write(world: World, blocks: range, sink: Sink, notify: Notify, *, shared: bool) -> None:
    if shared:
        notify("prices, people, campaigns, finance")
        write_shared(world, sink)
    for block in blocks:
        notify(f"block {block + 1} of {world.blocks}: {world.size(block)} accounts")
        write_block(world, block, sink)
        if block % _TOGETHER == _TOGETHER - 1:
            sink.flush()


def digest(path: Path) -> str:
    """Return a digest of the content of a file written by `write_raw`. Row order does not affect it."""
    total = hashlib.sha256()
    with duckdb.connect(str(path), read_only=True) as db:
        db.execute("set enable_progress_bar = false")
        for table in sorted(schemas()):
            row = db.execute(f"select count(*), sum(md5_number_lower(t::varchar)::hugeint) from {table} t").fetchone()
            total.update(f"{table} {row}\n".encode())
    return total.hexdigest()


def write_shared(world: World, sink: Sink) -> None:
    """Write the rows that do not depend on accounts."""
    write_catalog(sink)
    write_rates(world.rates, sink)
    write_staff(world, sink)
    advertising = write_campaigns(world, sink)
    write_releases(world, sink)
    _support.write_policies(sink)
    hosting = _hosting.write_shared_costs(world, sink)
    _finance.write_finance(world, hosting, advertising, sink)
