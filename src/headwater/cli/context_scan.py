"""``headwater context scan``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from headwater.cli._context import index_option
from headwater.cli._project import dbt_options, live_project
from headwater.context import Index, find_index
from headwater.context.catalog import Catalog, Table, read_catalog, write_catalog
from headwater.context.engines import database_files
from headwater.errors import CancelledError, OptionError, UserError
from headwater.extras import needs_extra
from headwater.plurals import counted
from headwater.untrusted import one_line


@click.command("scan")
@click.argument("sources", nargs=-1, metavar="[NAME=]SOURCE...")
@click.option(
    "--timeout",
    type=click.FloatRange(1),
    metavar="SEC",
    default=300.0,
    show_default=True,
    help="Time limit for measuring one table, in seconds.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@dbt_options
@index_option
def command(
    sources: tuple[str, ...],
    timeout: float,
    as_json: bool,
    index_folder: Path | None,
    adapter: str | None,
    variables: dict[str, Any],
) -> None:
    """Read sources into the index. Without SOURCE, read the sources in the index again.

    A SOURCE is a DuckDB file, a folder of CSV, JSON, Parquet, Excel and SQLite files or one such file, postgres://…,
    clickhouse://…, or env:NAME for an environment variable that contains one of these. It can also be a dbt project.
    Then its lineage is traced, and the DuckDB files in its folder are read. Nothing is written to a source, and sources
    that have not changed since the last scan are not measured again.
    """
    index = _index(index_folder)
    previous = read_catalog(index.catalog) if index.catalog.exists() else Catalog()
    projects = [Path(text) for text in sources if (Path(text) / "dbt_project.yml").is_file()]
    source_texts = [text for text in sources if Path(text) not in projects]
    source_texts += [str(path) for folder in projects for path in database_files(folder)]
    with needs_extra("context"):
        from headwater.context import _scan

        requests = [_scan.scan_request(text, index.project, previous.sources) for text in source_texts]
        if not sources:
            requests = [_scan.ScanRequest(source.name, source.location) for source in previous.sources]
        if not requests and not projects:
            raise OptionError("nothing to scan", fix="name a SOURCE, such as warehouse.duckdb or a folder")
        index.create()
        try:
            with _Lines() as progress:
                catalog = _scan.scan(requests, index.project, previous, timeout, progress)
        except _scan.ScanInterrupted as interrupted:
            write_catalog(interrupted.catalog, index.catalog)
            raise CancelledError(
                "interrupted", fix="run the same command to continue, because finished tables are kept"
            ) from None
    digest = write_catalog(catalog, index.catalog)
    _report(catalog, {request.name for request in requests}, _trace(projects, adapter, variables), digest, as_json)


def _trace(projects: Sequence[Path], adapter: str | None, variables: dict[str, Any]) -> list[dict[str, Any]]:
    """Trace the lineage of dbt projects, using the scanned sources' columns, and print a summary of each project."""
    found = []
    for folder in projects:
        with live_project(folder, None, adapter, variables) as live:
            index = live.lineage()
        summary = index.summary()
        found.append(
            {
                "project": folder.resolve().name,
                "relations": sum(summary.relations.values()),
                "columns": summary.columns,
                "edges": summary.edges,
                "unresolved": summary.unresolved,
                "problems": [str(problem) for problem in index.problems],
            }
        )
    return found


def _index(folder: Path | None) -> Index:
    if folder is not None:
        return Index(folder.absolute())
    try:
        return find_index(Path.cwd())
    except UserError:
        return Index.of_project(Path.cwd())


def _report(
    catalog: Catalog, scanned: set[str], projects: Sequence[dict[str, Any]], digest: str, as_json: bool
) -> None:
    rows: list[dict[str, Any]] = []
    for source in catalog.sources:
        if source.name in scanned:
            tables = [table for table in catalog.tables if table.name.source == source.name]
            problems = [*source.problems, *(f"{table.name}: {table.problem}" for table in tables if table.problem)]
            rows.append(
                {
                    "source": source.name,
                    "engine": source.engine.value,
                    "tables": len(tables),
                    "columns": sum(len(table.columns) for table in tables),
                    "keys": sum(key.table.source == source.name for key in catalog.keys),
                    "foreign_keys": sum(key.table.source == source.name for key in catalog.foreign_keys),
                    "problems": problems,
                }
            )
    if as_json:
        click.echo(json.dumps({"digest": digest, "sources": rows, "projects": projects}, indent=2))
        return
    for row in rows:
        click.echo(
            f"{row['source']}: {counted(row['tables'], 'table')}, {counted(row['columns'], 'column')},"
            f" {counted(row['keys'], 'key')}, {counted(row['foreign_keys'], 'foreign key')}"
        )
    for project in projects:
        click.echo(
            f"{project['project']}: {project['relations']} models and sources, {counted(project['columns'], 'column')},"
            f" {counted(project['edges'], 'edge')}, {project['unresolved']} not traced"
        )
    for problem in (problem for row in (*rows, *projects) for problem in row["problems"]):
        click.echo(f"  {one_line(problem)}", err=True)


class _Lines:
    """Shows a progress bar on a terminal, and one line per source elsewhere."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

        self._console = Console(stderr=True)
        columns = (
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
        )
        self._progress = Progress(*columns, console=self._console, transient=True)
        self._task = self._progress.add_task("", total=None, visible=False)

    def __enter__(self) -> _Lines:
        if self._console.is_terminal:
            self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._console.is_terminal:
            self._progress.stop()

    def source(self, name: str, tables: int) -> None:
        """Show the number of tables."""
        self._progress.reset(self._task, description=name, total=tables, visible=True)
        if not self._console.is_terminal:
            click.echo(f"{name}: {counted(tables, 'table')}", err=True)

    def table(self, table: Table, reused: bool) -> None:  # noqa: ARG002 - both are progress
        """Count one more table."""
        self._progress.update(self._task, advance=1, description=one_line(table.name.qualified)[:50])

    def note(self, text: str) -> None:
        """Show the current step."""
        self._progress.update(self._task, description=text)
        if not self._console.is_terminal:
            click.echo(text, err=True)
