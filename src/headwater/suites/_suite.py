"""Defines the interface of suites."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from headwater.policy import Policy


@dataclass(frozen=True)
class Cached:
    """An item that a suite has built and cached.

    Attributes:
        kind: The suite's name for items of this kind, such as ``base``.
        label: A name that distinguishes the item from others of its kind.
        size_bytes: The size on disk.
        is_used: Whether the current code uses the item. Otherwise `headwater cache prune` removes it.
    """

    kind: str
    path: Path
    label: str
    size_bytes: int
    is_used: bool


@dataclass(frozen=True)
class Pruned:
    """The part of a suite's cache that pruning removed, and the number of starting states that depended on it."""

    cached: Sequence[Cached]
    snapshots: int
    size_bytes: int


class Suite(ABC):
    """A named family of tasks, with everything that is needed to build, prove and grade them.

    A suite is an instance of a subclass, in the file ``suite.py`` of its package. This file imports nothing heavy:
    commands are given as ``module:attribute`` and loaded when they are called. Other packages name their suites in the
    entry-point group ``headwater.suites``. docs/suites.md has an example.
    """

    name: str
    summary: str
    """One line for `headwater list`."""
    extra: str | None = None
    """The extra of Headwater that the suite needs."""
    policy: Policy = Policy()
    baseline_agent: str | None = None
    """The baseline agent: results show the lift of all other agents over it."""
    metrics: ClassVar[Mapping[str, str]] = {}
    """The descriptions of the suite's native metrics, by the name under which a check reports a number from 0 to 1."""
    grading_code: tuple[Path, ...] = ()
    """Files and folders of grading code besides the tasks' ``checks.py``. Every digest of checks includes them."""
    attacks: Path | None = None
    """A folder of attacks on the suite's own tasks, one script each, in addition to those of the library."""
    build: ClassVar[Mapping[str, str]] = {}
    """The click command of each target of `headwater build SUITE [TARGET]`. The first target is the default."""
    score: str | None = None
    """The click command of `headwater score SUITE`."""
    export: str | None = None
    """The click command of `headwater export SUITE`."""
    review: str | None = None
    """The click command of `headwater review SUITE`."""
    evolve: str | None = None
    """The click command of `headwater evolve SUITE`."""

    @abstractmethod
    def tasks_folder(self, home: Path) -> Path:
        """Return the folder that contains the tasks' folders.

        Args:
            home: The cache folder.

        Raises:
            NotBuiltError: The tasks are not built yet. The message names the command that builds them.
        """

    def rows(self, home: Path) -> list[dict[str, Any]] | None:  # noqa: ARG002 - for suites that have some
        """Return the rows of `headwater list SUITE` if these are not just the tasks, or else None.

        Raises:
            NotBuiltError: See `tasks_folder`.
        """
        return None

    def cached(self, home: Path) -> list[Cached]:  # noqa: ARG002
        """Return the suite's items in the cache."""
        return []

    def prune(self, home: Path) -> Pruned | None:  # noqa: ARG002
        """Remove cached items that the current code does not use. Return None if the suite's cache is in use."""
        return Pruned((), 0, 0)
