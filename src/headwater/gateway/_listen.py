"""The door in the sandbox: a listener on the trial's own loopback, served by the gateway outside."""

from __future__ import annotations

import socket
from pathlib import Path

from headwater.errors import InfraError
from headwater.records.wire import Protocol
from headwater.sandbox import Network

PORT = 8399
"""Where agents find the gateway on their loopback."""
DUMMY_KEY = "headwater-no-key-needed"
"""What agents get for a key; the real one never enters the sandbox."""
_HAND_OVER_SEC = 30.0
_PREFIX = {Protocol.ANTHROPIC: "", Protocol.RESPONSES: "/v1", Protocol.CHAT: "/v1", Protocol.GEMINI: ""}


def base_url(protocol: Protocol, port: int = PORT) -> str:
    """What an agent is given as the address of its provider, as the SDK of that protocol wants it."""
    return f"http://127.0.0.1:{port}{_PREFIX[protocol]}"


def listen(network: Network, control: Path, port: int = PORT) -> None:
    """Listen on the loopback of ``network`` and hand the socket to the gateway; returns once it serves.

    A socket stays in the network that it was made in, whoever holds it. So the gateway reaches into the trial
    with nothing in between, and the trial reaches nothing but the gateway.

    Raises:
        InfraError: The port is taken, or the gateway does not answer.
    """
    try:
        with network, socket.create_server(("127.0.0.1", port), backlog=256) as listener:
            hand_over(listener, control)
    except OSError as error:
        raise InfraError(f"the gateway could not be joined to the trial's loopback: {error}") from None


def hand_over(listener: socket.socket, control: Path) -> None:
    """Give a listening socket to the gateway behind ``control``; returns once it serves.

    Raises:
        OSError: The gateway does not answer.
    """
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as channel:
        channel.settimeout(_HAND_OVER_SEC)
        channel.connect(str(control))
        socket.send_fds(channel, [b"listen"], [listener.fileno()])
        if channel.recv(16) != b"serving":
            raise ConnectionError("the gateway ended")
