"""A terminal for tests: the real command line on a pseudo-terminal, with typed input."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping
from pathlib import Path

_ESCAPES = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07]*\x07|[>=])")


class Terminal:
    """A terminal that runs Headwater.

    Attributes:
        shown_text: Everything shown so far, without escape sequences and carriage returns.
    """

    def __init__(
        self, *args: str | Path, cwd: Path, env: Mapping[str, str], rows: int = 30, columns: int = 100
    ) -> None:
        self._master, slave = pty.openpty()
        self.resize(rows, columns)
        self.modes = termios.tcgetattr(self._master)
        command = [sys.executable, "-c", "from headwater.cli import main; main()", *map(str, args)]
        self.process = subprocess.Popen(
            command,
            cwd=cwd,
            env={**env, "TERM": "xterm-256color"},
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
        )
        os.close(slave)
        self.shown_text = ""
        self._raw = b""
        self._found = 0

    def resize(self, rows: int, columns: int) -> None:
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, text: str) -> None:
        r"""Type text; ``\\r`` is the Enter key, ``\\x03`` is Ctrl-C."""
        os.write(self._master, text.encode())

    def expect(self, pattern: str, timeout_sec: float = 120) -> re.Match[str]:
        """Wait until a pattern matches the output after the previous match."""
        deadline = time.monotonic() + timeout_sec
        while True:
            if found := re.compile(pattern).search(self.shown_text, self._found):
                self._found = found.end()
                return found
            assert time.monotonic() < deadline, f"{pattern} was not shown in {self.shown_text[-3000:]}"
            assert self._read() or re.search(pattern, self.shown_text[self._found :]), (
                f"{pattern} never came: {self.shown_text}"
            )

    def end(self, timeout_sec: float = 120) -> int:
        """Wait for the program to exit, and return its exit code."""
        deadline = time.monotonic() + timeout_sec
        while self.process.poll() is None:
            assert time.monotonic() < deadline, self.shown_text[-3000:]
            self._read()
        while self._read(0.1):
            pass
        return self.process.returncode

    def is_restored(self) -> bool:
        """Return whether the terminal echoes and edits lines again."""
        return termios.tcgetattr(self._master)[3] == self.modes[3]

    def hang_up(self) -> None:
        """Close the terminal window."""
        os.close(self._master)
        self._master = -1

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
        if self._master >= 0:
            os.close(self._master)

    def _read(self, timeout_sec: float = 0.2) -> bool:
        """Read new output; return False when the program has ended."""
        if not select.select([self._master], [], [], timeout_sec)[0]:
            return self.process.poll() is None
        try:
            self._raw += os.read(self._master, 1 << 16)
        except OSError:  # the program has ended
            return False
        self.shown_text = _ESCAPES.sub("", self._raw.decode(errors="replace")).replace("\r", "")
        return True
