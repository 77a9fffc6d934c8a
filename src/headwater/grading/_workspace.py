"""Reads the files that the agent left in the workspace."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from itertools import islice
from pathlib import Path

from headwater.errors import QueryError
from headwater.grading._glob import matches
from headwater.grading.code import Source

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
    """Reads files below a root. A link that leads outside the root does not count as a file.

    Paths are relative to the workspace and have forward slashes.
    """

    def __init__(self, root: Path, shipped: Path) -> None:
        self._root = os.path.realpath(root)
        self._shipped = os.path.realpath(shipped)

    @property
    def folder(self) -> Path:
        """The folder itself, for content other than text. Its entries can be links to any path."""
        return Path(self._root)

    def exists(self, path: str) -> bool:
        """Return whether there is a regular file at ``path``."""
        with _located(self._root, path) as found:
            return found is not None

    def read_text(self, path: str) -> str:
        """Return the first 4 MiB of a file's text, or an empty string if there is no such file.

        Invalid UTF-8 is replaced.
        """
        return _read(self._root, path) or ""

    def shipped_text(self, path: str) -> str | None:
        """Return the text of the file that the task shipped, or None if it shipped no such file."""
        return _read(self._shipped, path)

    def files(self, pattern: str = "**/*") -> list[str]:
        """Return the sorted regular files that match a glob, without installed packages and tool caches.

        ``**/*.py`` matches files in the root and in any folder, ``*.py`` matches files in the root only.
        """
        return sorted(path for path in self._walk() if pattern == "**/*" or matches(path, pattern))

    def sources(self) -> list[Source]:
        """Return every text file, each with the text that the task shipped.

        Raises:
            QueryError: There is more text than an agent could have written. Text is not skipped, because unread files
                could contain anything.
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
        """Return the files that the agent created or changed."""
        return [source.path for source in self.sources() if source.text != source.shipped]

    def _walk(self) -> Iterator[str]:
        """Yield regular files, without recursion, because an agent can nest more folders than Python has frames."""
        pending, found = [""], 0
        while pending:
            inside = pending.pop()
            try:
                with os.scandir(f"{self._root}/{inside}") as directory:
                    entries = list(islice(directory, _MAX_FILES + 1))
            except OSError:  # the folder's path is too long
                continue
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    if entry.name not in _SKIPPED:
                        pending.append(f"{inside}{entry.name}/")
                elif entry.is_file(follow_symlinks=False):
                    found += 1
                    if found > _MAX_FILES:
                        raise QueryError(f"the workspace has more than {_MAX_FILES} files")
                    yield f"{inside}{entry.name}"


@contextmanager
def _located(root: str, path: str) -> Iterator[str | None]:
    """Yield a name by which a regular file below ``root`` can be opened, or None if there is no such file.

    A descriptor holds the file before the file is examined, so that nobody can replace it with a link between the check
    and the use. The descriptor is opened with O_PATH, because opening a device or a pipe has side effects.
    """
    try:
        descriptor = os.open(f"{root}/{path}", os.O_PATH | os.O_CLOEXEC)
    # The file does not exist, is part of a link loop, or has a name that contains NUL or is too long.
    except (OSError, ValueError):
        yield None
        return
    try:
        name = f"/proc/self/fd/{descriptor}"
        yield name if _is_inside(root, name) and stat.S_ISREG(os.fstat(descriptor).st_mode) else None
    finally:
        os.close(descriptor)


def _is_inside(root: str, name: str) -> bool:
    try:
        return os.readlink(name).startswith(f"{root}/")  # noqa: PTH115 - of thousands of files
    except OSError:  # the file was reached through links, but its real path is too long
        return False


def _read(root: str, path: str) -> str | None:
    with _located(root, path) as found:
        if found is None:
            return None
        with Path(found).open("rb") as file:
            return file.read(_LIMIT).decode(errors="replace")
