"""Sends Headwater's own requests to a model through the gateway, so that they are metered and recorded."""

from __future__ import annotations

import http.client
import json
import re
import socket
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from headwater.errors import CancelledError, GatewayError
from headwater.gateway._routes import generating
from headwater.gateway.protocols import DIALECTS
from headwater.gateway.protocols._shape import mapping, string
from headwater.records.conversation import ChatMessage, Reply
from headwater.records.wire import Protocol

FINAL_TURN = "final_"
"""The id prefix of answers that the gateway gives instead of the model after a limit was reached."""
_IS_FINAL = re.compile(rf"[_-]{FINAL_TURN}\d+$")
_MOST_TOKENS = 16_000
_TIMEOUT_SEC = 900.0
_POLL_SEC = 0.2
_PREFIX = {Protocol.RESPONSES: "/v1", Protocol.CHAT: "/v1"}


def ask(
    gateway: Path,
    protocol: Protocol,
    model: str,
    messages: Sequence[ChatMessage],
    cancel: threading.Event | None = None,
) -> Reply | None:
    """Send a text conversation and return the model's answer, or None if a limit of the run has been reached.

    Args:
        gateway: The gateway's socket for programs without a network, ``Gateway.socket``.
        protocol: The model's protocol.
        model: The provider's name for the model.
        messages: The messages, which contain only text. The system message, if any, comes first.
        cancel: Ends the wait when set.

    Raises:
        CancelledError: ``cancel`` was set.
        GatewayError: The gateway or the provider did not answer.
    """
    dialect = DIALECTS[protocol]
    path = _PREFIX.get(protocol, "") + generating(protocol, model).path
    body = _post(gateway, path, dialect.request(model, messages, _MOST_TOKENS), cancel or threading.Event())
    reply = dialect.reply(body)
    return None if _IS_FINAL.search(reply.id) else reply


class _UnixConnection(http.client.HTTPConnection):
    def __init__(self, path: Path) -> None:
        super().__init__("localhost", timeout=_TIMEOUT_SEC)
        self._path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(str(self._path))


def _post(gateway: Path, path: str, body: dict[str, Any], cancel: threading.Event) -> dict[str, Any]:
    """Post a request in a thread, so that the wait can be cancelled. The thread ends with the gateway."""
    found: list[dict[str, Any] | Exception] = []

    def post() -> None:
        try:
            found.append(_answer(gateway, path, body))
        except (OSError, http.client.HTTPException, ValueError, GatewayError) as error:
            found.append(error)

    thread = threading.Thread(target=post, daemon=True)
    thread.start()
    while thread.is_alive():
        if cancel.is_set():
            raise CancelledError("the request to the model was interrupted")
        thread.join(_POLL_SEC)
    (outcome,) = found
    if isinstance(outcome, GatewayError):
        raise outcome
    if isinstance(outcome, Exception):
        raise GatewayError(f"the model did not answer: {type(outcome).__name__}: {outcome}") from outcome
    return outcome


def _answer(gateway: Path, path: str, body: dict[str, Any]) -> dict[str, Any]:
    connection = _UnixConnection(gateway)
    try:
        connection.request("POST", path, json.dumps(body), {"content-type": "application/json"})
        response = connection.getresponse()
        answer = mapping(json.loads(response.read()))
    finally:
        connection.close()
    if response.status != http.HTTPStatus.OK:
        message = string(mapping(answer.get("error")).get("message"))
        raise GatewayError(f"the model did not answer: {response.status}: {message}")
    return answer
