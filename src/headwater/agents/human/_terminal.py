"""Manages the person's terminal, which belongs to Headwater while a session runs in the sandbox."""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import socket
import struct
import sys
import tempfile
import termios
import threading
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

SOCKET_FOLDER = "/opt/terminal"
"""The folder in the sandbox with the socket to the terminal."""
_NAME = "socket"
SOCKET = f"{SOCKET_FOLDER}/{_NAME}"
_CHUNK = 1 << 12
_POLL_SEC = 0.2
_JOIN_SEC = 2.0
_RESET = (
    b"\x1b[?1047l"  # leave an editor's alternate screen (1049 would also move the cursor)
    b"\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?2004l"  # disable mouse reports and bracketed paste
    b"\x1b[?1l\x1b>\x1b[?25h\x1b[0m"  # restore normal keys, the cursor and the default colours
)


def is_a_terminal() -> bool:
    """Return whether standard input and standard error are terminals."""
    return sys.stdin.isatty() and sys.stderr.isatty()


@contextmanager
def at_terminal(title: str, cancel: threading.Event) -> Iterator[Path]:
    """Connect this process's terminal to the first program that opens the socket in the yielded folder.

    This first waits until the person presses Enter, because the trial's clock starts soon after. When the terminal is
    closed, ``cancel`` is set. At the end, the terminal is restored.

    Args:
        title: A description of the session that is about to start.
        cancel: Ends the wait when set.
    """
    _wait_for_person(title, cancel)
    # accessible only to this user, while the sandbox sees the subfolder
    folder = Path(tempfile.mkdtemp(prefix="headwater-terminal-"))
    try:
        socket_folder = folder / "shown"
        socket_folder.mkdir(mode=0o755)
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
            listener.bind(str(socket_folder / _NAME))
            (socket_folder / _NAME).chmod(0o666)  # the sandbox runs as another user
            listener.listen(1)
            with _TerminalRelay(listener, cancel):
                yield socket_folder
    finally:
        shutil.rmtree(folder)


def _wait_for_person(title: str, cancel: threading.Event) -> None:
    termios.tcflush(0, termios.TCIFLUSH)  # discards earlier keystrokes, which were not meant for this prompt
    os.write(2, f"{title}. The clock starts when you press Enter. ".encode())
    while not cancel.is_set():
        if select.select([0], [], [], _POLL_SEC)[0]:
            if not _read_key():
                cancel.set()
            return


class _TerminalRelay:
    """Relays bytes between the terminal and one connection, in a separate thread."""

    def __init__(self, listener: socket.socket, cancel: threading.Event) -> None:
        self._listener = listener
        self._cancel = cancel
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="terminal", daemon=True)
        self._saved: list[Any] | None = None

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join(_JOIN_SEC)  # a terminal that accepts no more output would block the thread forever
        self._restore()

    def _restore(self) -> None:
        saved, self._saved = self._saved, None
        if saved is not None:
            with contextlib.suppress(termios.error, OSError):  # the terminal was closed
                os.write(2, _RESET)
                termios.tcsetattr(0, termios.TCSADRAIN, saved)

    def _run(self) -> None:
        channel = self._accept()
        if channel is None:
            return
        with channel:
            try:
                self._saved = termios.tcgetattr(0)
                tty.setraw(0)
                self._carry(channel)
            except (termios.error, OSError):  # the session or the terminal is gone
                return
            finally:
                self._restore()

    def _accept(self) -> socket.socket | None:
        """Accept the first connection.

        It comes from the session, because the session starts before other programs can connect.
        """
        while not self._ended.is_set():
            if select.select([self._listener], [], [], _POLL_SEC)[0]:
                channel, _ = self._listener.accept()
                self._listener.close()
                return channel
        return None

    def _carry(self, channel: socket.socket) -> None:
        size: tuple[int, int] | None = None
        typed = b""
        other = channel.fileno()
        while not self._ended.is_set():
            if (window := _window()) != size:
                size = window
                typed += _frame(b"w", struct.pack("!HH", *window))
            reads = [other] if typed else [other, 0]
            readable, writable, _ = select.select(reads, [other] if typed else [], [], _POLL_SEC)
            if other in readable:
                data = channel.recv(_CHUNK)  # the kernel closes descriptors that come with the data
                if not data:
                    return
                _show(data)
            if 0 in readable:
                data = _read_key()
                if not data:
                    self._cancel.set()  # the terminal was closed, so the person cannot continue
                    return
                typed += _frame(b"i", data)
            if other in writable:
                typed = typed[channel.send(typed, socket.MSG_DONTWAIT) :]


def _read_key() -> bytes:
    try:
        return os.read(0, _CHUNK)
    except OSError:  # the terminal was closed
        return b""


def _show(data: bytes) -> None:
    while data:
        data = data[os.write(2, data) :]


def _window() -> tuple[int, int]:
    try:
        columns, rows = os.get_terminal_size(0)
    except OSError:  # the terminal was closed, which the next read reports
        return (24, 80)
    return (rows or 24, columns or 80)


def _frame(kind: bytes, payload: bytes) -> bytes:
    return struct.pack("!cH", kind, len(payload)) + payload
