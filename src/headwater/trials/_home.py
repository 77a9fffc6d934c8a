"""Manages folders in an agent's home: configuration for the agent, and its own files that are kept."""

from __future__ import annotations

import fnmatch
import shutil
import stat
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath

from headwater.sandbox import HOME, Sandbox, User, own

_TOTAL_LIMIT = 256 << 20
_LEAST = 64 << 10
"""The minimum size with which a file counts, which limits the number of files."""


class Home:
    """The top-level folders of an agent's home into which its command writes; the rest belongs to its sandbox."""

    def __init__(self, sandbox: Sandbox, files: Mapping[str, str]) -> None:
        """Write files, by their paths below the home.

        Attributes:
            folders: The folders to mount, as path in the sandbox to path on the host.
        """
        self.folders: dict[str, Path] = {}
        for name, text in files.items():
            top, *between = PurePosixPath(name).parts
            target = f"{HOME}/{top}"
            if target not in self.folders:
                self.folders[target] = sandbox.private_folder(User.AGENT)
            path = self.folders[target]
            for part in between[:-1]:
                path /= part
                path.mkdir(exist_ok=True)
                own(path, User.AGENT)
            path /= between[-1]
            path.write_text(text)
            own(path, User.AGENT)

    def keep(self, patterns: Sequence[str], target: Path) -> None:
        """Copy the files that match to ``target``; the agent is dead, so they cannot change during the copy.

        Files that are not regular or do not fit into 256 MiB are not copied, because the agent may have made anything.
        """
        room = _TOTAL_LIMIT
        for top, folder in self.folders.items():
            for path, size in _plain_files(folder):
                relative = f"{PurePosixPath(top).name}/{path.relative_to(folder)}"
                if size <= room and any(fnmatch.fnmatch(relative, pattern) for pattern in patterns):
                    room -= max(size, _LEAST)
                    destination = target / relative
                    destination.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copyfile(path, destination, follow_symlinks=False)


def _plain_files(folder: Path) -> Iterator[tuple[Path, int]]:
    """Yield regular files with their sizes, without following links or recursing, as folders may be nested deeply."""
    pending = [folder]
    while pending:
        try:
            entries = sorted(pending.pop().iterdir())
        except OSError:  # the agent made it unreadable, or its path is too long
            continue
        for entry in entries:
            status = entry.lstat()
            if stat.S_ISREG(status.st_mode):
                yield entry, status.st_size
            elif stat.S_ISDIR(status.st_mode):
                pending.append(entry)
