"""Calls the tools of the harness's MCP servers from the shell.

Agents with a model reach these servers through their own clients, and a person through this program. It speaks the part
of MCP that tools need: one JSON-RPC message per line on the standard input and output of a server.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

_VERSION = "2025-06-18"


def main(config: str, *arguments: str) -> int:
    """List the tools, or call one, and return the exit code.

    Args:
        config: The file with the servers and the harness's description of its tools.
        arguments: The name of a tool and its arguments as ``key=value``; the first may be a value alone. Without them,
            the tools are listed.
    """
    values = json.loads(Path(config).read_text())
    if not values["servers"]:
        return _complain("this harness has no tools")
    if not arguments:
        print(values["tools"])
    name, *given = arguments or ("",)
    known = []
    for server in values["servers"].values():
        with _Client(server) as client:
            for tool in client.request("tools/list", {})["tools"]:
                known.append(tool["name"])
                if not name:
                    print(f"\n{_usage(tool)}\n{tool.get('description', '').strip()}")
                elif tool["name"] == name:
                    return _call(client, tool, given)
    return _complain(f"there is no tool {name}; there are {', '.join(known)}") if name else 0


def _call(client: _Client, tool: dict[str, Any], given: list[str]) -> int:
    try:
        arguments = _arguments(tool["inputSchema"], given)
    except ValueError as error:
        return _complain(f"{error}; usage: tools {_usage(tool)}")
    answer = client.request("tools/call", {"name": tool["name"], "arguments": arguments})
    print("\n".join(part.get("text", f"({part['type']})") for part in answer["content"]))
    return 1 if answer.get("isError") else 0


def _usage(tool: dict[str, Any]) -> str:
    schema = tool["inputSchema"]
    required = schema.get("required", [])
    names = [*required, *(name for name in schema.get("properties", {}) if name not in required)]
    return " ".join([tool["name"], *(f"{name}=…" if name in required else f"[{name}=…]" for name in names)])


def _arguments(schema: dict[str, Any], given: list[str]) -> dict[str, Any]:
    properties = schema.get("properties", {})
    found: dict[str, Any] = {}
    for number, text in enumerate(given):
        name, mark, value = text.partition("=")
        if number == 0 and (not mark or name not in properties):
            name, value = next(iter([*schema.get("required", []), *properties]), ""), text
        if name not in properties:
            raise ValueError(f"there is no argument {name or text}")
        found[name] = _value(properties[name], value)
    return found


def _value(schema: dict[str, Any], text: str) -> Any:
    """Return the value that a text stands for: itself if a text may be given, and otherwise JSON."""
    kinds = {kind for each in (schema, *schema.get("anyOf", [])) for kind in _kinds(each)}
    try:
        return text if "string" in kinds or not kinds else json.loads(text)
    except ValueError:
        raise ValueError(f"{text!r} is not JSON") from None


def _kinds(schema: dict[str, Any]) -> list[str]:
    kind = schema.get("type", [])
    return kind if isinstance(kind, list) else [kind]


def _complain(text: str) -> int:
    print(f"tools: {text}", file=sys.stderr)
    return 2


class _Client:
    """A client of a server, which runs as long as the client is open.

    Raises:
        SystemExit: The server's program cannot be started.
    """

    def __init__(self, server: dict[str, Any]) -> None:
        try:
            self._process = subprocess.Popen(
                [server["command"], *server["args"]],
                env={**os.environ, **server["env"]},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        except OSError as error:
            raise SystemExit(f"tools: {server['command']}: {error.strerror}") from None
        self._number = 0

    def __enter__(self) -> _Client:
        about = {"name": "headwater", "version": "1"}
        self.request("initialize", {"protocolVersion": _VERSION, "capabilities": {}, "clientInfo": about})
        self._send({"method": "notifications/initialized"})
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()

    def request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """Return the result of a request.

        Raises:
            SystemExit: The server ended, or refused the request.
        """
        self._number += 1
        self._send({"id": self._number, "method": method, "params": params})
        assert self._process.stdout is not None
        for line in self._process.stdout:
            answer = json.loads(line)
            if answer.get("id") == self._number and "method" not in answer:
                if "error" in answer:
                    raise SystemExit(f"tools: {answer['error'].get('message', answer['error'])}")
                result: dict[str, Any] = answer["result"]
                return result
        raise SystemExit("tools: the server ended without an answer")

    def _send(self, message: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self._process.stdin.flush()
