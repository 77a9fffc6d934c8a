"""Processes started by Headwater's fork server."""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import connection, forkserver
from typing import Any

import pytest

from headwater import processes


def test_two_threads_that_ask_at_once_learn_the_same_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    """One thread can wait for a process while another thread starts the next, which polls all processes."""
    process = processes.context().Process(target=os._exit, args=(3,))
    process.start()
    popen: Any = process._popen  # type: ignore[attr-defined]
    connection.wait([popen.sentinel])
    read = forkserver.read_signed

    def read_slowly(descriptor: int) -> int:
        time.sleep(0.1)
        return read(descriptor)

    monkeypatch.setattr(forkserver, "read_signed", read_slowly)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: popen.poll(), range(4)))
    assert found == [3, 3, 3, 3]
    process.join()
    assert process.exitcode == 3
