from __future__ import annotations

from pathlib import Path

import pytest
from tests.context.lineage.shop import FILES
from tests.dbt.projects import write_project

from headwater.context.lineage import LineageIndex


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_project(tmp_path / "shop", FILES)


@pytest.fixture
def index(folder: Path) -> LineageIndex:
    index = LineageIndex.open(folder)
    index.refresh()
    return index
