"""Protects bases, the layers that several starting states share, from removal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from headwater.caches import bases_lock
from headwater.locks import shared
from headwater.tasks import Task


@contextmanager
def keeping_bases(tasks: Sequence[Task], home: Path) -> Iterator[None]:
    """Protect the bases of these tasks, in the caches of ``home``, from removal inside a ``with`` block."""
    if all(task.config.base is None and task.config.data is None for task in tasks):
        yield
        return
    with shared(bases_lock(home)):
        yield
