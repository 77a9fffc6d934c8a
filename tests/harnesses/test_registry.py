"""Harnesses by name: Headwater's own, and those of other packages."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from headwater.errors import PluginError
from headwater.harnesses import ROOT, Harness, all_harnesses, find_harness
from headwater.layers import PythonLayer

OWN = ["base", "classic-de", "context", "context-catalog", "context-wiki", "lineage", "olap-for-swe"]
MINE = Harness(name="mine", summary="Tools of mine.")
WITHOUT_LOCK = Harness(
    name="without-lock", summary="", layers={f"{ROOT}/python": PythonLayer("harness", "without-lock", Path("/nowhere"))}
)


@pytest.mark.usefixtures("others")
def test_each_folder_has_its_harnesses() -> None:
    assert list(all_harnesses()) == OWN
    assert all(name == harness.name and harness.summary for name, harness in all_harnesses().items())


def test_an_item_of_another_package_is_registered(others: list[EntryPoint]) -> None:
    others.append(EntryPoint("mine", f"{__name__}:MINE", "headwater.harnesses"))
    assert find_harness("mine") is MINE


@pytest.mark.parametrize(
    ("name", "target", "fault"),
    [
        ("without-lock", "WITHOUT_LOCK", r"the package does not contain /nowhere/requirements\.txt"),
        ("mine", "OWN", r"is not an instance of headwater\.harnesses\.Harness"),
    ],
)
def test_a_package_that_cannot_be_used_is_named(others: list[EntryPoint], name: str, target: str, fault: str) -> None:
    others.append(EntryPoint(name, f"{__name__}:{target}", "headwater.harnesses"))
    with pytest.raises(PluginError, match=rf"headwater\.harnesses.*{target}: {fault}; see docs/harnesses\.md$"):
        all_harnesses()


@pytest.mark.parametrize("module", ["duckdb", "sqlglot", "mcp", "headwater.context.mcp", "headwater.trials"])
def test_declarations_load_nothing_heavy(module: str) -> None:
    code = f"import sys, headwater.harnesses as h; h.all_harnesses(); print({module!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
