"""Creates networks with separate loopbacks, so that the services of all trials can listen on their standard ports."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from types import TracebackType

from headwater.sandbox import _linux


class Network:
    """A network namespace that has only ``lo``. A ``with`` block enters it in the calling thread.

    Sockets stay in the namespace in which they were created, and processes and threads start in the namespace of the
    thread that starts them. A client that was connected inside ``with network:`` therefore continues to work outside
    the block.
    """

    def __init__(self, existing: Path | None = None) -> None:
        """Make a network, or open an existing one through a file such as ``/proc/<pid>/ns/net``."""
        self._fd = -1
        self._local = threading.local()
        if existing is not None:
            self._fd = os.open(existing, os.O_RDONLY | os.O_CLOEXEC)
            return
        thread = threading.Thread(target=self._create)
        thread.start()
        thread.join()
        if self._fd < 0:
            raise OSError("a network namespace could not be made")

    def _create(self) -> None:
        # unshare(2) moves only this thread, and the descriptor keeps the namespace alive after the thread has ended
        _linux.unshare(_linux.CLONE_NEWNET)
        _linux.bring_up_loopback()
        self._fd = os.open("/proc/thread-self/ns/net", os.O_RDONLY | os.O_CLOEXEC)

    @property
    def path(self) -> Path:
        """The path that other processes of this cell use to open the namespace."""
        return Path(f"/proc/{os.getpid()}/fd/{self._fd}")

    def __enter__(self) -> Network:
        self._entered().append(os.open("/proc/thread-self/ns/net", os.O_RDONLY | os.O_CLOEXEC))
        _linux.setns(self._fd, _linux.CLONE_NEWNET)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        previous = self._entered().pop()
        _linux.setns(previous, _linux.CLONE_NEWNET)
        os.close(previous)

    def _entered(self) -> list[int]:
        """The namespaces that the calling thread has left, with the most recent last."""
        if not hasattr(self._local, "left"):
            self._local.left = []
        handles: list[int] = self._local.left
        return handles
