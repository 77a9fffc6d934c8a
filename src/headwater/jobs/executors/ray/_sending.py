"""Packs tasks and trials for transfer between the driver and a node that does not share the job's folder.

The driver sends tasks. A node packs each trial into two archives: one for the files that Headwater has written, and
one for the agent's output, whose file names and types an agent chooses. If the output cannot be sent, the trial keeps
its record and its verdict.
"""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from headwater.archives import pack, unpack
from headwater.errors import ArchiveError
from headwater.sandbox import remove_tree
from headwater.tasks import Task
from headwater.trials import TrialPaths

_OF_AGENT = ("agent", "state")
_PIECE_BYTES = 16 << 20

ReadPiece = Callable[[str, int, int], bytes]
"""Takes the name of a node's archive, a position and the maximum number of bytes, and returns bytes."""


class SentTrial(NamedTuple):
    """The names of a trial's archives on its node. None if an archive would have no files.

    Attributes:
        record: The trial without the agent's output.
        output: The agent's output.
        spent: The logs of requests to a model in earlier runs, which also cost money.
        lost: The reason why the agent's output cannot be sent. Empty if it can be sent, or if there is none.
    """

    record: str | None = None
    output: str | None = None
    spent: str | None = None
    lost: str = ""


def pack_task(task: Task) -> bytes:
    """Return the folder of a task as an archive."""
    packed = io.BytesIO()
    pack(task.folder, _names(task.folder), packed)
    return packed.getvalue()


def unpack_task(packed: bytes, folder: Path) -> None:
    """Unpack a task's folder.

    Raises:
        ArchiveError: The archive is damaged.
    """
    remove_tree(folder)
    folder.mkdir(parents=True)
    with tempfile.NamedTemporaryFile() as file:
        file.write(packed)
        file.flush()
        unpack(Path(file.name), folder, keep_owners=False)


def pack_trial(folder: Path, trial: str, number: int) -> SentTrial:
    """Pack the files that a node has written for a trial, and remove them.

    Args:
        folder: The node's folder, in which the archives are created.
        trial: The trial's id.
        number: The number of the trial's order.

    Raises:
        ArchiveError: The record cannot be packed.
    """
    trial_folder, spent = TrialPaths(folder, trial).folder, folder / "spent" / trial
    names = _names(trial_folder)
    record = _pack(trial_folder, [name for name in names if name not in _OF_AGENT], folder / f"{number}.record")
    spent_archive = _pack(spent, _names(spent), folder / f"{number}.spent")
    output, lost = None, ""
    try:
        output = _pack(trial_folder, [name for name in names if name in _OF_AGENT], folder / f"{number}.output")
    except ArchiveError as error:
        lost = error.what
    remove_tree(trial_folder)
    remove_tree(spent)
    return SentTrial(record, output, spent_archive, lost)


def receive_trial(archives: SentTrial, folder: Path, trial: str, read: ReadPiece) -> str:
    """Write a trial that a node has sent as if the node had written it atomically to the job's folder.

    Args:
        archives: The archives.
        folder: The folder of the node inside the job's folder.
        trial: The trial's id.
        read: Returns bytes of an archive.

    Returns:
        The reason why the agent's output is lost. Empty if it was received.

    Raises:
        ArchiveError: An archive of the node's own files is damaged.
    """
    # This comes first, because requests cost money even if the trial itself cannot be received.
    if archives.spent is not None:
        _receive(archives.spent, folder / "spent" / trial, read)
    if archives.record is None:
        return ""
    receiving, lost = folder / f"{trial}.receiving", archives.lost
    _receive(archives.record, receiving, read)
    if archives.output is not None:
        try:
            _receive(archives.output, receiving, read)
        except ArchiveError as error:
            lost = error.what
            for name in _OF_AGENT:
                remove_tree(receiving / name)
    trial_folder = TrialPaths(folder, trial).folder
    trial_folder.parent.mkdir(exist_ok=True)
    receiving.rename(trial_folder)
    return lost


def _pack(folder: Path, names: Sequence[str], archive: Path) -> str | None:
    if not names:
        return None
    with archive.open("wb") as file:
        pack(folder, names, file)
    return archive.name


def _receive(name: str, folder: Path, read: ReadPiece) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=folder.parent) as file:
        while piece := read(name, file.tell(), _PIECE_BYTES):
            file.write(piece)
        file.flush()
        unpack(Path(file.name), folder, keep_owners=True)


def _names(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir()) if folder.is_dir() else []
