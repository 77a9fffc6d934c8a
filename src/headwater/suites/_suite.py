"""What a suite is to the rest of Headwater."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from headwater.policy import Policy


@dataclass(frozen=True)
class Cached:
    """Something that a suite has built and keeps.

    Attributes:
        kind: What it is, in the suite's words, such as ``base``.
        label: Which one it is.
        size_bytes: On disk.
        is_used: Whether the present code uses it; otherwise `headwater cache prune` removes it.
    """

    kind: str
    path: Path
    label: str
    size_bytes: int
    is_used: bool


@dataclass(frozen=True)
class Pruned:
    """What pruning removed of what a suite had built, and how many starting states with it."""

    cached: Sequence[Cached]
    snapshots: int
    size_bytes: int


class Suite(ABC):
    """A named family of tasks, with what it takes to build, prove and grade them.

    A suite is one instance of a subclass, in the file ``suite.py`` of its package, which imports nothing heavy:
    commands are named as ``module:attribute`` and loaded when they are called. Another package names its suite in the
    entry-point group ``headwater.suites``; docs/suites.md has an example.
    """

    name: str
    summary: str
    """One line for `headwater list`."""
    extra: str | None = None
    """The optional part of Headwater that it needs."""
    policy: Policy = Policy()
    baseline_agent: str | None = None
    """The agent over which results show the lift of every other one."""
    metrics: ClassVar[Mapping[str, str]] = {}
    """The suite's native metrics, each from 0 to 1, by the name under which a check reports it: what it says."""
    grading_code: tuple[Path, ...] = ()
    """Files and folders of the code that grades besides the tasks' own ``checks.py``: part of each checks digest."""
    attacks: Path | None = None
    """A folder of attacks on its own tasks, a script each, besides those of the library."""
    build: ClassVar[Mapping[str, str]] = {}
    """The click command of each target of `headwater build SUITE [TARGET]`; the first target is the default."""
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
        """Return the folder that has a folder for each task.

        Args:
            home: The cache.

        Raises:
            NotBuiltError: The tasks are not built yet; names the command that builds them.
        """

    def rows(self, home: Path) -> list[dict[str, Any]] | None:  # noqa: ARG002 - for suites that have some
        """Return what `headwater list SUITE` shows, where there is more to it than its tasks; else None.

        Raises:
            NotBuiltError: As for `tasks_folder`.
        """
        return None

    def cached(self, home: Path) -> list[Cached]:  # noqa: ARG002
        """Return what the suite keeps in the cache."""
        return []

    def prune(self, home: Path) -> Pruned | None:  # noqa: ARG002
        """Remove what the present code does not use of it; None if that is in use right now."""
        return Pruned((), 0, 0)
