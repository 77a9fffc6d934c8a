"""Runs the programs that make up an installation, and reports which step is running and the time so far."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from headwater.errors import CancelledError, LayerError
from headwater.untrusted import one_line

_EVERY_SEC = 15.0
_LINE = 100
_TAIL = 800


class Installation:
    """An installation of packages, some of which take minutes.

    Args:
        what: What is installed, such as ``harness classic-de``.
        notify: Called with a line of text for each step, and every 15 seconds during a step.
        fix: Returns a fix for the output of a program that failed, or an empty string.
    """

    def __init__(self, what: str, notify: Callable[[str], None], fix: Callable[[str], str]) -> None:
        self._what = what
        self._notify = notify
        self._fix = fix
        self._began = time.monotonic()
        self._has_steps = False

    def run(
        self, command: Sequence[str], step: str, *, then: Mapping[str, str] | None = None, cwd: Path | None = None
    ) -> None:
        """Run a program.

        Args:
            command: The program with its arguments.
            step: What it does.
            then: What it does after it has printed a line with this beginning, if it does several things.
            cwd: The working directory.

        Raises:
            LayerError: The program failed.
            CancelledError: Ctrl-C ended the program.
        """
        self._say(step)
        lines: list[str] = []
        with subprocess.Popen(command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
            try:
                for line in _lines(process):
                    if line is None:
                        latest = f" ({one_line(lines[-1])[:_LINE]})" if lines else ""
                        self._say(f"{step}{latest}")
                        continue
                    lines.append(line)
                    following = [text for start, text in (then or {}).items() if line.startswith(start)]
                    if following:
                        [step] = following
                        self._say(step)
            except BaseException:
                process.kill()
                raise
        self._check(process.returncode, "\n".join(lines))

    def end(self) -> None:
        """Report the end of an installation that ran programs."""
        if self._has_steps:
            self._notify(f"{self._what}: built in {self._seconds()}")

    def _say(self, step: str) -> None:
        self._has_steps = True
        self._notify(f"{self._what}: {self._seconds()}, {step}")

    def _seconds(self) -> str:
        return f"{time.monotonic() - self._began:.0f} s"

    def _check(self, exit_code: int, output: str) -> None:
        # Ctrl-C in a terminal also ends the program, with this signal or with the exit code of a shell.
        if exit_code in (-signal.SIGINT, 128 + signal.SIGINT):
            raise CancelledError(
                "its installation was interrupted", where=self._what, fix="the next run starts it again"
            )
        if exit_code != 0:
            raise LayerError(f"could not be installed: {output[-_TAIL:]}", where=self._what, fix=self._fix(output))


def _lines(process: subprocess.Popen[bytes]) -> Iterator[str | None]:
    """Yield each non-empty line that a program prints until it exits, and None every 15 seconds."""
    assert process.stdout is not None
    rest, next_tick = b"", time.monotonic() + _EVERY_SEC
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        while True:
            if selector.select(max(0.0, next_tick - time.monotonic())):
                read = os.read(process.stdout.fileno(), 1 << 16)
                *complete_lines, rest = (rest + read).split(b"\n")
                if not read:
                    complete_lines.append(rest)
                yield from (text for line in complete_lines if (text := line.decode(errors="replace").strip()))
                if not read:
                    return
            if time.monotonic() >= next_tick:
                next_tick += _EVERY_SEC
                yield None
