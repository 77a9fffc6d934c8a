"""A cache with the software of the suite's trials, and the small lake in it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.suites.discovery.lake import COMMUNITY, questions, write_lake

from headwater.harnesses import BuiltHarness
from headwater.harnesses.toolchains import PYTHON, equipped
from headwater.jobs import home
from headwater.sandbox import remove_tree
from headwater.suites.discovery.building import Built, build_tasks


@dataclass(frozen=True)
class SmallSuite:
    """The tasks of the small lake, in a cache of their own."""

    home: Path
    lake: Path
    built: Built


@pytest.fixture(scope="session")
def small_suite(harness: BuiltHarness, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SmallSuite]:
    """Build them once."""
    folder = tmp_path_factory.mktemp("home")
    equipped_harness = equipped(harness, "notebooks", None, home(), print)
    (folder / "harnesses").symlink_to(next(iter(harness.mounts.values())).parent)
    (folder / "toolchains").symlink_to(equipped_harness.mounts[PYTHON].parent)
    lake = write_lake(folder)
    yield SmallSuite(folder, lake, build_tasks(folder, {COMMUNITY: lake}, questions(), print, threading.Event()))
    (folder / "harnesses").unlink()
    (folder / "toolchains").unlink()
    remove_tree(folder)
