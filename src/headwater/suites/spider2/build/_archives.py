"""Reads untrusted database archives, one database at a time."""

from __future__ import annotations

import hashlib
import shutil
import stat
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from pathlib import Path, PurePosixPath

from headwater.errors import InvalidFileError, NoRoomError, NotFoundError

_SUFFIX = ".duckdb"
_MAGIC = (8, b"DUCK")
_LARGEST = 16 << 30
_TOTAL = 64 << 30
_RATIO = 500
"""The maximum compression ratio of large files. A database with many small tables consists mostly of empty blocks."""
_SMALL = 1 << 30
_SPARE = 256 << 20
_FIRST_YEAR = 2015
"""The earliest plausible year. Archives that store no times report 1980."""
_CHUNK = 1 << 20


class DatabaseError(Exception):
    """Raised if a database in an archive cannot be used. The message is one line."""


@dataclass(frozen=True)
class ArchivedDatabase:
    """A database in an archive.

    Attributes:
        name: The file name without folders.
        day: The date of the file, according to the archive.
    """

    entry: zipfile.ZipInfo
    name: str
    day: date | None

    @property
    def digest(self) -> str:
        """The identity of the database, according to the archive's directory."""
        return f"{self.name} {self.entry.CRC:08x} {self.entry.file_size}"


class Archive:
    """An archive that contains a folder for each instance.

    Args:
        path: The file.
        option: The command-line option that names the archive, for errors.
        sha256: The expected digest of the file, if known.

    Raises:
        UserError: The file is missing or damaged, has another digest, or contains entries that do not belong in a
            database archive.
    """

    def __init__(self, path: Path, option: str, sha256: str | None = None) -> None:
        self.path = path
        self._where = f"{option} {path}"
        if not path.is_file():
            raise NotFoundError("the file does not exist", where=self._where)
        if sha256 is not None and (found := _sha256(path)) != sha256.lower():
            raise InvalidFileError(
                f"its SHA-256 is {found}, not {sha256.lower()}", where=self._where, fix="download it again"
            )
        try:
            with zipfile.ZipFile(path) as archive:
                entries = archive.infolist()
        except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
            raise InvalidFileError(
                f"is not a complete zip archive ({error})", where=self._where, fix="download it again"
            ) from None
        self._entries = entries
        for entry in entries:
            if why := _hostile(entry):
                raise InvalidFileError(f"refused: {entry.filename!a} {why}", where=self._where)
        self._refuse_bombs(entries)

    def _refuse_bombs(self, entries: Iterable[zipfile.ZipInfo]) -> None:
        total, end = 0, 0
        for entry in sorted(entries, key=lambda one: one.header_offset):
            total += entry.file_size
            if entry.header_offset < end:
                raise InvalidFileError(
                    f"refused: {entry.filename!a} shares its bytes with another file", where=self._where
                )
            end = entry.header_offset + entry.compress_size
        if total > _TOTAL:
            raise InvalidFileError(f"refused: it would unpack to {total >> 30} GiB", where=self._where)

    @cached_property
    def databases(self) -> Mapping[str, tuple[ArchivedDatabase, ...]]:
        """The databases, keyed by instance."""
        found: dict[str, list[ArchivedDatabase]] = {}
        for entry in self._entries:
            parts = PurePosixPath(entry.filename).parts
            if entry.is_dir() or len(parts) < 2 or parts[0] == "__MACOSX" or not parts[-1].endswith(_SUFFIX):
                continue
            if not parts[-1].startswith("._"):
                found.setdefault(parts[0], []).append(ArchivedDatabase(entry, parts[-1], _day(entry)))
        return {name: tuple(members) for name, members in found.items()}

    def member(self, instance: str, name: str) -> ArchivedDatabase | None:
        """Return the instance's database with this name, or else the instance's only database, or else None."""
        members = self.databases.get(instance, ())
        for one in members:
            if one.name == name:
                return one
        return members[0] if len(members) == 1 else None

    def extract(self, member: ArchivedDatabase, target: Path) -> None:
        """Extract a database to a file.

        Raises:
            DatabaseError: The file is damaged or is not a database.
            NoRoomError: The disk does not have enough space for the database.
        """
        if shutil.disk_usage(target.parent).free < member.entry.file_size + _SPARE:
            raise NoRoomError(
                f"no room for the {member.entry.file_size >> 20} MiB of {member.name}",
                where=target.parent,
                fix="make room",
            )
        written = 0
        try:
            with zipfile.ZipFile(self.path) as archive, archive.open(member.entry) as source, target.open("xb") as file:
                while chunk := source.read(_CHUNK):
                    written += len(chunk)
                    if written > member.entry.file_size:
                        raise DatabaseError(f"{member.entry.filename!a} is larger than its archive says")
                    file.write(chunk)
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
            raise DatabaseError(f"{member.entry.filename!a} is damaged: {error}") from None
        start, magic = _MAGIC
        with target.open("rb") as file:
            if file.read(start + len(magic))[start:] != magic:
                raise DatabaseError(f"{member.entry.filename!a} is not a DuckDB database")


def _hostile(entry: zipfile.ZipInfo) -> str:
    """Return why an entry looks like an attack, or an empty string if it does not."""
    path = PurePosixPath(entry.filename)
    if path.is_absolute() or ".." in path.parts or "\\" in entry.filename or "\0" in entry.orig_filename:
        return "leads out of the archive"
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        return "is a link or a device"
    if entry.flag_bits & 1:
        return "is encrypted"
    if entry.file_size > _LARGEST:
        return f"would unpack to {entry.file_size >> 30} GiB"
    if entry.file_size > _SMALL and entry.file_size > _RATIO * entry.compress_size:
        return f"would unpack to {entry.file_size // max(1, entry.compress_size)} times its size"
    return ""


def _day(entry: zipfile.ZipInfo) -> date | None:
    try:
        day = date(*entry.date_time[:3])
    except ValueError:
        return None
    return day if day.year >= _FIRST_YEAR else None


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
