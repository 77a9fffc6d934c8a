"""Passes descriptors that only Headwater can create to a cell, over a socket."""

from __future__ import annotations

import contextlib
import os
import socket
import threading
from collections.abc import Callable
from typing import Any

from headwater.errors import SandboxError

_ANSWER_SEC = 60.0
_MOST_TEXT = 4000

_lock = threading.Lock()
_send: Callable[[Any], None] | None = None
_answers: socket.socket | None = None


def await_answers(answers: socket.socket) -> None:
    """Set the socket on which this cell receives descriptors."""
    global _answers
    _answers = answers


def send_requests(send: Callable[[Any], None]) -> None:
    """Set the function that sends this cell's requests."""
    global _send
    _send = send


def request_descriptor(request: Any, *attached: int) -> int | str:
    """Return the descriptor that Headwater created for a request, or the reason for a refusal.

    Args:
        request: The description of the descriptor, which Headwater passes to `answer`.
        attached: Descriptors that are sent with the request.

    Raises:
        SandboxError: Headwater does not answer.
    """
    assert _send is not None, "only a cell can request something"
    assert _answers is not None
    # Answers do not carry a request number, so only one request may be pending at a time.
    with _lock:
        _send(request)
        _answers.settimeout(_ANSWER_SEC)
        try:
            if attached:
                socket.send_fds(_answers, [b"given"], attached)
            text, descriptors, _, _ = socket.recv_fds(_answers, _MOST_TEXT, 1)
        except OSError as error:
            raise SandboxError(f"Headwater does not answer its cell: {error}") from None
    return descriptors[0] if descriptors else text.decode(errors="replace")


def receive_given(channel: socket.socket) -> int:
    """Return the descriptor that a cell sent after its request. Headwater calls this.

    Raises:
        OSError: The cell has ended or sent no descriptor.
    """
    channel.settimeout(_ANSWER_SEC)
    _, descriptors, _, _ = socket.recv_fds(channel, _MOST_TEXT, 1)
    if not descriptors:
        raise OSError("the cell has ended")
    return descriptors[0]


def answer(channel: socket.socket, make: Callable[[], int]) -> int | None:
    """Create a descriptor, send it and return it. After a failure, send the reason and return None."""
    try:
        if os.geteuid() != 0:
            raise PermissionError("only root can do this")
        descriptor = make()
    except OSError as error:
        with contextlib.suppress(OSError):  # the cell has ended
            channel.send(str(error).encode()[:_MOST_TEXT] or b"unknown")
        return None
    with contextlib.suppress(OSError):
        socket.send_fds(channel, [b"made"], [descriptor])
    return descriptor
