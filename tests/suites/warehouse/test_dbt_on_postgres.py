"""dbt itself builds the whole project on Postgres, with the same results as the engine on DuckDB."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import pytest
import uv
from tests.live import Live, Running, services_on
from tests.suites.warehouse.small_company import build_small, name_of

from headwater.grading import Tooling
from headwater.harnesses import BuiltHarness
from headwater.records import ServiceName
from headwater.sandbox import User, change_owner
from headwater.suites.warehouse.base import PROJECT, Base, copy_project

ADAPTER = ("dbt-postgres==1.11.0", "psycopg2-binary==2.9.13")
ADAPTERS_FOLDER = "/opt/harness/dbt-postgres"
LOADER = Path(__file__).parents[3] / "scripts/warehouse_to_postgres.py"
SCALE = 0.03
DBT_SEC = 1800.0
ALL_BUT_TESTS = "--exclude-resource-type test --exclude-resource-type unit_test"
WHOLE = re.compile(r"(BIG|HUGE|SMALL|TINY)?INT(EGER)?$")
EXACT, SCORE, OTHER = 0.0, 0.0201, 0.00101
"""Tolerances of numbers. Postgres rounds the shortest decimal of a double, and DuckDB the double itself, so a last
digit can differ: the second of scores, the fourth of money, and a few units of it in sums.
"""

pytestmark = [pytest.mark.minutes, pytest.mark.timeout(3600)]


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> Base:
    return build_small(tmp_path_factory, SCALE)


@pytest.fixture(scope="module")
def postgres(
    harness: BuiltHarness, empty_services: Mapping[ServiceName, Path], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Live[Running]]:
    """An empty Postgres, with dbt and its Postgres adapter."""
    adapter = tmp_path_factory.mktemp("adapter")
    python = harness.mounts["/opt/harness/python"] / "bin/python"
    install = [uv.find_uv_bin(), "pip", "install", "--quiet", "--no-deps", "--python", str(python)]
    subprocess.run([*install, "--target", str(adapter), *ADAPTER], check=True)
    adapter.chmod(0o755)
    tooling = Tooling({**harness.mounts, ADAPTERS_FOLDER: adapter}, {**harness.env, "PYTHONPATH": ADAPTERS_FOLDER})
    lower = {"postgres": empty_services["postgres"]}
    live: Live[Running] = Live(services_on, lower, tooling)
    yield live
    live.close()


def lay(running: Running, raw: Path) -> str:
    """Copy the project and the raw tables into the agent's workspace, load the tables, and return the output."""
    workspace = running.folder / "agents-workspace"
    copy_project(PROJECT, workspace)
    shutil.copyfile(raw, workspace / "raw.duckdb")
    shutil.copyfile(LOADER, workspace / LOADER.name)
    for path in (workspace, *workspace.rglob("*")):
        change_owner(path, User.AGENT)
    done = running.as_agent(f"python3 {LOADER.name} raw.duckdb", timeout_sec=DBT_SEC)
    return done.stdout + done.stderr


def dbt(running: Running, arguments: str) -> tuple[int, str]:
    """Run dbt, and return its exit code and the end of its output."""
    done = running.as_agent(f"dbt {arguments} --target postgres --quiet --no-use-colors", timeout_sec=DBT_SEC)
    return done.exit_code, done.stdout[-2000:] + done.stderr[-2000:]


def outcomes(running: Running) -> dict[str, tuple[bool, int]]:
    """Return whether each test of dbt's last run passed, with its number of failures, by test name."""
    results = json.loads((running.folder / "agents-workspace/target/run_results.json").read_text())["results"]
    return {name_of(each["unique_id"]): (each["status"] in ("pass", "warn"), each["failures"] or 0) for each in results}


def is_number(value: Any) -> bool:
    return isinstance(value, (int, float, Decimal)) and not isinstance(value, bool)


def in_order(rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Sort rows by their non-numeric values, and then by their numbers, whose last digit may differ."""
    return sorted(
        rows,
        key=lambda row: (
            [repr(value) for value in row if not is_number(value)],
            [float(value) for value in row if is_number(value)],
        ),
    )


def are_alike(first: list[tuple[Any, ...]], second: list[tuple[Any, ...]], allowed: list[float]) -> bool:
    """Return whether two relations hold the same rows, within the tolerances of their columns."""

    def alike(one: Any, other: Any, within: float) -> bool:
        return abs(float(one) - float(other)) <= within if is_number(one) and is_number(other) else one == other

    pairs = zip(in_order(first), in_order(second), strict=True) if len(first) == len(second) else None
    return pairs is not None and all(all(map(alike, one, other, allowed)) for one, other in pairs)


def unlike(running: Running, relations: Path) -> list[str]:
    """Return the relations whose content differs between Postgres and DuckDB, as ``schema.table``."""
    found = []
    tables = (
        "select schema_name, table_name, list(column_name order by column_index), list(data_type order by column_index)"
        " from duckdb_columns()"
        " where schema_name like 'analytics%' and column_name not like 'dbt\\_%' escape '\\' group by all order by all"
    )
    with duckdb.connect(relations, read_only=True) as connection:
        listed = connection.execute(tables).fetchall()
        for schema, table, columns, types in listed:
            names = ", ".join(f'"{name}"' for name in columns)
            query = f'select {names} from "{schema}"."{table}"'
            allowed = [
                EXACT if WHOLE.match(type_) else SCORE if "score" in name else OTHER
                for name, type_ in zip(columns, types, strict=True)
            ]
            rows = connection.execute(query).fetchall()
            if not are_alike(rows, running.stack.postgres.query(query), allowed):
                found.append(f"{schema}.{table}")
    assert len(listed) > 450
    return found


def test_dbt_on_postgres_builds_the_same_as_the_engine_on_duckdb(postgres: Live[Running], ours: Base) -> None:
    assert "63 tables" in postgres(lay, ours.raw)
    assert postgres(dbt, f"build {ALL_BUT_TESTS}") == (0, "")
    assert postgres(unlike, ours.relations) == []
    code, message = postgres(dbt, "test")
    assert code == bool(ours.built.failing), message
    tests = {name_of(uid): (result.passed, result.failures) for uid, result in ours.built.tests.items()}
    assert postgres(outcomes) == tests
    assert len(tests) > 3_000
