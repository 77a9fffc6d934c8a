"""A cache with the software of the suite's trials and the small lake."""

from __future__ import annotations

import json
import os
import shutil
import threading
from dataclasses import asdict, dataclass
from pathlib import Path

import pytest
from tests.suites.discovery.lake import COMMUNITY, lake_folder, questions, write_lake

from headwater.harnesses import BuiltHarness
from headwater.harnesses.toolchains import PYTHON, equipped
from headwater.jobs import home
from headwater.locks import exclusive
from headwater.suites.discovery.building import BuildResult, build_tasks


@dataclass(frozen=True)
class SmallSuite:
    """The tasks of the small lake, in a cache of their own."""

    home: Path
    lake: Path
    built: BuildResult


@pytest.fixture(scope="session")
def small_suite(harness: BuiltHarness, tmp_path_factory: pytest.TempPathFactory) -> SmallSuite:
    """The small suite, built once for all test processes; no test changes it."""
    equipped_harness = equipped(harness, "notebooks", None, home(), print)
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base) / "discovery"
    with exclusive(folder.with_suffix(".lock")):
        if not folder.exists():
            folder.mkdir()
            (folder / "harnesses").symlink_to(next(iter(harness.mounts.values())).parent)
            (folder / "toolchains").symlink_to(equipped_harness.mounts[PYTHON].parent)
            write_lake(folder)
            built = build_tasks(folder, {COMMUNITY: lake_folder(folder)}, questions(), print, threading.Event())
            (folder / "built.json").write_text(json.dumps(asdict(built)))
    found = json.loads((folder / "built.json").read_text())
    return SmallSuite(folder, lake_folder(folder), BuildResult(tuple(found["tasks"]), tuple(found["problems"])))


@pytest.fixture
def own_copy(small_suite: SmallSuite, tmp_path: Path) -> SmallSuite:
    """A copy of the small suite that a test may change."""
    for name in ("harnesses", "toolchains"):
        (tmp_path / name).symlink_to((small_suite.home / name).resolve())
    shutil.copytree(small_suite.home / "discovery", tmp_path / "discovery")
    return SmallSuite(tmp_path, lake_folder(tmp_path), small_suite.built)
