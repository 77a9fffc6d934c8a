"""dbt builds the whole project with its macros for Snowflake on fakesnow, which runs Snowflake's SQL on DuckDB.

This is not a test on Snowflake: fakesnow translates the SQL, and accepts much that Snowflake refuses
(docs/snowflake.md).
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import uv

from headwater.simulation import write_raw
from headwater.suites.warehouse.base import PROJECT, copy_project

PACKAGES = ("fakesnow[server]==0.12.1", "dbt-snowflake==1.12.3", "dbt-core==1.12.6")
WITHOUT = "dbt-core-experimental-parser"
"""dbt-core works without it, and its source archive downloads something as it is built."""
LOADER = Path(__file__).parents[3] / "scripts/warehouse_to_snowflake.py"
SCALE, SEED = 0.03, 1
START_SEC, DBT_SEC = 120.0, 3000.0
pytestmark = [pytest.mark.minutes, pytest.mark.timeout(5400)]


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A separate environment, because fakesnow needs other versions than Headwater."""
    folder = tmp_path_factory.mktemp("environment")
    overrides = folder / "overrides.txt"
    overrides.write_text(f"{WITHOUT}; sys_platform == 'never'\n")
    uv_bin = uv.find_uv_bin()
    subprocess.run([uv_bin, "venv", "--quiet", "--python", sys.executable, str(folder / "venv")], check=True)
    install = [uv_bin, "pip", "install", "--quiet", "--python", str(folder / "venv/bin/python")]
    subprocess.run([*install, "--override", str(overrides), *PACKAGES], check=True)
    return folder / "venv/bin"


@pytest.fixture(scope="module")
def emulator(programs: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """A fakesnow server; yields the variables with which the loader finds it."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = tmp_path_factory.mktemp("server") / "log"
    with log.open("w") as output:
        server = subprocess.Popen([programs / "fakesnow", "-s", "-p", str(port)], stdout=output, stderr=output)
    try:
        wait_for(port, server)
        yield {
            **os.environ,
            "SNOWFLAKE_ACCOUNT": "fakesnow",
            "SNOWFLAKE_USER": "user",
            "SNOWFLAKE_PASSWORD": "password",
            "SNOWFLAKE_DATABASE": "mooring",
            "SNOWFLAKE_HOST": "127.0.0.1",
            "SNOWFLAKE_PORT": str(port),
            "DBT_SEND_ANONYMOUS_USAGE_STATS": "false",
        }
    finally:
        server.kill()
        server.wait()


def wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + START_SEC
    while server.poll() is None and time.monotonic() < until:
        with socket.socket() as connection:
            if connection.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.2)
    raise AssertionError("fakesnow does not answer")


@pytest.fixture(scope="module")
def raw(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("raw") / "raw.duckdb"
    write_raw(file, scale=SCALE, seed=SEED)
    return file


def profile(folder: Path, env: dict[str, str]) -> None:
    """Write a dbt profile with the address of the emulator."""
    output = {
        "type": "snowflake",
        "account": env["SNOWFLAKE_ACCOUNT"],
        "user": env["SNOWFLAKE_USER"],
        "password": env["SNOWFLAKE_PASSWORD"],
        "database": env["SNOWFLAKE_DATABASE"],
        "schema": "analytics",
        "warehouse": "any",
        "host": env["SNOWFLAKE_HOST"],
        "port": int(env["SNOWFLAKE_PORT"]),
        "protocol": "http",
        "insecure_mode": True,
        "threads": 2,
    }
    text = {"mooring": {"target": "snowflake", "outputs": {"snowflake": output}}}
    (folder / "profiles.yml").write_text(json.dumps(text))


def test_the_first_build_makes_all_relations(
    programs: Path, emulator: dict[str, str], raw: Path, tmp_path: Path
) -> None:
    project = tmp_path / "project"
    copy_project(PROJECT, project)
    profile(project, emulator)
    load = [programs / "python", LOADER, raw]
    loaded = subprocess.run(load, env=emulator, capture_output=True, text=True, check=False)
    assert "63 tables, 163,141 rows" in loaded.stdout, loaded.stderr
    build = [programs / "dbt", "build", "--exclude-resource-type", "test", "--exclude-resource-type", "unit_test"]
    built = subprocess.run(
        build, cwd=project, env=emulator, capture_output=True, text=True, check=False, timeout=DBT_SEC
    )
    assert built.returncode == 0, built.stdout[-3000:]
    results = json.loads((project / "target/run_results.json").read_text())["results"]
    kinds = [each["unique_id"].split(".")[0] for each in results if each["status"] == "success"]
    assert {kind: kinds.count(kind) for kind in kinds} == {"model": 445, "seed": 23, "snapshot": 3}
