"""Reads untrusted notebooks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from headwater.errors import InvalidFileError, UserError, access_error
from headwater.suites.discovery.lake._names import readable
from headwater.suites.discovery.records import FormatFault
from headwater.untrusted import read_json

_LARGEST = 64 << 20
"""The maximum size of a notebook with its outputs, in bytes. Larger ones are not read."""


@dataclass(frozen=True)
class Cell:
    """A code cell.

    Attributes:
        number: Its position among all cells of the notebook, from 1.
    """

    number: int
    source: str


@dataclass(frozen=True)
class Notebook:
    """A notebook.

    Attributes:
        name: The file name without the extension.
        kernel: The name of the requested kernel. Empty if none is requested.
    """

    name: str
    cells: tuple[Cell, ...]
    kernel: str = ""


def read_notebooks(paths: Iterable[Path]) -> tuple[list[Notebook], list[FormatFault]]:
    """Read notebooks. An unreadable notebook is reported as a fault."""
    notebooks, faults = [], []
    for path in paths:
        try:
            notebooks.append(read_notebook(path))
        except UserError as error:
            faults.append(FormatFault(readable(path.name), f"{error.what}; it is skipped"))
    return notebooks, faults


def read_notebook(path: Path) -> Notebook:
    """Read the code cells of a notebook in format 3 or 4.

    Raises:
        UserError: The file cannot be read, or is not a notebook.
    """
    document = _document(path)
    metadata = _dictionary(_dictionary(document.get("metadata")).get("kernelspec"))
    cells = document.get("cells")
    if cells is None and isinstance(sheets := document.get("worksheets"), list):  # this is format 3
        cells = [cell for sheet in sheets for cell in _dictionary(sheet).get("cells") or []]
    if not isinstance(cells, list):
        raise InvalidFileError("has no cells", where=path)
    kernel = metadata.get("name")
    found = (_cell(number, each) for number, each in enumerate(cells, start=1))
    name = readable(path.name.removesuffix(path.suffix))
    return Notebook(name, tuple(each for each in found if each), kernel if isinstance(kernel, str) else "")


def _document(path: Path) -> dict[str, Any]:
    document = _json(path)
    if not isinstance(document, dict):
        raise InvalidFileError("is not a notebook", where=path)
    return document


def _json(path: Path) -> Any:
    try:
        size = path.stat().st_size
        raw = path.read_bytes() if size <= _LARGEST else None
    except OSError as error:
        raise access_error(error, path) from None
    if raw is None:
        raise InvalidFileError(f"has {size >> 20:,} MiB, more than {_LARGEST >> 20}", where=path)
    try:
        return read_json(raw)
    except UnicodeDecodeError:
        raise InvalidFileError("is not UTF-8", where=path) from None
    except (ValueError, RecursionError) as error:
        raise InvalidFileError(f"is not JSON ({error})", where=path) from None


def _cell(number: int, cell: Any) -> Cell | None:
    """Parse a cell. Return None if it contains no code."""
    content = _dictionary(cell)
    source = content.get("source", content.get("input"))
    if isinstance(source, list) and all(isinstance(line, str) for line in source):
        source = "".join(source)
    if content.get("cell_type") != "code" or not isinstance(source, str) or not source.strip():
        return None
    # JSON can contain single surrogates, which cannot be written as UTF-8.
    return Cell(number, source.encode(errors="replace").decode())


def _dictionary(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
