"""Where everything is kept that can be made again."""

from __future__ import annotations

import os
from pathlib import Path


def home() -> Path:
    """Where caches are: ``HEADWATER_HOME``, or a folder in the user's cache."""
    chosen = os.environ.get("HEADWATER_HOME")
    if chosen:
        return Path(chosen).absolute()
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "headwater"


def bases_lock(home: Path) -> Path:
    """The lock of what starting states are laid upon: shared by who makes or uses it, held alone by who removes it."""
    return home / "locks" / "bases"
