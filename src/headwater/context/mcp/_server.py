"""Offers the tools through an MCP server that uses the official SDK."""

from __future__ import annotations

import functools
import inspect
import threading
from collections.abc import Callable
from typing import Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from mcp_types import ToolAnnotations
from pydantic import ValidationError

from headwater import __version__
from headwater.context.live import LiveProject
from headwater.context.mcp._tools import ContextTools
from headwater.errors import HeadwaterError

NAME = "headwater"
_READ_ONLY = ToolAnnotations(read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False)


def make_server(project: LiveProject) -> MCPServer[None]:
    """Return a server with the project's tools. Calls run one after another."""
    # The SDK runs tools in several threads, but a project may only be used by one at a time.
    turn = threading.Lock()
    offered = ContextTools(project)
    tools: list[Tool] = [_tool(function, turn) for function in offered.all()]
    return MCPServer(
        NAME,
        instructions=offered.instructions(),
        version=__version__,
        log_level="CRITICAL",
        subscriptions=False,
        tools=tools,
    )


def serve_stdio(project: LiveProject) -> None:
    """Serve over standard input and output until the input ends."""
    try:
        make_server(project).run("stdio")
    finally:
        project.close()


class _StrictTool(Tool):
    """A tool that reports wrong arguments in one line. Unknown arguments, which the SDK ignores, are rejected too."""

    async def run(self, arguments: dict[str, Any], *args: Any, **options: Any) -> Any:
        takes = ", ".join(self.parameters["properties"])
        if unknown := ", ".join(name for name in arguments if name not in self.parameters["properties"]):
            raise ToolError(f"{self.name}: no such argument: {unknown}; it takes {takes}")
        try:
            return await super().run(arguments, *args, **options)
        except ToolError as error:
            if not isinstance(error.__cause__, ValidationError):
                raise
            wrong = (f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.__cause__.errors())
            raise ToolError(f"{self.name}: {'; '.join(wrong)}") from error


def _tool(function: Callable[..., str], turn: threading.Lock) -> Tool:
    about = " ".join((inspect.getdoc(function) or "").split())
    return _StrictTool.from_function(
        _guarded(function, turn), description=about, annotations=_READ_ONLY, structured_output=False
    )


def _guarded(tool: Callable[..., str], turn: threading.Lock) -> Callable[..., str]:
    """Wrap a tool so that it runs one call at a time and reports errors to the agent in one line."""

    @functools.wraps(tool)
    def run(*args: object, **options: object) -> str:
        with turn:
            try:
                return tool(*args, **options)
            except HeadwaterError as error:
                raise ToolError(str(error)) from error

    return run
