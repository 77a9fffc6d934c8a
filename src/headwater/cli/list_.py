"""``headwater list``."""

from __future__ import annotations

import json
from typing import Any

import click

from headwater.errors import UserError
from headwater.suites import find_tasks, listed_rows, suite_folder, suite_names
from headwater.tasks import read_tasks


@click.command("list")
@click.argument("suite", required=False)
@click.option("--difficulty", type=click.Choice(["easy", "medium", "hard", "blind"]), help="Only these, of warehouse.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(suite: str | None, difficulty: str | None, as_json: bool) -> None:
    """Show the suites, or the tasks of SUITE."""
    rows: list[dict[str, Any]]
    if suite is None:
        rows = [{"suite": name, "tasks": _count(name)} for name in suite_names()]
    elif difficulty is None and (listed := listed_rows(suite)) is not None:
        rows = listed
    else:
        tasks = find_tasks([suite])
        if difficulty is not None:
            tasks = [task for task in tasks if difficulty in task.config.tags]
            if not tasks:
                raise UserError(f"--difficulty {difficulty}: {suite} has no such tasks; warehouse has")
        rows = [
            {
                "task": task.ref,
                "tier": task.config.tier.value,
                "category": task.config.category.value,
                "services": list(task.config.services),
                "starting_state": task.config.starting_state.value,
                "counterfeits": len(task.counterfeits),
            }
            for task in tasks
        ]
    if as_json:
        click.echo(json.dumps(rows, indent=2))
        return
    from headwater.cli._tables import plain_table

    plain_table(rows)


def _count(suite: str) -> int | str:
    try:
        return len(read_tasks(suite_folder(suite)))
    except UserError as error:
        return str(error)
