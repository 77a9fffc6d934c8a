"""Copies single files of an agent's output unchanged, without reading them or following links."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from headwater.sandbox import Emit, find_file

_CHUNK = 1 << 20


@dataclass(frozen=True)
class LeftFiles:
    """The result of the copy.

    Attributes:
        names: The files that were copied.
        problem: One line that gives the reason why other files were not copied. Empty if there are none.
    """

    names: tuple[str, ...]
    problem: str = ""


def copy_left(_emit: Emit, layers: Sequence[Path], names: Sequence[str], target: Path, limit_bytes: int) -> LeftFiles:
    """Copy files from the root of a workspace to a folder. This runs in a cell, which may read any owner's files.

    Args:
        layers: The layers of the workspace. The first, which is the uppermost, contains the agent's changes.
        names: The names of the files. Missing files are skipped.
        target: An existing folder that contains none of these files.
        limit_bytes: The size limit of each file. A sparse file can exceed the total size that the agent may write.
    """
    copied: list[str] = []
    for name in names:
        path = find_file(layers, name)
        if path is None:
            continue
        with open(os.open(path, os.O_RDONLY | os.O_NOFOLLOW), "rb") as source:  # noqa: PTH123
            size = os.fstat(source.fileno()).st_size
            # Only the uppermost layer is the agent's. Files of the starting state may be larger.
            if path.parent == layers[0] and size > limit_bytes:
                return LeftFiles(tuple(copied), f"{name} has {size:,} bytes, more than the agent could write")
            _copy(source, target / name, size)
        copied.append(name)
    return LeftFiles(tuple(copied))


def _copy(source: BinaryIO, path: Path, size: int) -> None:
    with path.open("xb") as file:
        while size > 0 and (chunk := source.read(min(_CHUNK, size))):
            file.write(chunk)
            size -= len(chunk)
