"""Opens the project for a ``headwater context`` command, in the same way as the MCP server does."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from headwater.cli._context import nearest_project
from headwater.context import Index
from headwater.errors import OptionError
from headwater.extras import needs_extra

if TYPE_CHECKING:
    from headwater.context.live import LiveProject

_DBT_OPTIONS = (
    click.option("--vars", "variables", metavar="YAML", help="Variables for the dbt project, such as '{key: value}'."),
    click.option("--adapter", metavar="NAME", help="The dbt adapter.  [default: that of profiles.yml]"),
)
_OPTIONS = (
    *_DBT_OPTIONS,
    click.option(
        "--index",
        "index_folder",
        type=click.Path(path_type=Path),
        metavar="DIR",
        help="Folder of the index.  [default: .headwater/context of the project]",
    ),
    click.option(
        "--project",
        "folder",
        type=click.Path(path_type=Path, exists=True, file_okay=False),
        metavar="DIR",
        help="Folder of the project.  [default: the nearest scanned or dbt project in this folder or above]",
    ),
)


def dbt_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--adapter`` and ``--vars``, which the command receives as ``adapter`` and the mapping ``variables``."""

    @functools.wraps(function)
    def run(*args: Any, variables: str | None, **rest: Any) -> Any:
        return function(*args, variables=_variables(variables), **rest)

    for option in _DBT_OPTIONS:
        run = option(run)
    return run


def limit_options(rows: int) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add the limits of a query, with ``rows`` as the default number of rows to print."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        function = click.option(
            "--timeout",
            type=click.FloatRange(0.1, 3600),
            metavar="SEC",
            default=30.0,
            show_default=True,
            help="Time limit of the query, in seconds.",
        )(function)
        return click.option(
            "--rows",
            type=click.IntRange(1, 100_000),
            metavar="N",
            default=rows,
            show_default=True,
            help="Maximum number of rows to print.",
        )(function)

    return decorate


def project_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--project``, ``--index``, ``--adapter`` and ``--vars``. The command receives the project as ``live``."""

    @functools.wraps(function)
    def run(
        *args: Any,
        folder: Path | None,
        index_folder: Path | None,
        adapter: str | None,
        variables: str | None,
        **rest: Any,
    ) -> Any:
        with live_project(folder, index_folder, adapter, _variables(variables)) as live:
            return function(*args, live=live, **rest)

    for option in _OPTIONS:
        run = option(run)
    return run


@contextmanager
def live_project(
    folder: Path | None,
    index_folder: Path | None = None,
    adapter: str | None = None,
    variables: Mapping[str, Any] | None = None,
) -> Iterator[LiveProject]:
    """Open the current state of a project.

    If an import inside the block fails, the error names the missing extra ``context``.

    Raises:
        UserError: There is no project.
    """
    with needs_extra("context"):
        from headwater.context.live import LiveProject

        index = _index(folder, index_folder)
        live = LiveProject(index.project, index, adapter, variables)
        try:
            yield live
        finally:
            live.close()


def _index(folder: Path | None, index_folder: Path | None) -> Index:
    if index_folder is None:
        return Index.of_project((folder or nearest_project()).absolute())
    index = Index(index_folder.absolute())
    if folder is None and index.catalog.is_file():
        return index  # the paths of scanned files are relative to this folder
    return Index(index.folder, (folder or nearest_project()).absolute())


def _variables(text: str | None) -> dict[str, Any]:
    if text is None:
        return {}
    import yaml

    try:
        read = yaml.safe_load(text)
    except yaml.YAMLError:
        read = None
    if not isinstance(read, dict):
        raise OptionError("not a YAML mapping", where=f"--vars {text}", fix="write it as '{key: value}'")
    return read
