"""What other installed packages bring: suites, engines, harnesses, agents and executors, which entry points name."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Generic, TypeVar

from headwater.errors import PluginError

T = TypeVar("T")


def itself(named: Any) -> Any:
    """Return what an entry point names."""
    return named


def called(named: Any) -> Any:
    """Return what an entry point's class makes without arguments."""
    return named()


@dataclass(frozen=True)
class Group(Generic[T]):
    """A group of entry points; each has the name of the thing that it brings.

    Attributes:
        name: As packages write it, such as ``headwater.suites``.
        brings: What an entry point brings, such as ``a suite``.
        page: Of the documentation.
        make: Makes it from what the entry point names: ``itself`` or ``called``.
        fault: Says why an object is no such thing; empty if it is one.
        name_in: Its attribute that has its name.
    """

    name: str
    brings: str
    page: str
    make: Callable[[Any], T]
    fault: Callable[[Any], str]
    name_in: str = "name"

    def entries(self, own: Collection[str]) -> dict[str, EntryPoint]:
        """Return the entry points by their names; none is loaded.

        Args:
            own: Names that Headwater itself has taken.

        Raises:
            PluginError: A name is taken twice.
        """
        found: dict[str, EntryPoint] = {}
        for entry in entry_points(group=self.name):
            if entry.name in own or entry.name in found:
                raise PluginError(f"there is {self.brings} of this name", where=self._where(entry), fix="rename it")
            found[entry.name] = entry
        return found

    def load(self, entry: EntryPoint) -> T:
        """Return what an entry point brings.

        Raises:
            PluginError: It cannot be imported or made, is another kind of thing, or has another name.
        """
        where = self._where(entry)
        try:
            made = self.make(entry.load())
        except Exception as error:
            raise PluginError(
                f"cannot be loaded ({type(error).__name__}: {error})", where=where, fix="mend it"
            ) from error
        if fault := self.fault(made):
            raise PluginError(fault, where=where, fix=f"see {self.page}")
        if (name := getattr(made, self.name_in)) != entry.name:
            raise PluginError(f"its {self.name_in} is {name}", where=where, fix="give both the same name")
        return made

    def _where(self, entry: EntryPoint) -> str:
        package = f" of {entry.dist.name}" if entry.dist else ""
        return f"entry point {self.name}{package}: {entry.name} = {entry.value}"
