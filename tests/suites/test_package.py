"""A suite in a wheel of its own, installed beside Headwater and used from the command line."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

from headwater.tasks import scaffold_task

HEADWATER = Path(sys.executable).with_name("headwater")
BLOCKS = Path(__file__).parents[2].joinpath("docs/suites.md").read_text().split("```")
SUITE = next(block.removeprefix("python\n") for block in BLOCKS if block.startswith("python\n"))
ENTRY_POINTS = '[project.entry-points."headwater.suites"]'


def wheel(folder: Path) -> Path:
    """Make the wheel of the package that docs/suites.md shows, with one scaffolded task."""
    package = folder / "weather_tasks"
    scaffold_task(package / "tasks" / "stations", "weather")
    (package / "__init__.py").write_text("")
    (package / "suite.py").write_text(SUITE)
    (package / "grading").mkdir()
    (package / "grading" / "__init__.py").write_text("")
    pyproject = next(block for block in BLOCKS if ENTRY_POINTS in block).removeprefix("toml\n")
    head = '[build-system]\nrequires = ["hatchling"]\nbuild-backend = "hatchling.build"\n'
    named = (
        '[project]\nname = "weather-tasks"\nversion = "1"\n'
        '[tool.hatch.build.targets.wheel]\npackages = ["weather_tasks"]\n'
    )
    (folder / "pyproject.toml").write_text(f"{head}{named}{pyproject}")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel"], cwd=folder, check=True)
    [built] = (folder / "dist").glob("*.whl")
    return built


def test_the_suite_of_the_documentation_is_listed_and_linted(tmp_path: Path) -> None:
    site = tmp_path / "site"
    with zipfile.ZipFile(wheel(tmp_path / "source")) as archive:
        archive.extractall(site)
    env = {**os.environ, "PYTHONPATH": str(site), "COLUMNS": "200"}

    def run(*args: str) -> str:
        command = [str(HEADWATER), *args]
        return subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout

    listed = run("list")
    assert "Pipelines of weather stations." in listed
    assert "weather/stations" in run("list", "weather")
    assert "weather/stations" in run("run", "weather", "--agent", "nop", "--out", str(tmp_path / "job"), "--json")
