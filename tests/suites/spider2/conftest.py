"""The small checkout, written once, and suites built from it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.suites.spider2.small import SmallCheckout, write_checkout

from headwater.harnesses import BuiltHarness
from headwater.harnesses.toolchains import PYTHON, equipped
from headwater.jobs import home
from headwater.sandbox import remove_tree
from headwater.suites.spider2.build import Archive, Archives, InstanceIndex, Options, build_suite, read_checkout


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> SmallCheckout:
    """A checkout and both archives, which no test changes."""
    return write_checkout(tmp_path_factory.mktemp("small"))


@pytest.fixture(scope="module")
def caches(harness: BuiltHarness, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A cache that only these tests use, with the user's installed software."""
    folder = tmp_path_factory.mktemp("home")
    dated = equipped(harness, "dbt-1-10", None, home(), print)
    (folder / "harnesses").symlink_to(next(iter(harness.mounts.values())).parent)
    (folder / "toolchains").symlink_to(dated.mounts[PYTHON].parent)
    yield folder
    (folder / "harnesses").unlink()
    (folder / "toolchains").unlink()
    remove_tree(folder)


def archives(small: SmallCheckout) -> Archives:
    """Return both archives."""
    return Archives(Archive(small.start, "--start-db"), Archive(small.gold, "--gold"))


def build(
    home: Path,
    checkout: Path,
    archives: Archives | None = None,
    *,
    repaired: bool = False,
    real_date: bool = False,
    references: bool = False,
) -> tuple[InstanceIndex, list[str]]:
    """Build the suite, without dbt unless `references` is true, and return its index and the progress messages."""
    messages: list[str] = []
    options = Options(repaired, real_date, references)
    index = build_suite(
        home, read_checkout(checkout), archives or Archives(), options, messages.append, threading.Event()
    )
    return index, messages
