"""The page on the tasks of `pipelines` is the output of its script, and the tables that it shows can be analysed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from headwater.analysis import calibrate, load

ROOT = Path(__file__).parents[2]


def test_the_page_is_the_output_of_the_script() -> None:
    """To fix it, run: python scripts/catalogue.py pipelines > docs/pipelines.md."""
    command = [sys.executable, ROOT / "scripts/catalogue.py", "pipelines"]
    written = subprocess.run(command, capture_output=True, text=True, check=True)
    assert (ROOT / "docs/pipelines.md").read_text("utf-8") == written.stdout


@pytest.mark.parametrize("path", sorted((ROOT / "docs/attempts").glob("*.csv")), ids=lambda path: path.stem)
def test_each_table_of_attempts_has_one_version_of_each_task(path: Path) -> None:
    assert calibrate(load([path])).tasks
