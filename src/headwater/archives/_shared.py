"""Records the stores through which this process's caches are shared."""

from __future__ import annotations

import hashlib
import platform
import sys
from functools import cache
from pathlib import Path

from headwater.archives._store import ArchiveStore

_stores: dict[Path, ArchiveStore] = {}


def share_caches(home: Path, store: ArchiveStore) -> None:
    """From now on, look in the store before building anything in these caches, and upload new builds.

    Args:
        home: The cache folder.
        store: The store.
    """
    _stores[home] = store


def store_of(home: Path) -> ArchiveStore | None:
    """Return the store through which these caches are shared, or None if they are not shared."""
    return _stores.get(home)


def machine_key(path: Path, home: Path) -> str:
    """Return the key of a cached folder that only machines like this one can use.

    Args:
        path: The folder. Its name contains a digest of its inputs.
        home: The cache folder.
    """
    return f"{_machine()}/{path.relative_to(home)}"


@cache
def _machine() -> str:
    """Return a digest of everything that built software and data files depend on."""
    parts = [platform.machine(), *platform.libc_ver(), sys.version, sys.base_prefix]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]
