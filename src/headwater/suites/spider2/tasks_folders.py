"""Locates the suite's tasks."""

from __future__ import annotations

from pathlib import Path

from headwater.errors import NotBuiltError

INDEX = "_index.json"
FACTS = "facts.json"
"""The file in a base's folder that describes the base."""


def folder_of(home: Path, suite: str) -> Path:
    """Return the folder of the tasks in `spider2` or `spider2-repaired`. It may not exist yet."""
    return home / "spider2/suites" / suite


def built_folder(home: Path, suite: str) -> Path:
    """Return the folder of the tasks in `spider2` or `spider2-repaired`.

    Raises:
        NotBuiltError: The tasks are not built. The message names the command that builds them.
    """
    folder = folder_of(home, suite)
    if not folder.is_dir():
        option = " --repaired" if suite != "spider2" else ""
        raise NotBuiltError(f"{suite} is not built yet", fix=f"run: headwater build spider2 --from CHECKOUT{option}")
    return folder
