"""Finds harnesses by name, in Headwater itself and in other installed packages."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path

from headwater.errors import NotFoundError
from headwater.harnesses._harness import Harness
from headwater.plugins import Group, itself


def _fault(plugin: object) -> str:
    """Return why an object is not a harness that can be used; a package can lack files that its build left out."""
    if not isinstance(plugin, Harness):
        return "is not an instance of headwater.harnesses.Harness"
    missing = (path for layer in plugin.all_layers for path in layer.lock_files if not path.is_file())
    return next((f"the package does not contain {path}" for path in missing), "")


_GROUP: Group[Harness] = Group(
    "headwater.harnesses", brings="a harness", page="docs/harnesses.md", make=itself, fault=_fault
)
BASE = "base"
"""The harness that all others extend."""
_FOLDER = Path(__file__).parent


@cache
def all_harnesses() -> Mapping[str, Harness]:
    """Return the harnesses by name, sorted.

    Raises:
        PluginError: An entry point refers to an object that is not a harness, or reuses the name of another harness.
    """
    found = {harness.name: harness for harness in _own_harnesses()}
    found |= {name: _GROUP.load(entry) for name, entry in _GROUP.entries(found).items()}
    return dict(sorted(found.items()))


def find_harness(name: str) -> Harness:
    """Return the harness with this name.

    Raises:
        NotFoundError: The harness does not exist; the message lists the existing ones.
    """
    if name not in all_harnesses():
        raise NotFoundError("no such harness", where=f"--harness {name}", fix=f"there are {', '.join(all_harnesses())}")
    return all_harnesses()[name]


def _own_harnesses() -> list[Harness]:
    """Return the harnesses defined in the subfolders of this package."""
    names = sorted(path.parent.name for path in _FOLDER.glob("*/harness.py"))
    return [harness for name in names for harness in import_module(f"headwater.harnesses.{name}.harness").HARNESSES]
