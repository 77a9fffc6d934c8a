"""``headwater mcp``."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

import click

from headwater.cli._context import nearest_project, project_option
from headwater.cli._extras import needs_extra
from headwater.context import Index

_TOKEN = "HEADWATER_MCP_TOKEN"  # noqa: S105 - the variable's name


@click.command("mcp")
@project_option
@click.option(
    "--index",
    "index_folder",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Keep the index there.  [default: .headwater/context of the project]",
)
@click.option("--adapter", metavar="NAME", help="dbt's name of the warehouse.  [default: as profiles.yml says]")
@click.option("--http", "over_http", is_flag=True, help="Listen on the loopback instead of standard input.")
@click.option("--port", type=click.IntRange(0, 65535), default=7345, show_default=True, help="For --http; 0 for any.")
def command(project: Path | None, index_folder: Path | None, adapter: str | None, over_http: bool, port: int) -> None:
    """Serve what is known of a project to an agent, by the Model Context Protocol, over standard input and output.

    With --http it listens on 127.0.0.1, for whoever has the token: that of $HEADWATER_MCP_TOKEN, or one that is made
    and shown. Everything is read-only. `headwater context install` tells agents of it.
    """
    folder = (project or nearest_project()).absolute()
    index = Index(index_folder.absolute(), folder) if index_folder else Index.of_project(folder)
    with needs_extra("context"):
        from headwater.context.live import LiveProject
        from headwater.context.mcp import serve_http, serve_stdio

        live = LiveProject(folder, index, adapter)
    if not over_http:
        serve_stdio(live)
        return
    token = os.environ.get(_TOKEN) or secrets.token_urlsafe(24)
    shown = "" if os.environ.get(_TOKEN) else f"\nAuthorization: Bearer {token}"
    serve_http(live, port, token, lambda url: click.echo(f"{url}{shown}"))
