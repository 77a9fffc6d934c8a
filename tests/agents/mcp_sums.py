"""An MCP server with one tool, whose answer nobody could guess; it runs in the sandbox, without libraries."""

from __future__ import annotations

import json
import sys
from typing import Any

TOOL = {
    "name": "secret_sum",
    "description": "Add two numbers and a secret.",
    "inputSchema": {
        "type": "object",
        "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
        "required": ["a", "b"],
    },
}


def answer(method: str, params: dict[str, Any]) -> dict[str, Any]:
    match method:
        case "initialize":
            info = {"name": "sums", "version": "1"}
            return {"protocolVersion": params["protocolVersion"], "capabilities": {"tools": {}}, "serverInfo": info}
        case "tools/list":
            return {"tools": [TOOL]}
        case "tools/call":
            total = params["arguments"]["a"] + params["arguments"]["b"] + 40_000
            return {"content": [{"type": "text", "text": f"the sum is {total}"}]}
        case _:
            return {}


for line in sys.stdin:
    request = json.loads(line)
    if "id" in request:
        reply = {
            "jsonrpc": "2.0",
            "id": request["id"],
            "result": answer(request["method"], request.get("params") or {}),
        }
        print(json.dumps(reply), flush=True)
