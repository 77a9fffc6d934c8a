"""What the lineage verbs of ``headwater context`` share: finding the project, and printing."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from headwater.cli._context import nearest_project
from headwater.cli._extras import needs_extra
from headwater.context import Index
from headwater.errors import UserError

if TYPE_CHECKING:
    from headwater.context.lineage import ColumnName, Edge, LineageIndex, NamedTest, RelationTrace, Unresolved
    from headwater.context.live import LiveProject

CommandT = TypeVar("CommandT", bound=Callable[..., Any])
_FILE = "dbt_project.yml"


def lineage_options(function: CommandT) -> CommandT:
    """Add ``--project``, ``--adapter`` and ``--json``."""
    options = (
        click.option("--json", "as_json", is_flag=True, help="Print JSON."),
        click.option("--adapter", metavar="NAME", help="dbt's name of the warehouse.  [default: as profiles.yml says]"),
        click.option(
            "--project",
            type=click.Path(path_type=Path),
            metavar="DIR",
            help="The dbt project.  [default: here or above]",
        ),
    )
    for option in options:
        function = option(function)
    return function


def trace_options(function: CommandT) -> CommandT:
    """Add ``--rows``, ``--depth`` and ``--limit``."""
    options = (
        click.option("--limit", type=click.IntRange(1), default=200, show_default=True, help="Edges to show."),
        click.option("--depth", type=click.IntRange(1), help="Steps to go.  [default: all]"),
        click.option("--rows", is_flag=True, help="Follow filters, join keys and group keys, too."),
    )
    for option in options:
        function = option(function)
    return function


@contextmanager
def live_project(given: Path | Index | None) -> Iterator[LiveProject]:
    """Open a project as it is now, by its folder or index; what is imported inside of this may need the extra, too."""
    with needs_extra("context"):
        from headwater.context.live import LiveProject

        if isinstance(given, Index):
            live = LiveProject(given.project, given)
        else:
            live = LiveProject(given or nearest_project())
        try:
            yield live
        finally:
            live.close()


def opened(project: Path | None, adapter: str | None) -> LineageIndex:
    """Return the project's index, up to date with its files, and kept for the next time.

    Raises:
        UserError: There is no project.
    """
    folder = _folder(project)
    with needs_extra("context"):
        from headwater.context.lineage import LineageIndex

        index = LineageIndex.open(folder, tables=_tables(folder), adapter=adapter)
        index.refresh()
        index.save()
    return index


def _folder(project: Path | None) -> Path:
    if project is not None:
        return project
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / _FILE).is_file():
            return folder
    below = sorted(here.glob(f"*/{_FILE}"))
    if len(below) == 1:
        return below[0].parent
    raise UserError(f"{here}: no {_FILE} here or above; name the dbt project with --project DIR")


def _tables(folder: Path) -> dict[str, list[str]]:
    """Return the columns of scanned tables: with them, stars over sources are resolved."""
    file = Index.of_project(folder).catalog
    if not file.exists():
        return {}
    from headwater.context.catalog import read_catalog

    return {table.name.qualified: [column.name for column in table.columns] for table in read_catalog(file).tables}


def print_json(answer: object) -> None:
    """Print an answer as JSON."""
    from headwater.context.lineage import to_json

    click.echo(json.dumps(to_json(answer), indent=2))


def print_edges(edges: Iterable[Edge], *, up: bool) -> None:
    """Print edges, a line each, with their expressions below."""
    for edge in edges:
        indent = "  " * min(edge.distance, 12)
        shown, other = (edge.source, edge.target) if up else (edge.target, edge.source)
        arrow = "→" if up else "←"
        echo(f"{indent}{_shown(shown)}  {arrow} {other}  ({edge.kind})")
        for step in edge.steps:
            echo(f"{indent}    {step.place}  {step.text}")


def print_relations(trace: RelationTrace) -> None:
    """Print relations, a line each."""
    echo(trace.start.name)
    for relation in trace.relations:
        place = f"  {relation.place}" if relation.place else ""
        echo(f"{'  ' * min(relation.distance, 12)}{relation.name}  [{relation.kind}]{place}")
    if trace.total > len(trace.relations):
        echo(f"… {trace.total} in all; --limit shows more", err=True)


def print_tests(tests: Iterable[NamedTest]) -> None:
    """Print tests, a line each."""
    for test in tests:
        echo(f"  {test.name}  ({test.kind}, {test.place})" + (f"  reads {', '.join(test.reads)}" if test.reads else ""))


def print_unresolved(unresolved: Iterable[Unresolved]) -> None:
    """Print what could not be traced, to standard error."""
    for one in unresolved:
        echo(f"not traced: {one.place}: {one.relation}: {one.reason}", err=True)


def _shown(name: ColumnName) -> str:
    return f"{name}  [{name.kind}]" if name.kind != "model" else str(name)


def echo(text: str, *, err: bool = False) -> None:
    """Print a line of text that others wrote, without what a terminal would take for orders."""
    click.echo("".join(character if character.isprintable() else " " for character in text), err=err)
