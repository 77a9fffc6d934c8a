"""The engine and dbt itself build the same project with the same result."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import duckdb
import pytest
from tests.dbt.engine.tiny import FILES, write_tiny

from headwater.dbt.engine import build
from headwater.harnesses import BuiltHarness

BROKEN = {"macros/money.sql": FILES["macros/money.sql"].replace("* {{ rate }}", "* {{ rate }} * 2")}


def run_dbt(harness: BuiltHarness, folder: Path) -> dict[str, tuple[str, int]]:
    """Run and test a project with dbt; return the status and failures of each test by name."""
    python = harness.mounts["/opt/harness/python"]
    env = {**os.environ, "PATH": f"{python}/bin:{os.environ['PATH']}"}
    for verb in ("seed", "run", "snapshot", "test"):
        command = [str(python / "bin/python"), str(python / "bin/dbt"), verb, "--quiet"]
        message = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
        assert message.returncode == 0 or verb == "test", message.stdout
    results = json.loads((folder / "target/run_results.json").read_text())["results"]
    return {each["unique_id"].split(".")[-1 if each["unique_id"].startswith("unit") else 2]: (
        "ok" if each["status"] == "pass" else "failed", each["failures"] or 0) for each in results}  # fmt: skip


def contents(folder: Path) -> dict[tuple[str, str], object]:
    """Return the kind, columns and sorted rows of every relation in a warehouse."""
    with duckdb.connect(folder / "warehouse.duckdb", read_only=True) as connection:
        connection.execute(f"attach '{folder / 'raw.duckdb'}' as raw (read_only)")
        found: dict[tuple[str, str], object] = {}
        listed = "select table_schema, table_name, table_type from information_schema.tables"
        for schema, name, kind in connection.execute(f"{listed} where table_catalog = 'warehouse'").fetchall():
            relation = f'"{schema}"."{name}"'
            columns = [row[:2] for row in connection.execute(f"describe {relation}").fetchall()]
            rows = sorted(map(repr, connection.execute(f"select * from {relation}").fetchall()))
            found[schema, name] = (kind, columns, rows)
    return found


@pytest.mark.minutes
@pytest.mark.parametrize("changes", [pytest.param({}, id="clean"), pytest.param(BROKEN, id="broken")])
def test_relations_and_verdicts_are_dbts(harness: BuiltHarness, tmp_path: Path, changes: dict[str, str]) -> None:
    project = write_tiny(tmp_path / "theirs", changes)
    dbt_results = run_dbt(harness, project)
    folder = write_tiny(tmp_path / "ours", changes)
    built = build(folder, folder / "raw.duckdb", folder / "warehouse.duckdb")
    assert contents(folder) == contents(project)
    engine_results = {
        uid.split(".")[-1 if uid.startswith("unit") else 2]: (result.outcome.value, result.failures)
        for uid, result in built.tests.items()
    }
    assert {name: status for name, (status, _) in engine_results.items()} == {
        name: status for name, (status, _) in dbt_results.items()
    }
    assert {name: found for name, found in engine_results.items() if not name.startswith("only_new")} == {
        name: found for name, found in dbt_results.items() if not name.startswith("only_new")
    }
    assert any(status == "failed" for status, _ in engine_results.values()) is bool(changes)
