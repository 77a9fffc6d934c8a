"""Harnesses by name: ours, and those of other packages."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint

import pytest

from headwater.errors import UserError
from headwater.harnesses import Harness, _registry, all_harnesses, find_harness

OWN = ["base", "classic-de", "context", "context-catalog", "context-wiki", "lineage"]
MINE = Harness(name="mine", summary="Tools of mine.")
COPY = Harness(name="lineage", summary="One that takes the name of ours.")


@pytest.fixture
def others(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[EntryPoint]]:
    """Entry points of other packages, to be filled before harnesses are looked for."""
    found: list[EntryPoint] = []
    monkeypatch.setattr(_registry, "entry_points", lambda group: found if group == "headwater.harnesses" else [])
    all_harnesses.cache_clear()
    yield found
    all_harnesses.cache_clear()


def entry(name: str, what: str = "MINE") -> EntryPoint:
    return EntryPoint(name, f"{__name__}:{what}", "headwater.harnesses")


@pytest.mark.usefixtures("others")
def test_each_folder_has_its_harnesses() -> None:
    assert list(all_harnesses()) == OWN
    assert all(name == harness.name and harness.summary for name, harness in all_harnesses().items())


def test_one_of_another_package_is_one_of_them(others: list[EntryPoint]) -> None:
    others.append(entry("mine"))
    assert find_harness("mine") is MINE


@pytest.mark.parametrize(
    ("name", "what", "message"),
    [
        ("mine", "OWN", "is not an instance of headwater.harnesses.Harness; see docs/harnesses.md"),
        ("mine", "NOTHING", r"cannot be loaded \(AttributeError: .*NOTHING.*\); mend it"),
        ("other", "MINE", "its name is mine; give both the same name"),
        ("lineage", "COPY", "there is a harness of this name; rename it"),
    ],
)
def test_an_entry_point_that_is_no_harness_is_one_clear_line(
    others: list[EntryPoint], name: str, what: str, message: str
) -> None:
    others.append(entry(name, what))
    with pytest.raises(UserError, match=message) as refused:
        all_harnesses()
    assert str(refused.value).startswith(f"entry point headwater.harnesses: {name} = ")


@pytest.mark.parametrize("module", ["duckdb", "sqlglot", "mcp", "headwater.context.mcp", "headwater.trials"])
def test_declarations_load_nothing_heavy(module: str) -> None:
    code = f"import sys, headwater.harnesses as h; h.all_harnesses(); print({module!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
