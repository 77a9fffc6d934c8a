"""Locates the caches, whose content can always be rebuilt."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from headwater.errors import FileAccessError

FIX = "choose another folder with HEADWATER_HOME"


def home() -> Path:
    """Return the cache folder: ``HEADWATER_HOME``, or else a folder in the user's cache directory."""
    chosen = os.environ.get("HEADWATER_HOME")
    if chosen:
        return Path(chosen).absolute()
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "headwater"


def require_writable_home() -> None:
    """Create the cache folder.

    Raises:
        FileAccessError: The folder cannot be created or written.
    """
    try:
        home().mkdir(parents=True, exist_ok=True)
        if not os.access(home(), os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        raise FileAccessError(f"cannot be written ({error.strerror})", where=home(), fix=FIX) from None


def bases_lock(home: Path) -> Path:
    """Return the path of the lock on the bases, which are the layers that starting states share.

    Hold a shared lock to build or use bases, and an exclusive one to remove them.
    """
    return home / "locks" / "bases"
