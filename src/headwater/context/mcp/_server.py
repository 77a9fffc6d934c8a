"""The tools as an MCP server, by the official SDK."""

from __future__ import annotations

import functools
import inspect
import threading
from collections.abc import Callable

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations

from headwater import __version__
from headwater.context.live import LiveProject
from headwater.context.mcp._tools import INSTRUCTIONS, Tools
from headwater.errors import HeadwaterError

NAME = "headwater"
_READ_ONLY = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)


def make_server(project: LiveProject) -> MCPServer[None]:
    """Return a server of the project's tools; calls run one after another."""
    server: MCPServer[None] = MCPServer(
        NAME, instructions=INSTRUCTIONS, version=__version__, log_level="CRITICAL", subscriptions=False
    )
    turn = threading.Lock()
    for tool in Tools(project).all():
        about = " ".join((inspect.getdoc(tool) or "").split())
        server.add_tool(_guarded(tool, turn), description=about, annotations=_READ_ONLY, structured_output=False)
    return server


def serve_stdio(project: LiveProject) -> None:
    """Serve over standard input and output until the input ends."""
    try:
        make_server(project).run("stdio")
    finally:
        project.close()


def _guarded(tool: Callable[..., str], turn: threading.Lock) -> Callable[..., str]:
    """Answer one question at a time, and tell an agent of mistakes in one line."""

    @functools.wraps(tool)
    def run(*args: object, **given: object) -> str:
        with turn:
            try:
                return tool(*args, **given)
            except HeadwaterError as error:
                raise ToolError(str(error)) from error

    return run
