"""Shared fixtures: cells that can import test modules, a harness that is built once, and empty services."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

# Cells import test functions by module name, `tests.…`, which pytest sets without changing sys.path.
ROOT = str(Path(__file__).parents[1])
if ROOT not in sys.path:
    sys.path.insert(0, ROOT)

from tests import live  # noqa: E402

from headwater import harnesses, plugins, suites  # noqa: E402
from headwater.grading import Tooling  # noqa: E402
from headwater.harnesses import BuiltHarness  # noqa: E402
from headwater.jobs import home  # noqa: E402
from headwater.records import ServiceName  # noqa: E402
from headwater.sandbox import preload, remove_tree, run_in_cell  # noqa: E402
from headwater.services import SERVICES  # noqa: E402


def pytest_sessionstart() -> None:
    """Preload the modules that tests need in the process from which cells are forked, while tests are collected.

    A shell's background job ignores Ctrl-C, and so would the programs that tests interrupt.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    preload(["headwater.trials", "pytest", "psycopg"])


@pytest.fixture
def others(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[EntryPoint]]:
    """Entry points of other packages; a test fills the list before anything reads it."""
    found: list[EntryPoint] = []

    def forget() -> None:
        suites.all_suites.cache_clear()
        harnesses.all_harnesses.cache_clear()
        SERVICES.__dict__.pop("_others", None)
        SERVICES.__dict__["_services"].clear()

    monkeypatch.setattr(plugins, "entry_points", lambda group: [each for each in found if each.group == group])
    forget()
    yield found
    forget()


@pytest.fixture(scope="session")
def harness() -> BuiltHarness:
    """The harness `base` from the user's cache, because building it takes seconds and needs a package index."""
    return harnesses.prepare("base", home(), print)


@pytest.fixture(scope="session")
def tooling(harness: BuiltHarness) -> Tooling:
    """The mounts and variables of the agent code's environment."""
    return Tooling(harness.mounts, harness.env)


@pytest.fixture(scope="session")
def empty_services(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[ServiceName, Path]]:
    """The data directories of all services before any seed, used as lower layers and never written to."""
    folder = tmp_path_factory.mktemp("empty")
    run_in_cell(live.build, folder, list(SERVICES))
    yield {name: folder / name for name in SERVICES}
    remove_tree(folder)


@pytest.fixture(scope="session")
def cache(harness: BuiltHarness, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A Headwater cache that only tests use, which already contains the harness."""
    folder = tmp_path_factory.mktemp("home")
    (folder / "harnesses").symlink_to(next(iter(harness.mounts.values())).parent)
    yield folder
    (folder / "harnesses").unlink()
    remove_tree(folder)


@pytest.fixture(scope="session")
def user_env(cache: Path) -> dict[str, str]:
    """The environment variables of a user with that cache."""
    return {**os.environ, "HEADWATER_HOME": str(cache), "COLUMNS": "160"}
