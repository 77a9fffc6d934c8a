"""Opens a listener on the loopback of a network for a server process outside that network.

A socket stays in the network in which it was created, whichever process holds it. The server therefore accepts
connections from the trial directly, and the trial can reach only this server.
"""

from __future__ import annotations

import socket
from pathlib import Path

from headwater.sandbox._network import Network

_HAND_OVER_SEC = 30.0


def open_door(network: Network, port: int, control: Path) -> None:
    """Listen on the loopback of ``network`` and pass the socket on. Returns when the server accepts connections.

    Args:
        network: The trial's network.
        port: The port to listen on.
        control: The unix socket of the server.

    Raises:
        OSError: The port is in use, or no server answers.
    """
    with network, socket.create_server(("127.0.0.1", port), backlog=256) as listener:
        hand_over(listener, control)


def hand_over(listener: socket.socket, control: Path) -> None:
    """Pass a listening socket to the server behind ``control``. Returns when the server accepts connections.

    Raises:
        OSError: No server answers.
    """
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as channel:
        channel.settimeout(_HAND_OVER_SEC)
        channel.connect(str(control))
        socket.send_fds(channel, [b"listen"], [listener.fileno()])
        if channel.recv(16) != b"serving":
            raise ConnectionError("the server has ended")
