"""One small company for all tests: 1,400 accounts in three blocks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from headwater.simulation import write_raw

SCALE, SEED = 1_400 / 6_000, 7


@pytest.fixture(scope="session")
def raw_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("company") / "raw.duckdb"
    write_raw(path, scale=SCALE, seed=SEED)
    return path


@pytest.fixture(scope="session")
def raw(raw_file: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect(str(raw_file), read_only=True) as connection:
        yield connection
