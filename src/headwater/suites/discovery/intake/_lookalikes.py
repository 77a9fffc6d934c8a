"""Finds files that are easily mistaken for a target file, and runs the program with them as substitutes."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path, PurePosixPath

from headwater.suites.discovery.building import Laboratory, Run
from headwater.suites.discovery.scoring import strict_difference
from headwater.suites.discovery.solvers import DataFile

_NEAREST = 6
"""The number of files to try for each target."""
_COMPARED = 200
"""The number of files whose names are compared. A lake can contain 100,000."""
_MOST_BYTES = 256 << 20
"""The maximum size of files to try, because each is copied."""
_LEAST = 0.3


@dataclass(frozen=True)
class Substitute:
    """A file that replaces a target.

    Attributes:
        output: The program's output with the substitute. Empty if the program fails.
        likeness: The similarity of the substitute to the target, from 0 to 1.
    """

    path: str
    target: str
    output: str
    likeness: float

    def gives(self, answer: str, guidelines: str) -> bool:
        """Return whether the program prints an answer when the file replaces the target."""
        return bool(self.output) and not strict_difference(self.output, answer, guidelines)


def likeness(file: DataFile, target: DataFile) -> float:
    """Return how easily a file is mistaken for another, from 0 to 1, judging by column names, path and size."""
    name = SequenceMatcher(None, file.path, target.path).ratio()
    sizes = sorted((file.size_bytes, target.size_bytes))
    size = sizes[0] / sizes[1] if sizes[1] else 1.0
    return 0.6 * _shared_columns(file, target) + 0.3 * name + 0.1 * size


def _shared_columns(file: DataFile, target: DataFile) -> float:
    columns, target_columns = set(file.columns), set(target.columns)
    return len(columns & target_columns) / len(columns | target_columns) if columns | target_columns else 0.0


def nearest(target: DataFile, targets: Sequence[str], files: Sequence[DataFile]) -> list[tuple[DataFile, float]]:
    """Return the files of the same type that most resemble a target, most similar first."""
    kind = PurePosixPath(target.path).suffix.lower()
    same = [
        file
        for file in files
        if file.path not in targets and PurePosixPath(file.path).suffix.lower() == kind
        if file.size_bytes <= _MOST_BYTES
    ]
    # Comparing names is slow, so columns preselect the files of a large lake.
    close = sorted(same, key=lambda file: (-_shared_columns(file, target), file.path))[:_COMPARED]
    ranked = sorted(((file, likeness(file, target)) for file in close), key=lambda each: (-each[1], each[0].path))
    return [each for each in ranked if each[1] >= _LEAST][:_NEAREST]


def mistake(
    program: str, targets: Sequence[str], files: Sequence[DataFile], laboratory: Laboratory
) -> list[Substitute]:
    """For each look-alike of each target, run the program once with the look-alike instead of the target."""
    known = {file.path: file for file in files}
    pairs = [(target, file, like) for target in targets for file, like in nearest(known[target], targets, files)]
    with laboratory.scratch() as scratch:
        runs = []
        for number, (target, file, _) in enumerate(pairs):
            _put(laboratory.datasets / file.path, scratch / str(number) / target)
            runs.append(Run(program, (scratch / str(number), laboratory.datasets)))
        found = laboratory.run(*runs) if runs else []
    return [
        Substitute(file.path, target, "" if ran.failure else ran.output, like)
        for (target, file, like), ran in zip(pairs, found, strict=True)
    ]


def _put(path: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, target)
