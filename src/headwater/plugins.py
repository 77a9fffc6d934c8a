"""Loads the entry points of other installed packages: suites, engines, harnesses, agents and executors."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Generic, TypeVar

from headwater.errors import PluginError

T = TypeVar("T")


def itself(target: Any) -> Any:
    """Return the object that an entry point names."""
    return target


def call_entry_point(target: Any) -> Any:
    """Call the object that an entry point names, without arguments, and return the result."""
    return target()


@dataclass(frozen=True)
class Group(Generic[T]):
    """A group of entry points, each of which is named after the object that it provides.

    Attributes:
        name: The group's name, such as ``headwater.suites``.
        brings: The kind of object in messages, such as ``a suite``.
        page: The documentation page.
        make: Creates the object from the target of the entry point: ``itself`` or ``call_entry_point``.
        fault: Returns the reason why an object is not of this kind, or an empty string if it is.
        name_in: The attribute of an object that contains its name.
    """

    name: str
    brings: str
    page: str
    make: Callable[[Any], T]
    fault: Callable[[Any], str]
    name_in: str = "name"

    def entries(self, own: Collection[str]) -> dict[str, EntryPoint]:
        """Return the entry points, keyed by name, without loading them.

        Args:
            own: Names that Headwater itself uses.

        Raises:
            PluginError: Two entry points have the same name, or one has a name that Headwater itself uses.
        """
        found: dict[str, EntryPoint] = {}
        for entry in entry_points(group=self.name):
            if entry.name in own or entry.name in found:
                raise PluginError(
                    f"there is already {self.brings} of this name", where=self._entry_name(entry), fix="rename it"
                )
            found[entry.name] = entry
        return found

    def load(self, entry: EntryPoint) -> T:
        """Load and return the object that an entry point names.

        Raises:
            PluginError: The object cannot be imported or created, is of another kind, or has another name.
        """
        where = self._entry_name(entry)
        try:
            plugin = self.make(entry.load())
        except Exception as error:
            raise PluginError(
                f"cannot be loaded ({type(error).__name__}: {error})", where=where, fix="fix the package"
            ) from error
        if fault := self.fault(plugin):
            raise PluginError(fault, where=where, fix=f"see {self.page}")
        if (name := getattr(plugin, self.name_in)) != entry.name:
            raise PluginError(f"its {self.name_in} is {name}", where=where, fix="give both the same name")
        return plugin

    def _entry_name(self, entry: EntryPoint) -> str:
        package = f" of {entry.dist.name}" if entry.dist else ""
        return f"entry point {self.name}{package}: {entry.name} = {entry.value}"
