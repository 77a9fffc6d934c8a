"""Reads and writes trajectory files."""

from __future__ import annotations

from pathlib import Path

import atif
from pydantic import ValidationError

from headwater.errors import InvalidFileError, access_error


def read_trajectory(path: Path) -> atif.Trajectory:
    """Read a trajectory.

    Raises:
        UserError: The file does not exist, or is not valid.
    """
    try:
        return atif.Trajectory.model_validate_json(path.read_bytes())
    except OSError as error:
        raise access_error(error, path) from None
    except ValidationError as error:
        detail = error.errors()[0]
        place = ".".join(map(str, detail["loc"]))
        where = f"{place}: " if place else ""
        raise InvalidFileError(f"not an ATIF trajectory: {where}{detail['msg']}", where=path) from None


def write_trajectory(path: Path, trajectory: atif.Trajectory) -> None:
    """Write a trajectory atomically, without unset fields."""
    partial = path.with_suffix(".partial")
    partial.write_text(trajectory.model_dump_json(indent=1, exclude_none=True) + "\n")
    partial.replace(path)
