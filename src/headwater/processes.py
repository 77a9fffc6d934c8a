"""Starts processes from a fork server without running the main script again.

The start methods of ``multiprocessing`` run the main script again in each process, as ``__mp_main__``. A script without
``if __name__ == "__main__"`` would repeat all of its work there. Headwater defines nothing in a main script, so its
processes skip the main script, and scripts need no guard. Headwater has its own fork server, so that preloaded modules
and the server's start do not depend on other code that uses ``multiprocessing`` in the same program.
"""

from __future__ import annotations

import io
import os
import threading
from collections.abc import Sequence
from multiprocessing import connection, forkserver, popen_forkserver, reduction, spawn, util
from multiprocessing.context import ForkServerContext, ForkServerProcess, set_spawning_popen
from typing import Any

_server = forkserver.ForkServer()


def context() -> ForkServerContext:
    """Return a ``multiprocessing`` context. Its processes run functions from importable modules."""
    return _CONTEXT


def preload(modules: Sequence[str]) -> None:
    """Start the fork server now and import these modules in it, so that the first process does not have to wait."""
    _server.set_forkserver_preload(list(modules))
    _server.ensure_running()


class _Popen(popen_forkserver.Popen):
    """Starts a process like the base class, but from Headwater's server and without the main script.

    One thread can wait for a process while another thread starts one. ``multiprocessing`` then polls all processes, and
    only one of the two threads gets the single message about the end of a process, so that the other would report a
    crash.
    """

    def poll(self, flag: int = os.WNOHANG) -> int | None:
        """Return the exit code, or None while the process runs.

        With a flag other than ``WNOHANG``, wait for the end.
        """
        if flag != os.WNOHANG and self.returncode is None:
            connection.wait([self.sentinel])
        with self._reading:
            return super().poll(os.WNOHANG)

    def _launch(self, process_obj: Any) -> None:
        self._reading = threading.Lock()
        preparation = spawn.get_preparation_data(process_obj.name)
        preparation = {name: value for name, value in preparation.items() if not name.startswith("init_main_from")}
        message = io.BytesIO()
        set_spawning_popen(self)
        try:
            reduction.dump(preparation, message)
            reduction.dump(process_obj, message)
        finally:
            set_spawning_popen(None)
        self.sentinel, writer = _server.connect_to_new_process(self._fds)  # type: ignore[attr-defined]
        # The child treats the closing of this duplicate as the end of its parent.
        self.finalizer = util.Finalize(self, util.close_fds, (os.dup(writer), self.sentinel))  # type: ignore[attr-defined]
        with os.fdopen(writer, "wb") as file:
            file.write(message.getbuffer())
        self.pid = forkserver.read_signed(self.sentinel)


class _ForkedProcess(ForkServerProcess):
    @staticmethod
    def _Popen(process_obj: Any) -> Any:  # noqa: N802 - the base's name
        return _Popen(process_obj)


class _ForkContext(ForkServerContext):
    Process = _ForkedProcess


_CONTEXT = _ForkContext()
