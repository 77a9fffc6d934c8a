"""Writes MCP servers in the formats of agents' configuration files."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from headwater.harnesses import McpServer


def mcp_servers(servers: Sequence[McpServer], also: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the value of ``mcpServers``, as most agents name the setting, with additional settings for each server."""
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
    """Return a configuration file with only the servers."""
    return json.dumps({"mcpServers": mcp_servers(servers)}, indent=2)
