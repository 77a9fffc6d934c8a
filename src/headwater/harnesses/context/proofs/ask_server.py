"""Start an MCP server from argv, and fail unless it lists its tools and finds the table `orders`."""

import json
import subprocess
import sys

REQUEST_PARAMS = [
    {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "proof", "version": "1"}},
    {},
    {"name": "search", "arguments": {"words": "orders"}},
]
METHODS = ["initialize", "tools/list", "tools/call"]


def send(server, **message):
    """Send a message."""
    server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    server.stdin.flush()


def answer(server, number):
    """Return the result of the request with the given id."""
    for line in server.stdout:
        message = json.loads(line)
        if message.get("id") == number:
            return message["result"]
    sys.exit(f"the server ended without an answer to {METHODS[number]}")


with subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
    results = []
    for number, (method, params) in enumerate(zip(METHODS, REQUEST_PARAMS, strict=True)):
        send(server, id=number, method=method, params=params)
        results.append(answer(server, number))
        if number == 0:
            send(server, method="notifications/initialized")
    server.stdin.close()
names = [tool["name"] for tool in results[1]["tools"]]
assert "show" in names, names
assert "orders" in json.dumps(results[2]), results[2]
