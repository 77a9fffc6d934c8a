"""From a name to a harness: Headwater's own, and those of other installed packages."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from headwater.errors import UserError
from headwater.harnesses._harness import Harness

GROUP = "headwater.harnesses"
"""Entry points of packages that bring a harness: its name, and the instance."""
BASE = "base"
"""The harness that all others are added to."""
_FOLDER = Path(__file__).parent


@cache
def all_harnesses() -> Mapping[str, Harness]:
    """Return the harnesses by their names, sorted.

    Raises:
        UserError: An entry point names something that is no harness, or takes the name of another one.
    """
    found = {harness.name: harness for harness in _own()}
    for entry in entry_points(group=GROUP):
        harness = _loaded(entry)
        if harness.name in found:
            raise UserError(f"{_of(entry)}: there is a harness of this name; rename it")
        found[harness.name] = harness
    return dict(sorted(found.items()))


def find_harness(name: str) -> Harness:
    """Return the harness of this name.

    Raises:
        UserError: There is none; names those that there are.
    """
    if name not in all_harnesses():
        raise UserError(f"--harness {name}: no such harness; there are {', '.join(all_harnesses())}")
    return all_harnesses()[name]


def _own() -> list[Harness]:
    """Return the harnesses of each folder here."""
    names = sorted(path.parent.name for path in _FOLDER.glob("*/harness.py"))
    return [harness for name in names for harness in import_module(f"headwater.harnesses.{name}.harness").HARNESSES]


def _loaded(entry: EntryPoint) -> Harness:
    try:
        harness = entry.load()
    except Exception as error:
        raise UserError(f"{_of(entry)}: cannot be loaded ({type(error).__name__}: {error}); mend it") from error
    if not isinstance(harness, Harness):
        raise UserError(f"{_of(entry)}: is not an instance of headwater.harnesses.Harness; see docs/harnesses.md")
    if harness.name != entry.name:
        raise UserError(f"{_of(entry)}: its name is {harness.name}; give both the same name")
    return harness


def _of(entry: EntryPoint) -> str:
    package = f" of {entry.dist.name}" if entry.dist else ""
    return f"entry point {GROUP}{package}: {entry.name} = {entry.value}"
