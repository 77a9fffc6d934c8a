"""What an agent printed and kept, read as data: it is the agent's, so it may hold anything."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_LINE_LIMIT = 16 << 20
_FILE_LIMIT = 64 << 20
_TAIL = 600


@dataclass(frozen=True)
class Leftovers:
    """The files of one run.

    Attributes:
        stdout: What it printed; stderr is beside it.
        kept: Folder with the files that its command said to keep, by their paths below its home.
        exit_code: None if it had to be killed.
    """

    stdout: Path
    kept: Path
    exit_code: int | None = None

    def events(self) -> Iterator[dict[str, Any]]:
        """Yield the JSON objects among the lines that it printed."""
        yield from json_lines(self.stdout)

    def last_event(self, *kinds: str) -> dict[str, Any]:
        """Return the last event of one of these types; empty if there is none."""
        last: dict[str, Any] = {}
        for event in self.events():
            if event.get("type") in kinds:
                last = event
        return last

    def files(self, pattern: str) -> list[Path]:
        """Return kept files, the newest last."""
        return sorted(self.kept.glob(pattern), key=lambda path: path.stat().st_mtime_ns)

    def document(self, pattern: str) -> dict[str, Any]:
        """Return the newest kept file as JSON; empty where there is none, or none that is an object."""
        for path in reversed(self.files(pattern)):
            if path.stat().st_size <= _FILE_LIMIT and (value := _parse(path.read_bytes())):
                return value
        return {}

    def complaint(self) -> str:
        """Return the end of what it printed as its error, on one line."""
        for path in (self.stdout.with_suffix(".err"), self.stdout):
            if path.is_file() and (text := _tail(path)):
                return " ".join(text.split())[-_TAIL:]
        return ""


def json_lines(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the JSON objects among the lines of a file, and skip what is none."""
    if not path.is_file():
        return
    with path.open("rb") as file:
        while line := file.readline(_LINE_LIMIT):
            if line.lstrip().startswith(b"{") and (value := _parse(line)):
                yield value


def _parse(text: bytes) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _tail(path: Path) -> str:
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - 4 * _TAIL))
        return file.read().decode(errors="replace").strip()
