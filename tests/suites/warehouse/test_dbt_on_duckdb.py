"""dbt itself builds and tests the whole project on DuckDB, with the same results as the engine."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import duckdb
import pytest
from tests.suites.warehouse.small_company import build_small, name_of

from headwater.harnesses import BuiltHarness
from headwater.suites.warehouse.base import PROJECT, Base, copy_project

SCALE = 0.03
DBT_SEC = 3000.0
STATUS = {"pass": "ok", "warn": "warned", "fail": "failed"}
TABLES = """
    select schema_name, table_name, list(column_name order by column_index), list(data_type order by column_index)
    from duckdb_columns()
    where schema_name like 'analytics%' and database_name = ? and column_name not like 'dbt\\_%' escape '\\'
    group by all order by all
"""
"""Columns of snapshots that say when dbt ran are left out."""

pytestmark = [pytest.mark.minutes, pytest.mark.timeout(5400)]


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> Base:
    return build_small(tmp_path_factory, SCALE)


@pytest.fixture(scope="module")
def theirs(ours: Base, harness: BuiltHarness, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project that dbt has built and tested."""
    folder = tmp_path_factory.mktemp("theirs") / "project"
    copy_project(PROJECT, folder)
    shutil.copyfile(ours.raw, folder / "raw.duckdb")
    built = dbt(harness, folder, "build", "--exclude-resource-type", "test", "--exclude-resource-type", "unit_test")
    assert built.returncode == 0, built.stdout[-3000:]
    tested = dbt(harness, folder, "test")
    assert tested.returncode == bool(ours.built.failing), tested.stdout[-3000:]
    return folder


def dbt(harness: BuiltHarness, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    python = harness.mounts["/opt/harness/python"] / "bin"
    env = {**os.environ, "PATH": f"{python}:{os.environ['PATH']}"}
    command = [python / "python", python / "dbt", *arguments, "--quiet", "--no-use-colors"]
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False, timeout=DBT_SEC)


def outcomes(folder: Path) -> dict[str, tuple[str, int]]:
    """Return the status of each test of dbt's last run, with its number of failures, by test name."""
    results = json.loads((folder / "target/run_results.json").read_text())["results"]
    return {name_of(each["unique_id"]): (STATUS[each["status"]], each["failures"] or 0) for each in results}


def unlike(ours: Base, theirs: Path) -> list[str]:
    """Return the relations whose rows, columns or types differ, as ``schema.table``."""
    with duckdb.connect() as connection:
        connection.execute(f"attach '{ours.relations}' as ours (read_only)")
        connection.execute(f"attach '{theirs / 'raw.duckdb'}' as raw (read_only)")
        connection.execute(f"attach '{theirs / 'warehouse.duckdb'}' as theirs (read_only)")
        listed = connection.execute(TABLES, ["ours"]).fetchall()
        found = [
            f"{row[0]}.{row[1]}" for row in set_of(listed) ^ set_of(connection.execute(TABLES, ["theirs"]).fetchall())
        ]
        for schema, table, columns, _ in listed:
            names = ", ".join(f'"{name}"' for name in columns)
            one, other = (f'select {names} from {side}."{schema}"."{table}"' for side in ("ours", "theirs"))
            differing = f"select count(*) from (({one} except all {other}) union all ({other} except all {one}))"
            if connection.execute(differing).fetchone() != (0,):
                found.append(f"{schema}.{table}")
    assert len(listed) > 900
    return found


def set_of(rows: list[tuple[Any, ...]]) -> set[tuple[Any, ...]]:
    return {(schema, table, tuple(columns), tuple(types)) for schema, table, columns, types in rows}


def test_every_relation_is_the_same(ours: Base, theirs: Path) -> None:
    assert unlike(ours, theirs) == []


def test_every_test_has_the_same_result(ours: Base, theirs: Path) -> None:
    tests = {
        name_of(uid): (result.outcome.value, result.failures)
        for uid, result in ours.built.tests.items()
        if not uid.startswith("check.")  # of the BI layer, which dbt does not know
    }
    assert outcomes(theirs) == tests
    assert len(tests) > 5_400
