"""Implements the functions that send answers to the agent."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from aiohttp import web

from headwater.gateway.protocols import Dialect

EVENT_STREAM = "text/event-stream"


class ClientGoneError(Exception):
    """The agent has hung up."""


async def write(response: web.StreamResponse, piece: bytes) -> None:
    """Send a chunk of a streamed answer.

    Raises:
        ClientGoneError: The agent has hung up.
    """
    try:
        await response.write(piece)
    except ConnectionError:
        raise ClientGoneError from None


async def begin(request: web.Request, response: web.StreamResponse) -> None:
    """Send the head of a streamed answer.

    Raises:
        ClientGoneError: The agent has hung up.
    """
    try:
        await response.prepare(request)
    except ConnectionError:
        raise ClientGoneError from None


async def end(response: web.StreamResponse) -> None:
    """Send the end of a streamed answer.

    Raises:
        ClientGoneError: The agent has hung up.
    """
    try:
        await response.write_eof()
    except ConnectionError:
        raise ClientGoneError from None


def hang_up(request: web.Request) -> None:
    """Break the connection, as the provider did."""
    if request.transport is not None:
        request.transport.abort()


def json_response(body: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> web.Response:
    """Return a JSON response that is not streamed."""
    text = json.dumps(body, ensure_ascii=False)
    return web.Response(status=status, text=text, content_type="application/json", headers=headers)


def error_response(
    dialect: Dialect, status: int, message: str, headers: Mapping[str, str] | None = None
) -> web.Response:
    """Return an error in the format of the protocol."""
    return json_response(dialect.error(status, message), status, headers)
