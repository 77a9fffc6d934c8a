"""Writes the files of trials. Worker processes import only this module and thus no drawing libraries."""

from __future__ import annotations

import signal
from collections.abc import Sequence
from pathlib import Path

from headwater.report._render import PageRenderer
from headwater.report._trial import TrialPages, TrialPlace


class TrialWriter:
    """Writes the pages and traces of trials to a folder. Each task is read once."""

    def __init__(self, renderer: PageRenderer, folder: Path) -> None:
        self._pages = TrialPages(renderer)
        self._folder = folder

    def write(self, trials: Sequence[TrialPlace]) -> int:
        """Write the files of some trials, and return their size in bytes."""
        size = 0
        for trial in trials:
            size += write_file(self._folder / trial.page, self._pages.page(trial))
            size += write_file(self._folder / trial.trace, self._pages.trace(trial))
        return size


_writer: TrialWriter
"""This worker process's writer. A pool provides no other place for state that batches share."""


def start_process(renderer: PageRenderer, folder: Path) -> None:
    """Prepare a worker process to ignore Ctrl-C. The parent process handles it and stops its workers."""
    global _writer
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _writer = TrialWriter(renderer, folder)


def write_batch(trials: Sequence[TrialPlace]) -> int:
    """Write the files of some trials in a worker process, and return their size in bytes."""
    return _writer.write(trials)


def write_file(path: Path, content: bytes | None) -> int:
    """Write a file if there is content for it, and return its size in bytes."""
    if content is None:
        return 0
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return len(content)
