"""Finds and opens the data files in a folder without following links out of the folder."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path, PurePosixPath

from headwater.errors import FileAccessError, SourceError

_MAX_FILES = 50_000
_CHUNK = 1 << 20
_SKIPPED = frozenset({"__pycache__", "node_modules", "__MACOSX"})
_SQLITE_MAGIC = b"SQLite format 3\0"


class FileKind(StrEnum):
    """The format of a data file."""

    CSV = "csv"
    JSON = "json"
    PARQUET = "parquet"
    WORKBOOK = "workbook"
    SQLITE = "sqlite"


_KINDS = {
    **dict.fromkeys((".csv", ".tsv", ".csv.gz", ".tsv.gz", ".csv.zst", ".tsv.zst"), FileKind.CSV),
    **dict.fromkeys((".json", ".jsonl", ".ndjson", ".geojson", ".json.gz", ".jsonl.gz", ".ndjson.gz"), FileKind.JSON),
    **dict.fromkeys((".parquet", ".pq"), FileKind.PARQUET),
    **dict.fromkeys((".xlsx", ".xlsm", ".xlsb", ".xls", ".ods"), FileKind.WORKBOOK),
    **dict.fromkeys((".sqlite", ".sqlite3", ".db", ".db3"), FileKind.SQLITE),
}


@dataclass(frozen=True)
class FolderFile:
    """A regular file in the folder.

    Attributes:
        path: The path relative to the folder, with slashes.
        stamp: A value that changes with every write. It includes the ctime, which users cannot reset.
    """

    path: str
    kind: FileKind
    size: int
    stamp: str

    @property
    def compression(self) -> str:
        """DuckDB's name for the file's compression. DuckDB cannot infer it from the path of a file descriptor."""
        ending = PurePosixPath(self.path).suffix.lower()
        return {".gz": "gzip", ".zst": "zstd"}.get(ending, "uncompressed")


@dataclass(frozen=True)
class FolderFiles:
    """The data files in a folder."""

    files: tuple[FolderFile, ...]
    problems: tuple[str, ...]


def find_files(root: Path, only: str | None = None) -> FolderFiles:
    """Find the data files in a folder and its subfolders, skipping links and hidden folders.

    Args:
        root: The folder.
        only: The path of the only file to look for.
    """
    files: list[FolderFile] = []
    problems: list[str] = []
    waiting = [""]
    while waiting:
        folder = waiting.pop()
        try:
            entries = sorted(os.scandir(root / folder), key=lambda entry: entry.name)
        except OSError as error:
            problems.append(f"{folder or '.'}: cannot be read: {error.strerror}")
            continue
        for entry in entries:
            path = f"{folder}/{entry.name}" if folder else entry.name
            if only is not None and path != only:
                continue
            if entry.is_symlink():
                if kind_of_name(entry.name) or entry.is_dir():
                    problems.append(f"{path}: a link; not followed")
            elif entry.is_dir(follow_symlinks=False):
                if not entry.name.startswith(".") and entry.name not in _SKIPPED:
                    waiting.append(path)
            elif entry.is_file(follow_symlinks=False) and (kind := kind_of_name(entry.name)) is not None:
                stat = entry.stat(follow_symlinks=False)
                stamp = f"{stat.st_ino}:{stat.st_size}:{stat.st_mtime_ns}:{stat.st_ctime_ns}"
                files.append(FolderFile(path, kind, stat.st_size, stamp))
                if len(files) > _MAX_FILES:
                    raise SourceError(
                        f"more than {_MAX_FILES:,} data files", where=root, fix="scan its folders one by one"
                    )
    return FolderFiles(tuple(sorted(files, key=lambda file: file.path)), tuple(problems))


def kind_of_name(name: str) -> FileKind | None:
    """Return a file's format, judging by its name, or None if the file is not a data file."""
    suffixes = [suffix.lower() for suffix in PurePosixPath(name).suffixes]
    return _KINDS.get("".join(suffixes[-2:])) or _KINDS.get("".join(suffixes[-1:]))


@contextmanager
def opened(root: Path, path: str) -> Iterator[int]:
    """Open a file in a folder and yield its file descriptor. No part of the path may be a link.

    Raises:
        FileAccessError: The file does not exist, cannot be read, or has become a link.
    """
    descriptors = []
    try:
        descriptor = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        descriptors.append(descriptor)
        parts = PurePosixPath(path).parts
        for number, part in enumerate(parts):
            last = number == len(parts) - 1
            # O_NONBLOCK prevents waiting for the writer of a pipe.
            flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | (os.O_NONBLOCK if last else os.O_DIRECTORY)
            descriptor = os.open(part, flags, dir_fd=descriptor)
            descriptors.append(descriptor)
        yield descriptor
    except OSError as error:
        raise FileAccessError(f"cannot be read: {error.strerror}", where=path) from None
    finally:
        for descriptor in descriptors:
            os.close(descriptor)


def path_of(descriptor: int) -> str:
    """Return a path that opens the file behind a descriptor, even if another file has since taken its name."""
    return f"/proc/self/fd/{descriptor}" if Path("/proc/self/fd").is_dir() else f"/dev/fd/{descriptor}"


def digest(descriptor: int) -> str:
    """Return a digest of a file's content."""
    hasher = hashlib.sha256()
    # The descriptor is duplicated, because closing the file closes its descriptor.
    with os.fdopen(os.dup(descriptor), "rb") as file:
        file.seek(0)
        while chunk := file.read(_CHUNK):
            hasher.update(chunk)
    return hasher.hexdigest()[:32]


def is_sqlite(descriptor: int) -> bool:
    """Return whether a file begins with SQLite's magic bytes."""
    return os.pread(descriptor, len(_SQLITE_MAGIC), 0) == _SQLITE_MAGIC
