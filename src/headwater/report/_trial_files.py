"""Write the files of trials. Processes that share the work import this alone, and nothing of what draws figures."""

from __future__ import annotations

import signal
from collections.abc import Sequence
from pathlib import Path

from headwater.report._render import Renderer
from headwater.report._trial import TrialPages, TrialPlace


class TrialWriter:
    """Writes the page and the trace of trials below a folder; of their tasks each is read once."""

    def __init__(self, renderer: Renderer, folder: Path) -> None:
        self._pages = TrialPages(renderer)
        self._folder = folder

    def write(self, trials: Sequence[TrialPlace]) -> int:
        """Write the files of some trials, and return how many bytes that were."""
        size = 0
        for trial in trials:
            size += write_file(self._folder / trial.page, self._pages.page(trial))
            size += write_file(self._folder / trial.trace, self._pages.trace(trial))
        return size


_writer: TrialWriter
"""Of this process of the pool, which has no other place for what its batches share."""


def start_process(renderer: Renderer, folder: Path) -> None:
    """Prepare a process for its batches; on Ctrl-C the one that gave out the work ends it."""
    global _writer
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _writer = TrialWriter(renderer, folder)


def write_batch(trials: Sequence[TrialPlace]) -> int:
    """Write the files of some trials in a process of the pool, and return how many bytes that were."""
    return _writer.write(trials)


def write_file(path: Path, content: bytes | None) -> int:
    """Write a file, if it has content, and return its size in bytes."""
    if content is None:
        return 0
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return len(content)
