"""Lists the contents of a lake."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from headwater.errors import InvalidFileError, access_error
from headwater.suites.discovery.lake._names import readable
from headwater.suites.discovery.records import FormatFault

DATASETS = "datasets"
NOTEBOOKS = "notebooks"
_SUFFIX = ".ipynb"


@dataclass(frozen=True)
class LakeFile:
    """A data file.

    Attributes:
        path: The path below the folder of its dataset.
        size: The apparent size in bytes. A sparse file occupies less space on disk.
    """

    path: str
    size: int

    @property
    def kind(self) -> str:
        """The extension in lower case, such as ``csv``, or an empty string."""
        return os.path.splitext(self.path)[1][1:].lower()  # noqa: PTH122 - of 100,000 names


@dataclass(frozen=True)
class LakeDataset:
    """A folder of data files, sorted by path."""

    name: str
    files: tuple[LakeFile, ...]

    @property
    def size(self) -> int:
        """The total size of all files in bytes."""
        return sum(each.size for each in self.files)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The extensions of the files, sorted."""
        return tuple(sorted({each.kind for each in self.files} - {""}))


@dataclass(frozen=True)
class Lake:
    """The contents of a lake.

    Attributes:
        folder: The folder that contains ``datasets`` and ``notebooks``.
        notebooks: The notebook files, sorted by name.
        faults: A line about each skipped file or folder.
    """

    folder: Path
    datasets: tuple[LakeDataset, ...]
    notebooks: tuple[Path, ...]
    faults: tuple[FormatFault, ...] = ()


def read_lake(folder: Path) -> Lake:
    """List datasets and notebooks. Links are skipped because they could lead outside the lake.

    Raises:
        UserError: The folder is not a lake, or cannot be read.
    """
    if not (folder / DATASETS).is_dir():
        raise InvalidFileError(f"has no folder {DATASETS}", where=folder, fix="give LAKE with LAKE/datasets/NAME/…")
    faults: list[FormatFault] = []
    datasets = [
        LakeDataset(each.name, tuple(_files(each.path, faults)))
        for each in _entries(folder / DATASETS)
        if _is_folder(each, faults)
    ]
    return Lake(folder, tuple(datasets), tuple(_notebooks(folder / NOTEBOOKS, faults)), tuple(faults))


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as found:
            return sorted(found, key=lambda entry: os.fsencode(entry.name))
    except OSError as error:
        raise access_error(error, folder) from None


def _is_folder(entry: os.DirEntry[str], faults: list[FormatFault]) -> bool:
    if entry.is_symlink():
        faults.append(_link(entry.path))
        return False
    return entry.is_dir(follow_symlinks=False)


def _files(dataset: str, faults: list[FormatFault]) -> Iterator[LakeFile]:
    """Yield the regular files of a dataset at any depth, without recursion."""
    found: list[LakeFile] = []
    pending = [dataset]
    while pending:
        folder = pending.pop()
        try:
            entries = list(os.scandir(folder))
        except OSError as error:
            faults.append(FormatFault(readable(folder), f"cannot be listed ({error.strerror}); it is skipped"))
            continue
        for entry in entries:
            if entry.is_symlink():
                faults.append(_link(entry.path))
            elif entry.is_dir(follow_symlinks=False):
                pending.append(entry.path)
            elif entry.is_file(follow_symlinks=False):
                found.append(LakeFile(os.path.relpath(entry.path, dataset), entry.stat(follow_symlinks=False).st_size))
            else:
                faults.append(FormatFault(readable(entry.path), "is not a regular file; it is skipped"))
    yield from sorted(found, key=lambda each: os.fsencode(each.path))


def _notebooks(folder: Path, faults: list[FormatFault]) -> Iterator[Path]:
    if not folder.is_dir():
        return
    for entry in _entries(folder):
        if not entry.name.endswith(_SUFFIX):
            continue
        if entry.is_symlink():
            faults.append(_link(entry.path))
        elif entry.is_file(follow_symlinks=False):
            yield Path(entry.path)


def _link(path: str) -> FormatFault:
    return FormatFault(readable(path), f"is a link to {readable(str(Path(path).readlink()))}; it is skipped")
