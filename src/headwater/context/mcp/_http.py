"""Serves over HTTP on the loopback interface, to clients that have the token but never to web pages."""

from __future__ import annotations

import hmac
import socket
from collections.abc import Callable
from contextlib import suppress

import uvicorn
from mcp.server.transport_security import TransportSecuritySettings
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from headwater.context.live import LiveProject
from headwater.context.mcp._server import make_server
from headwater.errors import access_error

_HOST = "127.0.0.1"
_MOST_BYTES = 1 << 20


def serve_http(project: LiveProject, port: int, token: str, ready: Callable[[str], None]) -> None:
    """Serve at ``http://127.0.0.1:<port>/mcp`` until interrupted.

    Requests need the token (``Authorization: Bearer …``), this address as ``Host``, and no other ``Origin``. A web page
    in a browser can send neither the token nor this host.

    Args:
        project: The project to serve.
        port: The port, or 0 for any free port.
        token: The token that requests must send.
        ready: Called with the URL once the server accepts requests.

    Raises:
        FileAccessError: The port is in use.
    """
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    # A restarted server can bind its port although connections of the previous one are still closing.
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((_HOST, port))
    except OSError as error:
        listening.close()
        raise access_error(error, f"--port {port}", "choose another, or 0 for any") from None
    address = f"{_HOST}:{listening.getsockname()[1]}"
    try:
        config = uvicorn.Config(
            _app(project, address, token), log_level="critical", access_log=False, server_header=False
        )
        listening.listen()
        ready(f"http://{address}/mcp")
        with suppress(KeyboardInterrupt):  # uvicorn raises KeyboardInterrupt again after an orderly shutdown
            uvicorn.Server(config).run([listening])
    finally:
        listening.close()
        project.close()


def _app(project: LiveProject, address: str, token: str) -> ASGIApp:
    port = address.rpartition(":")[2]
    hosts = [address, f"localhost:{port}"]
    # Checking the host and origin protects against web pages that send requests to local servers by DNS rebinding.
    security = TransportSecuritySettings(allowed_hosts=hosts, allowed_origins=[f"http://{host}" for host in hosts])
    app = make_server(project).streamable_http_app(
        json_response=True, max_request_body_size=_MOST_BYTES, transport_security=security, host=_HOST
    )
    return _NeedsToken(app, token)


class _NeedsToken:
    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app = app
        self._expected = f"Bearer {token}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            authorization = Headers(scope=scope).get("authorization", "")
            # The comparison takes the same time wherever the texts differ, so its timing reveals nothing about the
            # token.
            if not hmac.compare_digest(authorization.encode(), self._expected):
                refusal = PlainTextResponse("a token is needed", 401, {"WWW-Authenticate": "Bearer"})
                await refusal(scope, receive, send)
                return
        await self._app(scope, receive, send)
