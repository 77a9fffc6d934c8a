"""Scale and seed determine the content, whether it is written at once or in parts; errors leave nothing behind."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

from headwater.errors import UserError
from headwater.simulation import digest, write_partition, write_raw
from headwater.simulation._tables import DuckDBSink, schemas

# The digest for scale 0.02 and seed 3 is the same on every machine, and changes only if the simulation changes.
PINNED = "31d745418a622046562b42a378216ca7bf8b06e98c9363ad07035638f9c2aff7"
PARTS = 3
SCALE, SEED = 1_400 / 6_000, 7


@pytest.mark.minutes
def test_the_content_does_not_depend_on_the_process_and_its_hash_seed(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from headwater.simulation import digest, write_raw;"
        "path = Path(sys.argv[1]); write_raw(path, scale=0.02, seed=3); print(digest(path))"
    )
    printed = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "raw.duckdb")],
        env=os.environ | {"PYTHONHASHSEED": "12345"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert printed.strip() == PINNED


@pytest.mark.minutes
def test_another_seed_is_another_company(tmp_path: Path) -> None:
    write_raw(tmp_path / "raw.duckdb", scale=0.02, seed=4)
    assert digest(tmp_path / "raw.duckdb") != PINNED


@pytest.mark.minutes
def test_the_parts_together_are_the_whole(raw_file: Path, tmp_path: Path) -> None:
    for part in range(PARTS, 0, -1):  # parts can be made in any order
        write_partition(tmp_path / "parts", part, PARTS, scale=SCALE, seed=SEED)
    joined = tmp_path / "joined.duckdb"
    with duckdb.connect(str(joined)) as db:
        for table in schemas():
            db.execute(f"create schema if not exists {table.split('.')[0]}")
            db.execute(f"create table {table} as from '{tmp_path}/parts/{table}/*.parquet'")
    assert digest(joined) == digest(raw_file)


@pytest.mark.parametrize("seed", [1, 2])
def test_the_smallest_company_has_everything(tmp_path: Path, seed: int) -> None:
    write_raw(tmp_path / "raw.duckdb", scale=0.01, seed=seed)
    with duckdb.connect(str(tmp_path / "raw.duckdb"), read_only=True) as db:
        rows = {t: db.execute(f"select count(*) from {t}").fetchone() for t in schemas()}
    rare = {"raw_billing.disputes", "raw_billing.credit_notes", "raw_billing.refunds"}
    assert {t for t, n in rows.items() if n == (0,)} <= rare


@pytest.mark.parametrize(("scale", "seed"), [(0.0, 1), (0.001, 1), (5_000.0, 1), (float("nan"), 1), (1.0, -1)])
def test_an_impossible_company_is_refused(tmp_path: Path, scale: float, seed: int) -> None:
    with pytest.raises(UserError, match=r"scale|seed"):
        write_raw(tmp_path / "raw.duckdb", scale=scale, seed=seed)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("part", "parts"), [(0, 2), (3, 2), (1, 99)])
def test_an_impossible_part_is_refused(tmp_path: Path, part: int, parts: int) -> None:
    with pytest.raises(UserError, match="part"):
        write_partition(tmp_path, part, parts, scale=0.2)


def test_an_interrupted_build_leaves_nothing(tmp_path: Path) -> None:
    def stop(message: str) -> None:
        if message.startswith("block"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_raw(tmp_path / "raw.duckdb", scale=0.02, notify=stop)
    assert list(tmp_path.iterdir()) == []


def test_columns_that_the_schema_does_not_have_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="columns differ"), DuckDBSink(tmp_path / "raw.duckdb") as sink:
        sink.write("raw_treasury.fx_rates", {"rate_date": None, "rate": None})
    assert list(tmp_path.iterdir()) == []
