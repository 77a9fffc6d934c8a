"""Runs functions on an agent's output in a separate process, which confines their memory use and crashes."""

from __future__ import annotations

import os
import resource
from collections.abc import Callable
from pathlib import Path

from headwater import processes
from headwater.memory import limit_memory

_MEMORY = 1 << 30
"""The memory limit in bytes beyond the process's memory at its start. An ordinary run's log needs a tenth of it."""
_SECONDS = 120


def run_apart(errors: Path, function: Callable[..., None], *args: object) -> bool:
    """Run an importable function within 1 GiB and two minutes, and return whether it completed.

    Args:
        errors: The file for the function's standard error, such as a traceback. No file is left if there was no output.
        function: The function. Both the function and its arguments must be picklable.
        args: The function's arguments.
    """
    process = processes.context().Process(target=_limited, args=(errors, function, args), daemon=True)
    process.start()
    process.join(_SECONDS)
    if process.is_alive():
        process.kill()
        process.join()
        errors.write_text(f"ended after {_SECONDS} s\n")
    elif process.exitcode != 0 and not errors.stat().st_size:
        errors.write_text(f"ended with exit code {process.exitcode}; it may use {_MEMORY >> 20} MiB\n")
    elif not errors.stat().st_size:
        errors.unlink()
    done = process.exitcode == 0
    process.close()
    return done


def _limited(errors: Path, function: Callable[..., None], args: tuple[object, ...]) -> None:
    descriptor = os.open(errors, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
    os.dup2(descriptor, 2)
    limit_memory(_MEMORY)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # a crash must not write a core dump to the disk
    function(*args)
