"""Where everything is kept that can be made again."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from headwater.errors import FileAccessError

FIX = "choose another folder with HEADWATER_HOME"


def home() -> Path:
    """Where caches are: ``HEADWATER_HOME``, or a folder in the user's cache."""
    chosen = os.environ.get("HEADWATER_HOME")
    if chosen:
        return Path(chosen).absolute()
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "headwater"


def require_writable_home() -> None:
    """Make the folder of caches.

    Raises:
        FileAccessError: It cannot be made or written.
    """
    try:
        home().mkdir(parents=True, exist_ok=True)
        if not os.access(home(), os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        raise FileAccessError(f"cannot be written ({error.strerror})", where=home(), fix=FIX) from None


def bases_lock(home: Path) -> Path:
    """The lock of what starting states are laid upon: shared by who makes or uses it, held alone by who removes it."""
    return home / "locks" / "bases"
