"""The suite ``discovery`` as the rest of Headwater sees it."""

from __future__ import annotations

from pathlib import Path

from headwater.errors import NotBuiltError
from headwater.suites._suite import Suite

_COMMANDS = "headwater.suites.discovery.commands"


class Discovery(Suite):
    """Questions whose data have to be found among many files first."""

    name = "discovery"
    summary = "Questions whose data have to be found first: scores of answers to CoDA-Bench."
    score = f"{_COMMANDS}.score:command"

    def tasks_folder(self, home: Path) -> Path:  # noqa: ARG002 - there is nothing to build yet
        """Raise, since the suite has no tasks.

        Raises:
            NotBuiltError: Always; names what the suite has.
        """
        raise NotBuiltError("has no tasks yet", where=self.name, fix="`headwater score discovery` scores answers")


SUITES = (Discovery(),)
