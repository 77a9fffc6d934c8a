"""Formats MCP servers for agents' configuration files."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from headwater.harnesses import McpServer


def mcp_servers(servers: Sequence[McpServer], also: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the value of the setting that most agents call ``mcpServers``, with extra settings for each server."""
    return {
        server.name: {
            "command": server.argv[0],
            "args": list(server.argv[1:]),
            "env": dict(server.env),
            **(also or {}),
        }
        for server in servers
    }


def mcp_file(servers: Sequence[McpServer]) -> str:
    """Return a configuration file that contains only the servers."""
    return json.dumps({"mcpServers": mcp_servers(servers)}, indent=2)
