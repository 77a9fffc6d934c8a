"""The built tiny company."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.dbt.engine.tiny import write_tiny
from tests.suites.warehouse.broken_tiny import cache_of_companies

from headwater.harnesses import BuiltHarness
from headwater.suites.warehouse.base import Base, Size, fill_base


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Base:
    """The base built from the tiny project."""
    project = write_tiny(tmp_path_factory.mktemp("project"))
    folder = tmp_path_factory.mktemp("base")
    fill_base(folder, project / "raw.duckdb", project, Size(), lambda _text: None)
    return Base(folder)


@pytest.fixture
def companies(harness: BuiltHarness, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A cache with two small companies; the orders of the second have other amounts."""
    projects = (tmp_path_factory.mktemp("project"), tmp_path_factory.mktemp("project"))
    with cache_of_companies(tmp_path_factory.mktemp("home"), harness, *projects) as folder:
        yield folder
