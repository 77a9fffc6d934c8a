"""Folders in an agent's home: configuration that it finds there, and files of its own that are kept."""

from __future__ import annotations

import fnmatch
import shutil
import stat
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath

from headwater.sandbox import HOME, Sandbox, User, own

_TOTAL_LIMIT = 256 << 20
_LEAST = 64 << 10
"""What a file counts for at least, so that there are not too many."""


class Home:
    """The folders at the top of an agent's home that its command writes into; the rest is its sandbox's."""

    def __init__(self, sandbox: Sandbox, files: Mapping[str, str]) -> None:
        """Write files, by their paths below the home.

        Attributes:
            folders: To mount: path in the sandbox to path outside.
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
        """Copy the files that match to ``target``; the agent is dead, so nothing changes meanwhile.

        What is no plain file or does not fit into 256 MiB stays behind: it is the agent's, and may be anything.
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
    """Yield plain files with their sizes. Follows no link, and does not recurse: a chain of folders can be long."""
    pending = [folder]
    while pending:
        try:
            entries = sorted(pending.pop().iterdir())
        except OSError:  # one that the agent made unreadable, or too deep to name
            continue
        for entry in entries:
            status = entry.lstat()
            if stat.S_ISREG(status.st_mode):
                yield entry, status.st_size
            elif stat.S_ISDIR(status.st_mode):
                pending.append(entry)
