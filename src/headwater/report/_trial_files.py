"""Write the files of trials. Processes that share the work import this alone, and nothing of what draws figures."""

from __future__ import annotations

import signal
from collections.abc import Sequence
from pathlib import Path

from headwater.report._render import Renderer
from headwater.report._trial import TrialPages, TrialPlace


def leave_interrupts_to_the_parent() -> None:
    """Let Ctrl-C end the process that gave out the work, which then ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def write_trials(renderer: Renderer, folder: Path, trials: Sequence[TrialPlace]) -> int:
    """Write the page and the trace of each trial below ``folder``, and return how many bytes that were."""
    pages = TrialPages(renderer)
    size = 0
    for trial in trials:
        size += write_file(folder / trial.page, pages.page(trial))
        size += write_file(folder / trial.trace, pages.trace(trial))
    return size


def write_file(path: Path, content: bytes | None) -> int:
    """Write a file, if it has content, and return its size in bytes."""
    if content is None:
        return 0
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return len(content)
