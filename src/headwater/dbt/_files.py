"""Finds and reads a project's files, within limits. A file is read again only when it changes."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from headwater.dbt._problems import Location, Problem, ProblemKind
from headwater.dbt._watch import Watch

MAX_FILES = 200_000
MAX_BYTES = 4_000_000
_MAX_DEPTH = 30
_IGNORED = frozenset({".git", "target", "node_modules", "__pycache__", ".venv", ".headwater"})

_COARSE_NS = 2_000_000_000
"""The longest interval, in nanoseconds, within which a file system may give two changes the same time."""

Stamp = tuple[int, int]
"""The time of the last change in nanoseconds, and the size in bytes."""
ABSENT: Stamp = (0, 0)


@dataclass(frozen=True, slots=True)
class ProjectFile:
    """A file inside the project's folder or a package's folder.

    Attributes:
        name: The path relative to the project's folder.
        path: The path relative to the searched folder.
    """

    name: str
    path: str
    stamp: Stamp


class Files:
    """Reads files inside one folder, but none outside ``boundary``.

    Args:
        root: The project's folder.
        boundary: The folder that contains all files that may be read. If the project is in a repository, this is the
            repository's folder.
    """

    def __init__(self, root: Path, boundary: Path) -> None:
        self.root = os.path.realpath(root)
        self._boundary = os.path.realpath(boundary)
        self._texts: dict[str, tuple[Stamp, str]] = {}
        self._found: dict[str, Problem] = {}
        self._folders: dict[str, tuple[int, int] | None] = {}
        self._real_folders: dict[str, str] = {}
        self._unread: dict[str, Problem] = {}
        self._watch: Watch | None = None

    @property
    def problems(self) -> list[Problem]:
        """The files that were not read, each with the reason."""
        return [*self._found.values(), *self._unread.values()]

    def note(self, name: str, message: str) -> None:
        """Record that a file was not read."""
        self._unread[name] = _problem(name, message)

    def other_stamps(self, stamps: Mapping[str, Stamp]) -> dict[str, Stamp]:
        """Return the files whose stamps differ from the given ones.

        A watched file is checked only if the kernel reported a change to it, because checking all files takes a third
        as long as finding them.
        """
        if self._watch is None:
            self._watch = Watch(self.root)
        found = {}
        root, ask = self.root, os.stat
        for name in self._watch.suspects(stamps.keys()):
            try:
                status = ask(f"{root}/{name}")
            except (OSError, ValueError):
                now = ABSENT
            else:
                now = (status.st_mtime_ns, status.st_size) if stat.S_ISREG(status.st_mode) else ABSENT
            if now != stamps[name]:
                found[name] = now
        return found

    def begin(self) -> None:
        """Forget the folders and files that earlier searches found."""
        self._found.clear()
        self._folders.clear()
        self._real_folders.clear()
        self._watch = None

    def watch(self, folder: str) -> None:
        """Record a folder's state before its entries are listed, so that `has_same_entries` notices later changes."""
        self._folders[folder] = _times(folder)

    def has_same_entries(self) -> bool:
        """Return whether, judging by their times, the folders listed since `begin` still have the same entries."""
        return all(times is not None and times == _times(folder) for folder, times in self._folders.items())

    def absolute(self, name: str) -> str:
        """Return the path of a file or folder."""
        return os.path.normpath(os.path.join(self.root, name))  # noqa: PTH118 - hot: half a million paths

    def inside(self, name: str) -> bool:
        """Return whether a path is inside the boundary after links are resolved."""
        return self._is_inside(os.path.realpath(self.absolute(name)))

    def _is_inside(self, real: str) -> bool:
        return real == self._boundary or real.startswith(self._boundary + os.sep)

    def _has_inside(self, path: str) -> bool:
        """Return whether a file's path is inside the boundary. Links in a folder's path are resolved only once."""
        if os.path.islink(path):  # noqa: PTH114 - hot
            return self._is_inside(os.path.realpath(path))
        folder = os.path.dirname(path)  # noqa: PTH120
        real = self._real_folders.get(folder)
        if real is None:
            real = self._real_folders[folder] = os.path.realpath(folder)
        return self._is_inside(real)

    def _relative(self, path: str) -> str:
        if path.startswith(self.root + os.sep):
            return path[len(self.root) + 1 :]
        return os.path.relpath(path, self.root)

    def find(self, folder: str, suffixes: tuple[str, ...]) -> Iterator[ProjectFile]:
        """Yield the files inside a folder, sorted by name."""
        top = self.absolute(folder)
        if not self.inside(folder):
            self._found[folder] = _problem(folder, "is outside of the project's repository and is not read")
            return
        count = 0
        pending = [(top, 0)]
        seen = {top}
        while pending:
            current_folder, depth = pending.pop()
            self.watch(current_folder)
            folders = []
            for entry in _entries(current_folder):
                if entry.is_symlink() and not self.inside(entry.path):
                    name = self._relative(entry.path)
                    self._found[name] = _problem(name, "is a link out of the project's repository and is not read")
                elif entry.is_dir():
                    if entry.name not in _IGNORED and depth < _MAX_DEPTH:
                        folders.append(entry)
                elif entry.name.endswith(suffixes):
                    count += 1
                    if count > MAX_FILES:
                        self._found[folder] = _problem(
                            folder, f"has more than {MAX_FILES:,} files; the rest is not read"
                        )
                        return
                    try:
                        status = entry.stat()
                    except OSError as error:  # the file was deleted, or is a broken link that an editor left behind
                        name = self._relative(entry.path)
                        self._found[name] = _problem(name, f"cannot be read: {error.strerror}")
                        # None is never equal to a folder's times, so the next refresh searches the folder again.
                        self._folders[entry.path] = None
                        continue
                    if not stat.S_ISREG(status.st_mode):  # opening a pipe would block until there is a writer
                        name = self._relative(entry.path)
                        self._found[name] = _problem(name, "is not a file and is not read")
                        continue
                    stamp = (status.st_mtime_ns, status.st_size)
                    yield ProjectFile(self._relative(entry.path), entry.path[len(top) + 1 :], stamp)
            for entry in reversed(folders):
                # A link can lead back to a folder that contains it.
                real = os.path.realpath(entry.path) if entry.is_symlink() else entry.path
                if real not in seen:
                    seen.add(real)
                    pending.append((entry.path, depth + 1))

    def stamp(self, name: str) -> Stamp | None:
        """Return the modification time and the size of a file, or None if it does not exist."""
        try:
            status = os.stat(self.absolute(name))  # noqa: PTH116
        except (OSError, ValueError):
            return None
        return (status.st_mtime_ns, status.st_size) if stat.S_ISREG(status.st_mode) else None

    def text(self, name: str, stamp: Stamp | None = None) -> str:
        """Return the text of a file. If the file cannot be read, record a problem and return an empty string.

        Args:
            name: The path of the file, relative to the project's folder.
            stamp: The file's stamp, if the caller knows it. The file's status is then not read again.
        """
        stamp = stamp or self.stamp(name)
        cached_text = self._texts.get(name)
        if cached_text is not None and cached_text[0] == stamp:
            return cached_text[1]
        self._unread.pop(name, None)
        text = self._read(name, stamp)
        if stamp is not None:
            self._texts[name] = (stamp, text)
        return text

    def _read(self, name: str, stamp: Stamp | None) -> str:
        path = self.absolute(name)
        if stamp is None or not self._has_inside(path):
            self.note(name, "cannot be read")
            return ""
        if stamp[1] > MAX_BYTES:
            self.note(name, f"is larger than {MAX_BYTES:,} bytes and is not read")
            return ""
        try:
            with open(path, "rb", buffering=0) as file:  # noqa: PTH123
                text = file.read().decode().removeprefix("\ufeff")
            return text.replace("\r\n", "\n").replace("\r", "\n")
        except UnicodeDecodeError as error:
            self.note(name, f"is not UTF-8 (byte {error.start})")
        except OSError as error:
            self.note(name, f"cannot be read: {error.strerror}")
        return ""


def _times(folder: str) -> tuple[int, int] | None:
    """Return values that change with a folder's entries, or None if another change might leave them the same.

    File times are coarse, so two changes in quick succession can result in the same time.
    """
    try:
        status = os.stat(folder)  # noqa: PTH116 - hot
    except OSError:
        return ABSENT
    is_late = time.time_ns() - status.st_mtime_ns < _COARSE_NS
    return None if is_late else (status.st_ino, status.st_mtime_ns)


def _entries(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except OSError:  # the configured folder is missing, which dbt accepts as well
        return []


def _problem(name: str, message: str) -> Problem:
    return Problem(ProblemKind.FILE, Location(name, 1), message)


def boundary_of(project: Path) -> Path:
    """Return the folder of the repository that contains a project, or else the project's own folder."""
    for folder in (project, *project.parents):
        if (folder / ".git").exists():
            return folder
    return project
