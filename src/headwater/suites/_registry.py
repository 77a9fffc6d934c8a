"""Finds suites by name: Headwater's own, and those of other installed packages."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path

from headwater.plugins import Group, itself
from headwater.policy import Policy
from headwater.suites._suite import Suite

_GROUP: Group[Suite] = Group(
    "headwater.suites",
    brings="a suite",
    page="docs/suites.md",
    make=itself,
    fault=lambda plugin: "" if isinstance(plugin, Suite) else "is not an instance of headwater.suites.Suite",
)
_FOLDER = Path(__file__).parent


@cache
def all_suites() -> Mapping[str, Suite]:
    """Return the suites by name, sorted.

    Raises:
        PluginError: An entry point names something that is not a suite, or has the same name as another suite.
    """
    found = {suite.name: suite for suite in _own_suites()}
    found |= {name: _GROUP.load(entry) for name, entry in _GROUP.entries(found).items()}
    return dict(sorted(found.items()))


def _own_suites() -> list[Suite]:
    """Return the suites of the folders in this package."""
    names = sorted(path.parent.name for path in _FOLDER.glob("*/suite.py"))
    return [suite for name in names for suite in import_module(f"headwater.suites.{name}.suite").SUITES]


def policy_of(suite: str) -> Policy:
    """Return a suite's policy.

    A suite that is only a folder has the default policy, which is for tasks written by hand.
    """
    return all_suites()[suite].policy if suite in all_suites() else Policy()


def grading_code_of(suite: str) -> tuple[Path, ...]:
    """Return the grading code of a suite, apart from its tasks' checks. A suite that is only a folder has none."""
    return all_suites()[suite].grading_code if suite in all_suites() else ()
