"""From a name to a suite: ours, and those of other installed packages."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path

from headwater.errors import PluginError
from headwater.policy import Policy
from headwater.suites._suite import Suite

_GROUP = "headwater.suites"
_FOLDER = Path(__file__).parent


@cache
def all_suites() -> Mapping[str, Suite]:
    """Return the suites by their names, sorted.

    Raises:
        PluginError: An entry point names something that is no suite, or takes the name of another one.
    """
    found = {suite.name: suite for suite in _own()}
    for entry in entry_points(group=_GROUP):
        suite = entry.load()
        where = f"entry point {_GROUP}: {entry.name} = {entry.value}"
        if not isinstance(suite, Suite):
            raise PluginError("is not an instance of headwater.suites.Suite", where=where)
        if suite.name != entry.name:
            raise PluginError(f"the suite calls itself {suite.name}", where=where, fix="give both one name")
        if suite.name in found:
            raise PluginError("there is a suite of that name", where=where, fix="rename it")
        found[suite.name] = suite
    return dict(sorted(found.items()))


def _own() -> list[Suite]:
    """Return the suites of each folder here."""
    names = sorted(path.parent.name for path in _FOLDER.glob("*/suite.py"))
    return [suite for name in names for suite in import_module(f"headwater.suites.{name}.suite").SUITES]


def policy_of(suite: str) -> Policy:
    """Return a suite's policy; that of tasks written by hand for a suite that is only a folder."""
    return all_suites()[suite].policy if suite in all_suites() else Policy()


def grading_code_of(suite: str) -> tuple[Path, ...]:
    """Return the code with which a suite grades besides its tasks' checks; none for one that is only a folder."""
    return all_suites()[suite].grading_code if suite in all_suites() else ()
