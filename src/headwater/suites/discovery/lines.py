"""Reads and appends JSON Lines, ignoring an incomplete last line that an interrupted write left."""

from __future__ import annotations

import os
from pathlib import Path

from headwater.errors import InvalidFileError, access_error


def read_lines(path: Path) -> list[str]:
    """Return the complete lines of a file, or no lines if the file does not exist.

    Raises:
        UserError: The file cannot be read, or is not UTF-8.
    """
    try:
        *complete_lines, _ = path.read_bytes().split(b"\n")
        return [line.decode() for line in complete_lines]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise access_error(error, path) from None
    except UnicodeDecodeError:
        raise InvalidFileError("is not UTF-8", where=path) from None


def add_line(path: Path, line: str) -> None:
    """Append a line, and return once it is on disk.

    Raises:
        UserError: The file cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab+") as file:
            file.seek(0)
            file.truncate(file.read().rfind(b"\n") + 1)
            file.write(line.encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise access_error(error, path) from None
