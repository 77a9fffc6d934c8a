"""Passes options to bubblewrap over descriptors, because its command line is public and options contain paths."""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from headwater.sandbox._seccomp import call_filter

_FIRST = 200
"""The first of the descriptors that are always free, so that every program's command line contains the same numbers."""


def reserve_descriptors() -> None:
    """Enlarge this process's table of file descriptors for `passed_options`.

    The kernel does this at once in a process with one thread. In one with several threads, it takes 10 to 20 ms.
    """
    os.close(fcntl.fcntl(0, fcntl.F_DUPFD_CLOEXEC, _FIRST + 1))


class PassedOptions(NamedTuple):
    """The options that must stay on the command line, and the descriptors that the program must inherit."""

    argv: list[str]
    descriptors: list[int]


@contextlib.contextmanager
def passed_options(options: Sequence[str]) -> Iterator[PassedOptions]:
    """Hold descriptors with ``options`` and the system call filter while bubblewrap starts."""
    passed = PassedOptions([], [])
    try:
        _pass(passed, "--args", b"".join(os.fsencode(option) + b"\0" for option in options))
        if (calls := call_filter()) is not None:
            _pass(passed, "--seccomp", calls)
        yield passed
    finally:
        for descriptor in passed.descriptors:
            os.close(descriptor)


def _pass(passed: PassedOptions, option: str, content: bytes) -> None:
    memory = os.memfd_create("options")
    try:
        os.write(memory, content)
        os.lseek(memory, 0, os.SEEK_SET)
        descriptor = fcntl.fcntl(memory, fcntl.F_DUPFD_CLOEXEC, _FIRST)
    finally:
        os.close(memory)
    passed.argv.extend((option, str(descriptor)))
    passed.descriptors.append(descriptor)
