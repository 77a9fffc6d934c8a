"""``headwater mcp``."""

from __future__ import annotations

import os
import secrets
from typing import TYPE_CHECKING

import click

from headwater.cli._project import project_options

if TYPE_CHECKING:
    from headwater.context.live import LiveProject

_TOKEN = "HEADWATER_MCP_TOKEN"  # noqa: S105 - the variable's name


@click.command("mcp")
@click.option("--http", "over_http", is_flag=True, help="Listen on the loopback instead of standard input.")
@click.option("--port", type=click.IntRange(0, 65535), default=7345, show_default=True, help="For --http; 0 for any.")
@project_options
def command(live: LiveProject, over_http: bool, port: int) -> None:
    """Serve what is known of a project to an agent, by the Model Context Protocol, over standard input and output.

    With --http it listens on 127.0.0.1, for whoever has the token: that of $HEADWATER_MCP_TOKEN, or one that is made
    and shown. Everything is read-only. `headwater context install` tells agents of it.
    """
    from headwater.context.mcp import serve_http, serve_stdio

    if not over_http:
        serve_stdio(live)
        return
    token = os.environ.get(_TOKEN) or secrets.token_urlsafe(24)
    shown = "" if os.environ.get(_TOKEN) else f"\nAuthorization: Bearer {token}"
    serve_http(live, port, token, lambda url: click.echo(f"{url}{shown}"))
