"""Starts MCP servers and connects to them through their standard input and output."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Sequence
from typing import Any

from .tools import AgentTool, ToolOutcome

_PROTOCOL = "2025-06-18"
_END_SEC = 5


class McpConnection:
    """A connection to an MCP server. Usable as ``with McpConnection(...) as connection``."""

    def __init__(self, name: str, argv: Sequence[str], env: dict[str, str]) -> None:
        self.name = name
        self._argv = argv
        self._env = {**os.environ, **env}
        self._requests = 0

    def __enter__(self) -> McpConnection:
        """Start the server and initialize the session."""
        self._process = subprocess.Popen(
            self._argv, env=self._env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        client = {"name": "data-agent", "version": "1"}
        self._ask("initialize", {"protocolVersion": _PROTOCOL, "capabilities": {}, "clientInfo": client})
        self._send({"method": "notifications/initialized"})
        return self

    def __exit__(self, *_: object) -> None:
        """Stop the server: close its input, then kill it if it does not exit."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(_END_SEC)
        except subprocess.TimeoutExpired:
            self._process.kill()

    def tools(self) -> list[AgentTool]:
        """Return the server's tools, with its name as a prefix."""
        found: list[AgentTool] = []
        cursor: dict[str, Any] = {}
        while True:
            page = self._ask("tools/list", cursor)
            found += [self._tool(each) for each in page["tools"]]
            if not page.get("nextCursor"):
                return found
            cursor = {"cursor": page["nextCursor"]}

    def _tool(self, definition: dict[str, Any]) -> AgentTool:
        def run(arguments: dict[str, Any]) -> ToolOutcome:
            result = self._ask("tools/call", {"name": definition["name"], "arguments": arguments})
            texts = [part.get("text") or f"[{part['type']}]" for part in result["content"]]
            return ToolOutcome("\n".join(texts), failed=bool(result.get("isError")))

        name = f"mcp__{self.name}__{definition['name']}"
        return AgentTool(name, definition.get("description") or definition["name"], definition["inputSchema"], run)

    def _ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """Send a request and wait for its answer.

        Raises:
            OSError: The server exited.
            ValueError: The server answered with an error.
        """
        self._requests += 1
        self._send({"id": self._requests, "method": method, "params": params})
        assert self._process.stdout is not None
        for line in self._process.stdout:
            message = json.loads(line)
            if message.get("id") == self._requests and "method" not in message:
                if "error" in message:
                    raise ValueError(f"{self.name}: {message['error'].get('message')}")
                result: dict[str, Any] = message["result"]
                return result
            if "id" in message and "method" in message:  # a request from the server: `ping`, or something unsupported
                # The code of JSON-RPC for an unknown method.
                refusal = {"error": {"code": -32601, "message": "not supported"}}
                self._send({"id": message["id"], **({"result": {}} if message["method"] == "ping" else refusal)})
        raise OSError(f"the MCP server {self.name} ended")

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            raise OSError(f"the MCP server {self.name} ended") from None
