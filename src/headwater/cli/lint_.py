"""``headwater lint``."""

from __future__ import annotations

import click

from headwater.plurals import counted
from headwater.suites import find_tasks, policy_of
from headwater.tasks import lint_task


@click.command("lint")
@click.argument("tasks", nargs=-1, required=True, metavar="SUITE[/TASK]...")
def command(tasks: tuple[str, ...]) -> None:
    """Read tasks without running them, and print what their authors have to fix.

    Each finding is a line with the file of the task. Exit with code 1 if there are findings. `headwater validate`
    reports the same findings after its trials.
    """
    found = find_tasks(tasks)
    findings = [(task.ref, finding) for task in found for finding in lint_task(task, policy_of(task.config.suite))]
    for ref, finding in findings:
        click.echo(f"{ref}/{finding}")
    click.echo(f"{counted(len(found), 'task')}: {counted(len(findings), 'finding') if findings else 'nothing to fix'}")
    if findings:
        raise SystemExit(1)
