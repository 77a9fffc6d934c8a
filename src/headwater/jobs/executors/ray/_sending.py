"""What is sent between the driver and a node that does not share the folder of the job.

The driver sends tasks. A node packs each trial into archives: what Headwater has written, and the agent's output, whose
names and forms an agent chooses. If the output cannot be sent, the trial keeps its record and its verdict.
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
"""Returns bytes of an archive of a node: its name, the position, the greatest number."""


class Sent(NamedTuple):
    """The names of a trial's archives on its node; None if there is nothing to send.

    Attributes:
        record: The trial without the agent's output.
        output: The agent's output.
        spent: The logs of earlier requests to a model, which were paid for.
        lost: Why the agent's output cannot be sent; empty if it can, or if there is none.
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
    """Unpack the folder of a task.

    Raises:
        ArchiveError: It is damaged.
    """
    remove_tree(folder)
    folder.mkdir(parents=True)
    with tempfile.NamedTemporaryFile() as file:
        file.write(packed)
        file.flush()
        unpack(Path(file.name), folder, keep_owners=False)


def pack_trial(folder: Path, trial: str, number: int) -> Sent:
    """Pack what a node has written for a trial, and remove it.

    Args:
        folder: The folder of the node, in which the archives are made.
        trial: The id of the trial.
        number: The number of its order.

    Raises:
        ArchiveError: The record cannot be packed.
    """
    made, spent = TrialPaths(folder, trial).folder, folder / "spent" / trial
    names = _names(made)
    record = _pack(made, [name for name in names if name not in _OF_AGENT], folder / f"{number}.record")
    paid = _pack(spent, _names(spent), folder / f"{number}.spent")
    output, lost = None, ""
    try:
        output = _pack(made, [name for name in names if name in _OF_AGENT], folder / f"{number}.output")
    except ArchiveError as error:
        lost = error.what
    remove_tree(made)
    remove_tree(spent)
    return Sent(record, output, paid, lost)


def receive_trial(sent: Sent, folder: Path, trial: str, read: ReadPiece) -> str:
    """Write what a node has sent as if the node had written it there; the trial appears completely or not at all.

    Args:
        sent: The archives.
        folder: The folder of the node in the job's.
        trial: The id of the trial.
        read: Returns bytes of an archive.

    Returns:
        Why the agent's output is lost; empty if it is there.

    Raises:
        ArchiveError: An archive of the node's own files is damaged.
    """
    if sent.spent is not None:
        _receive(sent.spent, folder / "spent" / trial, read)
    if sent.record is None:
        return ""
    receiving, lost = folder / f"{trial}.receiving", sent.lost
    _receive(sent.record, receiving, read)
    if sent.output is not None:
        try:
            _receive(sent.output, receiving, read)
        except ArchiveError as error:
            lost = error.what
            for name in _OF_AGENT:
                remove_tree(receiving / name)
    made = TrialPaths(folder, trial).folder
    made.parent.mkdir(exist_ok=True)
    receiving.rename(made)
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
