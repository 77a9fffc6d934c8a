"""Writes files into a folder that the agent's running code may change at the same time."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from headwater.sandbox import User, change_owner


def write_below(root: Path, parts: Sequence[str], text: str) -> None:
    """Write a file below ``root``, opening one folder after another without following links to stay below ``root``.

    The agent may have replaced any parent folder with a link, a pipe or a file, or its running server may do so.
    """
    folder = os.open(root, os.O_RDONLY | os.O_DIRECTORY)
    try:
        for name in parts[:-1]:
            parent, folder = folder, _enter(folder, name)
            os.close(parent)
        _clear(folder, parts[-1])
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
        with open(os.open(parts[-1], flags, 0o644, dir_fd=folder), "w") as file:  # noqa: PTH123 - a descriptor
            change_owner(file.fileno(), User.AGENT)
            file.write(text)
    finally:
        os.close(folder)


def _enter(parent: int, name: str) -> int:
    """Open the folder ``name``. If something else has this name, replace it with a folder."""
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
    try:
        return os.open(name, flags, dir_fd=parent)
    except OSError:
        _clear(parent, name)
        os.mkdir(name, 0o755, dir_fd=parent)
        folder = os.open(name, flags, dir_fd=parent)
        change_owner(folder, User.AGENT)
        return folder


def _clear(parent: int, name: str) -> None:
    try:
        os.unlink(name, dir_fd=parent)
    except FileNotFoundError:
        return
    except OSError:  # a folder, perhaps with more levels than shutil.rmtree can remove
        subprocess.run(["rm", "-rf", f"/proc/self/fd/{parent}/{name}"], pass_fds=[parent], check=False)
