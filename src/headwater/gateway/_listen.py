"""Opens the listener on the trial's own loopback. The gateway serves it from outside the trial's network."""

from __future__ import annotations

import socket
from pathlib import Path

from headwater.errors import GatewayError
from headwater.records.wire import Protocol
from headwater.sandbox import Network, open_door

PORT = 8399
"""The gateway's port on the agents' loopback."""
DUMMY_KEY = "headwater-no-key-needed"
"""The key that agents get. The real key never enters the sandbox."""
PACED = b"paced"
"""A request to the gateway's control socket for the time that the agent has waited for the job's rate limits."""
_ANSWER_SEC = 5.0
_PREFIX = {Protocol.ANTHROPIC: "", Protocol.RESPONSES: "/v1", Protocol.CHAT: "/v1", Protocol.GEMINI: ""}


def base_url(protocol: Protocol, port: int = PORT) -> str:
    """Return the base URL for an agent, in the form that the protocol's SDK expects."""
    return f"http://127.0.0.1:{port}{_PREFIX[protocol]}"


def sdk_variables() -> dict[str, str]:
    """Return the variables that tell the SDKs of all protocols how to reach the gateway."""
    return {
        "ANTHROPIC_API_KEY": DUMMY_KEY,
        "ANTHROPIC_BASE_URL": base_url(Protocol.ANTHROPIC),
        "GEMINI_API_KEY": DUMMY_KEY,
        "GOOGLE_GEMINI_BASE_URL": base_url(Protocol.GEMINI),
        "OPENAI_API_KEY": DUMMY_KEY,
        "OPENAI_BASE_URL": base_url(Protocol.CHAT),
    }


def listen(network: Network, control: Path, port: int = PORT) -> None:
    """Listen on the loopback of ``network`` and hand the socket to the gateway. Return when the gateway serves it.

    Raises:
        GatewayError: The port is in use, or the gateway does not answer.
    """
    try:
        open_door(network, port, control)
    except OSError as error:
        raise GatewayError(f"the gateway could not be joined to the trial's loopback: {error}") from None


def paced_sec(control: Path) -> float:
    """Return the number of seconds during which at least one request was waiting for the job's rate limits.

    Raises:
        OSError: The gateway does not answer.
    """
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as channel:
        channel.settimeout(_ANSWER_SEC)
        channel.connect(str(control))
        channel.sendall(PACED)
        answer = channel.recv(64)
    if not answer:
        raise ConnectionError("the gateway has ended")
    return float(answer)
