"""A suite in a separate wheel, installed next to Headwater and used from the command line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests import wheels
from tests.cli.conftest import write_task

HEADWATER = Path(sys.executable).with_name("headwater")


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """The package from docs/suites.md, with one task."""
    write_task(tmp_path / "tasks/stations")
    tasks = {path.relative_to(tmp_path): path for path in tmp_path.rglob("*") if path.is_file()}
    files = {
        "weather_tasks/__init__.py": "",
        "weather_tasks/suite.py": wheels.block("suites.md", "python", "class Weather"),
        "weather_tasks/grading/__init__.py": "",
        **{
            f"weather_tasks/{name}": path.read_text().replace('suite = "scratch"', 'suite = "weather"')
            for name, path in tasks.items()
        },
    }
    return wheels.install(
        tmp_path / "package", "weather-tasks", files, wheels.block("suites.md", "toml", "headwater.suites")
    )


def test_the_suite_of_the_documentation_is_listed_and_run(site: Path, tmp_path: Path, user_env: dict[str, str]) -> None:
    env = {**user_env, "PYTHONPATH": os.pathsep.join([str(site), *filter(None, [os.environ.get("PYTHONPATH")])])}

    def run(*args: str | Path) -> str:
        return subprocess.run([HEADWATER, *args], env=env, capture_output=True, text=True, check=True).stdout

    assert "Pipelines of weather stations." in run("list")
    assert "weather/stations" in run("list", "weather")
    completed = run(
        "run", "weather", "--agent", "oracle", "--agent", "counterfeit", "--out", tmp_path / "job", "--json"
    )
    assert {row["agent"]: row["gates_cleared"] for row in json.loads(completed)} == {"oracle": 5, "counterfeit:rude": 1}
