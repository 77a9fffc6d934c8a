"""Converts workbooks to CSV. A workbook's unpacked size is measured before the workbook is parsed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path

from headwater.context.engines._walk import path_of

MEGABYTES = 2048
_SECONDS = 120
_UNPACKED = 512 << 20
_WORKER = Path(__file__).with_name("_sheet_worker.py")


@dataclass(frozen=True)
class ConvertedSheet:
    """A converted sheet.

    Attributes:
        csv: The CSV file, or None if the sheet could not be converted.
    """

    name: str
    csv: Path | None
    problem: str | None = None


@dataclass(frozen=True)
class Workbook:
    """The converted sheets of a workbook."""

    sheets: tuple[ConvertedSheet, ...]
    problem: str | None = None


def convert(descriptor: int, folder: Path) -> Workbook:
    """Read a workbook through a file descriptor, and write each sheet as CSV into an empty folder."""
    problem = bomb(descriptor)
    if problem is not None:
        return Workbook((), problem)
    command = [sys.executable, "-I", str(_WORKER), path_of(descriptor), str(folder), str(MEGABYTES), str(_SECONDS)]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=2 * _SECONDS, check=False, pass_fds=(descriptor,)
        )
    except subprocess.TimeoutExpired:
        return Workbook((), f"not read: took more than {2 * _SECONDS} s")
    sheets = []
    problem = None
    for line in done.stdout.splitlines():
        facts = json.loads(line)
        if "sheet" in facts:
            failed = facts.get("error")
            path = None if failed or not facts["rows"] else folder / f"{facts['number']}.csv"
            sheets.append(ConvertedSheet(facts["sheet"], path, f"not read: {failed}" if failed else None))
        else:
            problem = f"not read: {facts['error']}"
    if done.returncode != 0 and problem is None:
        problem = f"not read whole: needs more than {MEGABYTES} MB of memory or {_SECONDS} s"
        if "ModuleNotFoundError" in done.stderr:
            problem = "python-calamine is not installed: pip install 'headwater[context]'"
    return Workbook(tuple(sheets), problem)


def bomb(descriptor: int) -> str | None:
    """Return the reason why a workbook must not be unpacked, or None if it is safe.

    Its members are unpacked to measure their sizes, because the recorded sizes may be wrong.
    """
    with os.fdopen(os.dup(descriptor), "rb") as file:
        file.seek(0)
        if file.read(2) != b"PK":
            return None  # .xls files are not archives
        file.seek(0)
        try:
            with zipfile.ZipFile(file) as archive:
                members = archive.infolist()
                remaining_bytes = _UNPACKED
                for member in members:
                    remaining_bytes -= _unpacked(file, member, remaining_bytes)
                    if remaining_bytes < 0:
                        return f"not read: unpacks to more than {_UNPACKED >> 20} MB"
        except (zipfile.BadZipFile, zlib.error, OSError, NotImplementedError, ValueError, EOFError) as error:
            return f"not read: a broken archive: {error}"
    return None


def _unpacked(file: object, member: zipfile.ZipInfo, remaining_bytes: int) -> int:
    """Return the true unpacked size of a member, or a value above ``remaining_bytes`` if the size exceeds it."""
    import io

    assert isinstance(file, io.BufferedReader)
    file.seek(member.header_offset)
    header = file.read(30)
    if len(header) < 30 or header[:4] != b"PK\x03\x04":
        raise zipfile.BadZipFile("a member is not where the directory says")
    file.seek(int.from_bytes(header[26:28], "little") + int.from_bytes(header[28:30], "little"), os.SEEK_CUR)
    if member.compress_type == zipfile.ZIP_STORED:
        return member.compress_size
    if member.compress_type != zipfile.ZIP_DEFLATED:
        raise zipfile.BadZipFile(f"compressed by method {member.compress_type}")
    unpacker = zlib.decompressobj(-15)
    size = 0
    while not unpacker.eof and size <= remaining_bytes:
        chunk = unpacker.unconsumed_tail or file.read(1 << 16)
        if not chunk:
            break
        size += len(unpacker.decompress(chunk, 1 << 20))
    return size
