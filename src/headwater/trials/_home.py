"""Manages an agent's home: writes its configuration files, and keeps the files that the agent leaves there."""

from __future__ import annotations

import fnmatch
import shutil
import stat
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath

from headwater.sandbox import HOME, Sandbox, User, change_owner

_TOTAL_LIMIT = 256 << 20
_LEAST = 64 << 10
"""The minimum number of bytes that a file counts as, which limits the number of files."""


class Home:
    """The top-level folders in an agent's home that the agent's command writes to. The sandbox provides all others."""

    def __init__(self, sandbox: Sandbox, files: Mapping[str, str]) -> None:
        """Write files into the home.

        Attributes:
            folders: Maps paths in the sandbox to the folders on the host that are mounted there.
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
                change_owner(path, User.AGENT)
            path /= between[-1]
            path.write_text(text)
            change_owner(path, User.AGENT)

    def keep(self, patterns: Sequence[str], target: Path) -> None:
        """Copy matching files to ``target``. The agent has ended, so the files cannot change during the copy.

        Only regular files are copied, and at most 256 MiB of them, because the agent may have created anything.
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
    """Yield regular files with their sizes.

    Links are not followed, and the walk is not recursive because folders may be deeply nested.
    """
    pending = [folder]
    while pending:
        try:
            entries = sorted(pending.pop().iterdir())
        except OSError:  # the agent made the folder unreadable, or its path is too long
            continue
        for entry in entries:
            status = entry.lstat()
            if stat.S_ISREG(status.st_mode):
                yield entry, status.st_size
            elif stat.S_ISDIR(status.st_mode):
                pending.append(entry)
