"""``headwater list``."""

from __future__ import annotations

import json
from typing import Any

import click

from headwater.caches import home
from headwater.errors import NotFoundError, UserError
from headwater.extras import needs_extra
from headwater.suites import all_suites, find_tasks, suite_folder
from headwater.tasks import read_tasks


@click.command("list")
@click.argument("suite", required=False)
@click.option("--tag", metavar="TAG", help="List only tasks with this tag, such as a difficulty.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(suite: str | None, tag: str | None, as_json: bool) -> None:
    """List the suites, or the tasks of SUITE."""
    rows: list[dict[str, Any]]
    if suite is None:
        rows = [{"suite": name, "tasks": _count(name), "what": each.summary} for name, each in all_suites().items()]
    elif tag is None and (suite_rows := _rows_of(suite)) is not None:
        rows = suite_rows
    else:
        tasks = find_tasks([suite])
        if tag is not None:
            tags = sorted({each for task in tasks for each in task.config.tags})
            tasks = [task for task in tasks if tag in task.config.tags]
            if not tasks:
                raise NotFoundError(
                    f"no task of {suite} has it", where=f"--tag {tag}", fix=f"there are {', '.join(tags) or 'no tags'}"
                )
        rows = [
            {
                "task": task.ref,
                "tier": task.config.tier.value,
                "category": task.config.category.value,
                "domain": task.config.domain.value,
                "services": list(task.config.services),
                "starting_state": task.config.starting_state.value,
                "counterfeits": len(task.counterfeits),
                "alternatives": len(task.alternatives),
            }
            for task in tasks
        ]
    if as_json:
        click.echo(json.dumps(rows, indent=2))
        return
    from headwater.cli._tables import plain_table

    plain_table(rows)


def _rows_of(suite: str) -> list[dict[str, Any]] | None:
    if suite not in all_suites():
        return None
    with needs_extra(all_suites()[suite].extra or suite):
        return all_suites()[suite].rows(home())


def _count(suite: str) -> int | str:
    try:
        return len(read_tasks(suite_folder(suite)))
    except UserError as error:
        return str(error)
