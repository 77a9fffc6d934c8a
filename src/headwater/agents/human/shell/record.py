"""Writes a session's log to standard output, as one line of JSON per command."""

from __future__ import annotations

import base64
import binascii
import json
import re
import time
from dataclasses import dataclass, field
from typing import Any

_KEPT_BYTES = 16 << 10
"""The number of bytes that are kept from the beginning of a command's output, and also from its end."""
_FULL_SCREEN = re.compile(r"\x1b\[\?(?:1049|1047|47)h.*?(?:\x1b\[\?(?:1049|1047|47)l|\Z)", re.DOTALL)
_ESCAPE = re.compile(
    r"\x1b(?:\[[0-?]*[ -/]*[@-~]"  # control sequences: colours, movements
    r"|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?"  # strings: titles, links
    r"|[ -/]*[0-~])?"
)
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_ERASED = re.compile(r"[^\n\x08]\x08")


@dataclass
class _RunningCommand:
    command: str
    started: float
    head: bytearray = field(default_factory=bytearray)
    tail: bytearray = field(default_factory=bytearray)
    dropped: int = 0

    def take(self, data: bytes) -> None:
        room = _KEPT_BYTES - len(self.head)
        self.head += data[:room]
        self.tail += data[room:] if room < len(data) else b""
        excess = max(0, len(self.tail) - _KEPT_BYTES)
        self.dropped += excess
        del self.tail[:excess]

    def output(self) -> str:
        if not self.dropped:
            return readable(bytes(self.head + self.tail))
        return f"{readable(bytes(self.head))}\n[… {self.dropped} bytes …]\n{readable(bytes(self.tail))}"


class Recorder:
    """Tracks the running command and its output."""

    def __init__(self) -> None:
        self._running: _RunningCommand | None = None

    def start(self) -> None:
        """Record the beginning of the session."""
        self._log(type="start", at=time.time())

    def began(self, payload: bytes) -> None:
        """Record the beginning of a command, which the shell sends in base64."""
        self.ended(None)
        try:
            command = base64.b64decode(payload, validate=True).decode(errors="replace")
        except binascii.Error:
            command = ""
        self._running = _RunningCommand(command, time.time())

    def output(self, data: bytes) -> None:
        """Record output. Output outside a command is the prompt and typed input."""
        if self._running is not None:
            self._running.take(data)

    def ended(self, exit_code: int | None) -> None:
        """Record the end of the running command, if any. The exit code is None if it is unknown."""
        running, self._running = self._running, None
        if running is not None:
            self._log(
                type="command",
                command=running.command,
                started=running.started,
                ended=time.time(),
                exit_code=exit_code,
                output=running.output(),
            )

    def end(self, state: str) -> None:
        """Record the end of the session."""
        self.ended(None)
        self._log(type="end", state=state, at=time.time())

    @staticmethod
    def _log(**event: Any) -> None:
        print(json.dumps(event), flush=True)


def readable(output: bytes) -> str:
    """Return output as text, without colours and cursor movements, and with overwritten lines in their last state."""
    text = _FULL_SCREEN.sub("[a program that used the whole screen]\n", output.decode(errors="replace"))
    text = _ESCAPE.sub("", text)
    # One pass erases only one of several characters that were erased in a row.
    while _ERASED.search(text):
        text = _ERASED.sub("", text)
    lines = (line.rstrip("\r").rpartition("\r")[2] for line in text.split("\n"))
    return _CONTROL.sub("", "\n".join(lines))
