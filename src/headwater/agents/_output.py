"""Reads an agent's output and kept files as data. Both may contain anything, so no function here raises an error."""

from __future__ import annotations

import contextlib
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from headwater.untrusted import one_line, read_json

_LINE_LIMIT = 16 << 20
_FILE_LIMIT = 64 << 20
_READ_LIMIT = 512 << 20
_TAIL = 600
_TRACEBACK = "Traceback (most recent call last)"


@dataclass(frozen=True)
class AgentOutput:
    """The files from one run of an agent.

    Attributes:
        stdout: The file with the agent's standard output. The file with the standard error is in the same folder.
        kept_folder: The folder of kept files, which have the same relative paths as in the agent's home.
        exit_code: The exit code, or None if the agent had to be killed.
    """

    stdout: Path
    kept_folder: Path
    exit_code: int | None = None

    def events(self) -> Iterator[dict[str, Any]]:
        """Yield the JSON objects among the lines that the agent printed."""
        yield from json_lines(self.stdout)

    def last_event(self, *kinds: str) -> dict[str, Any]:
        """Return the last event of one of the given types, or an empty object if there is none."""
        last: dict[str, Any] = {}
        for event in self.events():
            if event.get("type") in kinds:
                last = event
        return last

    def files(self, pattern: str) -> list[Path]:
        """Return the kept files that match a pattern, newest last. Files with overlong paths are skipped."""
        found = []
        with contextlib.suppress(OSError):
            for path in self.kept_folder.glob(pattern):
                with contextlib.suppress(OSError):
                    status = path.lstat()
                    if stat.S_ISREG(status.st_mode):
                        found.append((status.st_mtime_ns, path))
        return [path for _, path in sorted(found)]

    def document(self, pattern: str) -> dict[str, Any]:
        """Return the newest kept file that is a JSON object, or an empty object if there is none."""
        for path in reversed(self.files(pattern)):
            with path.open("rb") as file:
                raw = file.read(_FILE_LIMIT + 1)
            if len(raw) <= _FILE_LIMIT and (value := _parse(raw)):
                return value
        return {}

    def complaint(self) -> str:
        """Return the end of the agent's standard error, or else of its standard output, on one line.

        If the text contains a traceback, only its last line is returned.
        """
        for path in (self.stdout.with_suffix(".err"), self.stdout):
            if path.is_file() and (text := _tail(path)):
                last = text.splitlines()[-1] if _TRACEBACK in text else text
                return one_line(last)[-_TAIL:]
        return ""


def json_lines(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the JSON objects among the lines of a file, and skip other lines."""
    if not path.is_file():
        return
    with path.open("rb") as file:
        while (line := file.readline(_LINE_LIMIT)) and file.tell() <= _READ_LIMIT:
            if line.lstrip().startswith(b"{") and (value := _parse(line)):
                yield value


def _parse(text: bytes) -> dict[str, Any]:
    try:
        value = read_json(text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _tail(path: Path) -> str:
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - 4 * _TAIL))
        return file.read().decode(errors="replace").strip()
