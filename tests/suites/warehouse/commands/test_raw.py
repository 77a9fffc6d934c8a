"""``headwater build warehouse raw`` writes the raw tables of the company."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest
from click.testing import CliRunner

from headwater.errors import UserError
from headwater.suites.warehouse.commands.raw import command


def test_parts_are_files_of_one_table(tmp_path: Path) -> None:
    for part in ("1/2", "2/2"):
        result = CliRunner().invoke(command, ["--scale", "0.1", "--partition", part, "--out", str(tmp_path)])
        assert (result.exit_code, result.exception) == (0, None)
    accounts = tmp_path / "raw_app.accounts"
    assert sorted(p.name for p in accounts.iterdir()) == ["part-1-of-2.parquet", "part-2-of-2.parquet"]
    with duckdb.connect() as db:
        row = db.execute(f"select count(distinct account_id) from '{accounts}/*.parquet'").fetchone()
    assert row == (600,)


@pytest.mark.parametrize("partition", ["3", "a/b", "1/2/3", "0/2", "3/2"])
def test_a_part_that_cannot_be_is_refused(tmp_path: Path, partition: str) -> None:
    result = CliRunner().invoke(command, ["--scale", "0.1", "--partition", partition, "--out", str(tmp_path)])
    assert isinstance(result.exception, UserError)
    assert partition.split("/")[0] in str(result.exception)
