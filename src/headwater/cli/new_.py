"""``headwater new``."""

from __future__ import annotations

from pathlib import Path

import click

from headwater.errors import OptionError, access_error
from headwater.suites import all_suites, suite_folder
from headwater.tasks import scaffold_task


@click.command("new")
@click.argument("ref", metavar="SUITE/TASK")
def command(ref: str) -> None:
    """Create a complete example task for you to change.

    If SUITE is an installed suite, the task is created in the folder of that suite. Otherwise, SUITE is a path.
    """
    suite, _, task = ref.rstrip("/").rpartition("/")
    if not suite:
        raise OptionError("the suite is missing", where=ref, fix=f"write headwater new SUITE/{ref}")
    parent = suite_folder(suite) if suite in all_suites() else Path(suite).absolute()
    try:
        written = scaffold_task(parent / task, Path(suite).name)
    except OSError as error:
        raise access_error(error, f"{ref}: {error.filename}") from None
    for path in written:
        click.echo(path)
    click.echo(f"\nNow write what the comments ask for, then: headwater validate {ref}")
