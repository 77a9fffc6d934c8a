"""The workspace that the agent left, read as data."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from headwater.grading.code import Source
from headwater.services import QueryError

_LIMIT = 4 << 20
_MAX_FILES = 20_000
_MAX_ADDED = 64 << 20
_SKIPPED = {
    ".git",
    ".venv",
    "venv",
    "node_modules",
    "__pycache__",
    ".pytest_cache",
    ".mypy_cache",
    ".ruff_cache",
}


class Workspace:
    """Reads files below a root and never beyond it: a link that leads out is no file.

    Paths are relative to the workspace, with ``/``.
    """

    def __init__(self, root: Path, shipped: Path) -> None:
        self._root = root.resolve()
        self._shipped = shipped.resolve()

    def exists(self, path: str) -> bool:
        """Whether there is a regular file at ``path``."""
        return _locate(self._root, path) is not None

    def read_text(self, path: str) -> str:
        """Return a file's text; empty if there is none. Bad UTF-8 is replaced, and 4 MiB are enough."""
        return _read(self._root, path) or ""

    def shipped_text(self, path: str) -> str | None:
        """Return a file's text as the task shipped it, or None."""
        return _read(self._shipped, path)

    def files(self, pattern: str = "**/*") -> list[str]:
        """Return the regular files that match a glob, sorted; packages and caches of tools are left out."""
        return sorted(path for path in self._walk() if Path(path).match(pattern) or pattern == "**/*")

    def sources(self) -> list[Source]:
        """Return every text file with what it was when the task shipped it.

        Raises:
            QueryError: There is more than an agent's work can be; what is not read could hide anything.
        """
        return list(self._sources)

    @cached_property
    def _sources(self) -> tuple[Source, ...]:
        found, added = [], 0
        for path in self.files():
            text = _read(self._root, path)
            if text is None or "\0" in text:
                continue
            source = Source(path, text, self.shipped_text(path))
            added += 0 if source.shipped == text else len(text)
            if added > _MAX_ADDED:
                raise QueryError(f"the workspace has more than {_MAX_ADDED >> 20} MiB of new text")
            found.append(source)
        return tuple(found)

    def changed(self) -> list[str]:
        """Return files that the agent made or changed."""
        return [source.path for source in self.sources() if source.text != source.shipped]

    def _walk(self) -> Iterator[str]:
        """Yield regular files, without recursion: an agent can chain more folders than Python has frames."""
        pending, found = [self._root], 0
        while pending:
            folder = pending.pop()
            try:
                entries = list(os.scandir(folder))
            except OSError:  # deeper than a path can be long
                continue
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    if entry.name not in _SKIPPED:
                        pending.append(folder / entry.name)
                elif entry.is_file(follow_symlinks=False):
                    found += 1
                    if found > _MAX_FILES:
                        raise QueryError(f"the workspace has more than {_MAX_FILES} files")
                    yield (folder / entry.name).relative_to(self._root).as_posix()


def _locate(root: Path, path: str) -> Path | None:
    try:
        resolved = (root / path).resolve()
        return resolved if resolved.is_relative_to(root) and resolved.is_file() else None
    except (OSError, RuntimeError, ValueError):  # a loop of links, a name too long, a NUL
        return None


def _read(root: Path, path: str) -> str | None:
    located = _locate(root, path)
    if located is None:
        return None
    with located.open("rb") as file:
        return file.read(_LIMIT).decode(errors="replace")
