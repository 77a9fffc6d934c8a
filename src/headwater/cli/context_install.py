"""``headwater context install``."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import click

from headwater.cli._context import nearest_project
from headwater.errors import MissingDependencyError

_TARGETS = ("claude-code", "codex", "cursor", "opencode")


@click.command("install")
@click.argument("agent", type=click.Choice(_TARGETS))
@click.option("--remove", is_flag=True, help="Remove what was added.")
@click.option(
    "--project",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="DIR",
    help="Folder of the project.  [default: the nearest scanned or dbt project in this folder or above]",
)
def command(agent: str, remove: bool, project: Path | None) -> None:
    """Add the MCP server and a short skill to the project's configuration of an agent.

    Existing configuration is kept, and --remove deletes only what was added.
    """
    from headwater.context.install import InstallTarget, ServerCommand, install, uninstall, what_next

    folder = (project or nearest_project()).absolute()
    target = InstallTarget(agent)
    if remove:
        written = uninstall(target, folder)
    else:
        written = install(target, folder, ServerCommand(_program(), ("mcp", "--project", str(folder))))
    for each in written:
        note = f": {each.note}" if each.note else ""
        click.echo(f"{each.change:<10}{each.path}{note}")
    if not written:
        click.echo(f"nothing to remove for {agent} in {folder}")
    elif not remove:
        click.echo(f"Now {what_next(target)}.")


def _program() -> str:
    """Return the full path of this program, because it may not be on the agent's PATH."""
    sibling = Path(sys.executable).with_name("headwater")
    found = str(sibling) if sibling.exists() else shutil.which("headwater")
    if found is None:
        raise MissingDependencyError(
            "headwater is not on the PATH", fix="install it with pip install 'headwater[context]'"
        )
    return found
