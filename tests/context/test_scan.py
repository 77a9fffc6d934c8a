"""An interrupted scan ends, whichever step of profiling it has reached."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import duckdb
import pytest

from headwater.context._scan import _profile_tables
from headwater.context.catalog import Table, TableKind
from headwater.context.engines._duckdb import DuckDBReader

ENDLESS = "select sum(hash(a.range * b.range)) as s from range(10000000) as a, range(10000000) as b"


class LateReader(DuckDBReader):
    """A reader that begins to read a view only after it was first cancelled."""

    cancelled = threading.Event()

    def profile(self, table: Table, seconds: float) -> Table:
        if table.kind is TableKind.VIEW:
            self.cancelled.wait(60)
        return super().profile(table, seconds)

    def cancel(self) -> None:
        super().cancel()
        self.cancelled.set()


def test_a_query_that_begins_after_the_interruption_is_ended_too(tmp_path: Path) -> None:
    path = tmp_path / "shop.duckdb"
    with duckdb.connect(path) as connection:
        connection.execute(f"create table quick as select 1 as x; create view endless as {ENDLESS}")
    reader = LateReader("shop", path)
    measured = _profile_tables(reader, reader.structure(), {}, 600)
    assert next(measured)[0].name.name == "quick"
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        measured.throw(KeyboardInterrupt())
    reader.close()
    assert time.monotonic() - started < 120
