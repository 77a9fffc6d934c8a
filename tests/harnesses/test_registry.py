"""Harnesses by name: Headwater's own, and those of other packages."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import EntryPoint

import pytest

from headwater.harnesses import Harness, all_harnesses, find_harness

OWN = ["base", "classic-de", "context", "context-catalog", "context-wiki", "lineage", "olap-for-swe"]
MINE = Harness(name="mine", summary="Tools of mine.")


@pytest.mark.usefixtures("others")
def test_each_folder_has_its_harnesses() -> None:
    assert list(all_harnesses()) == OWN
    assert all(name == harness.name and harness.summary for name, harness in all_harnesses().items())


def test_an_item_of_another_package_is_registered(others: list[EntryPoint]) -> None:
    others.append(EntryPoint("mine", f"{__name__}:MINE", "headwater.harnesses"))
    assert find_harness("mine") is MINE


@pytest.mark.parametrize("module", ["duckdb", "sqlglot", "mcp", "headwater.context.mcp", "headwater.trials"])
def test_declarations_load_nothing_heavy(module: str) -> None:
    code = f"import sys, headwater.harnesses as h; h.all_harnesses(); print({module!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
