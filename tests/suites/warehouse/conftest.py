"""The tiny company, built."""

from __future__ import annotations

import pytest
from tests.suites.warehouse.tiny import write_tiny

from headwater.suites.warehouse.base import Base, Size, fill_base


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Base:
    """The base of the tiny project."""
    project = write_tiny(tmp_path_factory.mktemp("project"))
    folder = tmp_path_factory.mktemp("base")
    fill_base(folder, project / "raw.duckdb", project, Size(), lambda _text: None)
    return Base(folder)
