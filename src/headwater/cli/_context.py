"""Defines options and helpers shared by the subcommands of ``headwater context``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from headwater.context import Index, find_index
from headwater.context.engines import database_files
from headwater.csv_lines import value_text
from headwater.errors import NotFoundError

CommandT = TypeVar("CommandT", bound=Callable[..., Any])


def index_option(function: CommandT) -> CommandT:
    """Add ``--index DIR``, which the command receives as ``index_folder``."""
    option = click.option(
        "--index",
        "index_folder",
        type=click.Path(path_type=Path),
        metavar="DIR",
        help="Folder of the index.  [default: .headwater/context in this folder or above]",
    )
    return option(function)


def opened_index(index_folder: Path | None) -> Index:
    """Return the index in the given folder, or the nearest index if no folder is given."""
    return find_index(Path.cwd()) if index_folder is None else Index(index_folder.absolute())


def nearest_project() -> Path:
    """Return the nearest folder that was scanned or contains a dbt project, searching upwards from the current folder.

    Raises:
        NotFoundError: There is no such folder.
    """
    current_folder = Path.cwd()
    around = (current_folder, *current_folder.parents)
    dbt = next((folder for folder in around if (folder / "dbt_project.yml").is_file()), None)
    scanned = next((folder for folder in around if Index.of_project(folder).catalog.is_file()), None)
    if scanned is not None and dbt in (None, scanned, *scanned.glob("*")):
        return scanned
    if dbt is not None:
        return dbt
    if any(current_folder.glob("*/dbt_project.yml")) or database_files(current_folder):
        return current_folder
    raise NotFoundError(
        "no dbt project, DuckDB file or index here or above",
        where=current_folder,
        fix="go there, name it with --project, or make an index with `headwater context scan SOURCE`",
    )


def print_rows(names: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print a table of untrusted values, removing control characters."""
    from rich.text import Text

    from headwater.cli._layout import Grid, print_grid

    null = Text("NULL", "dim")
    cells = [[null if value is None else _printable(value_text(value)) for value in row] for row in rows]
    print_grid(Grid(list(map(_printable, names)), cells))


def _printable(text: str) -> str:
    return "".join(character if character.isprintable() else " " for character in text)
