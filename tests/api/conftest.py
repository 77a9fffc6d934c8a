"""A folder in which the names of two `pipelines` tasks stand for small tasks that run in a moment."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.conftest import write_task

NAMES = ("broken-connection", "csv-ingest")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in NAMES:
        task = write_task(tmp_path / "pipelines" / name)
        config = task / "task.toml"
        config.write_text(config.read_text().replace('suite = "scratch"', 'suite = "pipelines"'))
    return tmp_path


@pytest.fixture
def current_folder(folder: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same folder as the working directory of this process."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("HEADWATER_HOME", str(cache))
    return folder
