"""A door into a network: a listener on its loopback that somebody outside serves.

A socket stays in the network that it was made in, whoever holds it. So who serves reaches into the trial with nothing
in between, and the trial reaches nothing but who serves.
"""

from __future__ import annotations

import socket
from pathlib import Path

from headwater.sandbox._network import Network

_HAND_OVER_SEC = 30.0


def open_door(network: Network, port: int, control: Path) -> None:
    """Listen on the loopback of ``network`` and hand the socket over; returns once it is served.

    Args:
        network: Of the trial.
        port: To listen on.
        control: The unix socket of who serves.

    Raises:
        OSError: The port is taken, or nobody serves.
    """
    with network, socket.create_server(("127.0.0.1", port), backlog=256) as listener:
        hand_over(listener, control)


def hand_over(listener: socket.socket, control: Path) -> None:
    """Give a listening socket to who is behind ``control``; returns once it is served.

    Raises:
        OSError: Nobody answers.
    """
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as channel:
        channel.settimeout(_HAND_OVER_SEC)
        channel.connect(str(control))
        socket.send_fds(channel, [b"listen"], [listener.fileno()])
        if channel.recv(16) != b"serving":
            raise ConnectionError("who was to serve has ended")
