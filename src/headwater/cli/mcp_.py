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
@click.option("--http", "over_http", is_flag=True, help="Listen on 127.0.0.1 instead of standard input.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    metavar="N",
    default=7345,
    show_default=True,
    help="Port for --http; 0 selects a free one.",
)
@project_options
def command(live: LiveProject, over_http: bool, port: int) -> None:
    """Serve the context of a project to agents, over the Model Context Protocol on standard input and output.

    With --http, the server listens on 127.0.0.1 and requires a token: the value of $HEADWATER_MCP_TOKEN, or a new one
    that is printed. All tools are read-only. `headwater context install` adds the server to the configuration of an
    agent.
    """
    from headwater.context.mcp import serve_http, serve_stdio

    if not over_http:
        serve_stdio(live)
        return
    token = os.environ.get(_TOKEN) or secrets.token_urlsafe(24)
    authorization = "" if os.environ.get(_TOKEN) else f"\nAuthorization: Bearer {token}"
    serve_http(live, port, token, lambda url: click.echo(f"{url}{authorization}"))
