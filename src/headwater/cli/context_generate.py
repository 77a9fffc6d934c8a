"""``headwater context generate``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from headwater.cli._context import index_option, opened_index
from headwater.cli._project import dbt_options
from headwater.context.catalog import read_catalog
from headwater.extras import needs_extra
from headwater.plurals import counted


@click.command("generate")
@click.option(
    "--dbt",
    "dbt_folder",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="DIR",
    help="Folder of a dbt project.  [default: this folder, or the only project below it]",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@dbt_options
@index_option
def command(
    dbt_folder: Path | None,
    as_json: bool,
    index_folder: Path | None,
    adapter: str | None,
    variables: dict[str, Any],
) -> None:
    """Write the semantic layer and the wiki of the scanned sources to context/.

    You can edit both. New content is merged into your edits. If both changed the same lines, your edits are kept.
    """
    index = opened_index(index_folder)
    catalog = read_catalog(index.catalog)
    with needs_extra("context"):
        from headwater.context._documents import generate_documents

        done = generate_documents(index, catalog, dbt_folder, adapter, variables)
    if as_json:
        files = [{"file": each.file, "change": each.change, "not_taken": each.not_taken} for each in done.files]
        click.echo(json.dumps({"files": files, "left_out": done.left_out, "problems": done.problems}, indent=2))
        return
    for each in done.files:
        if each.change != "unchanged":
            click.echo(f"{each.change:<10}{each.file}")
        for line in each.not_taken:
            click.echo(f"{'':<10}not taken: {line}", err=True)
    for line in (*done.left_out, *done.problems):
        click.echo(line, err=True)
    click.echo(f"{counted(len(done.files), 'file')} in {index.semantic.parent}")
