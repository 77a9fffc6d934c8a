"""Keep several transactions of the app open at the same time."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from headwater.grading import State

_PROGRAM = r"""
import time
from pathlib import Path
import psycopg

sessions, number = {}, 0
Path(".desk/ready").touch()
while True:
    script = Path(f".desk/{number}.sql")
    text = script.read_text() if script.exists() else ""
    if not text.endswith("-- end\n"):
        time.sleep(0.02)
        continue
    name, _, sql = text.partition("\n")
    if name == "closed":
        break
    if name not in sessions:
        sessions[name] = psycopg.connect("")
    sessions[name].execute(sql)
    Path(f".desk/{number}.done").touch()
    number += 1
"""
_WAIT_SEC = 60.0


class Desk:
    """Sessions of the app. The first statement of each begins a transaction, which `commit` or `rollback` ends."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._number = 0

    def execute(self, session: str, sql: str) -> None:
        """Execute statements in a session, and wait for their end."""
        self._send(session, sql)
        self.wait_for(f"{self._number}.done", f"the app did not end {sql[:200]}")
        self._number += 1

    def wait_for(self, name: str, fault: str) -> None:
        """Wait until the program has written a file."""
        deadline = time.monotonic() + _WAIT_SEC
        while not (self._state.workspace_root / ".desk" / name).exists():
            if time.monotonic() > deadline:
                raise TimeoutError(fault)
            time.sleep(0.02)

    def close(self) -> None:
        """End all sessions."""
        self._send("closed", "")

    def _send(self, session: str, sql: str) -> None:
        self._state.write(f".desk/{self._number}.sql", f"{session}\n{sql}\n-- end\n")


@contextmanager
def open_desk(state: State) -> Iterator[Desk]:
    """Start a program with sessions of the app in a copy."""
    state.write(".desk/program", _PROGRAM)
    holder = threading.Thread(
        target=state.run, args=("python3 -I .desk/program",), kwargs={"timeout_sec": 290}, daemon=True
    )
    holder.start()
    desk = Desk(state)
    try:
        desk.wait_for("ready", "the sessions of the app did not start")  # no other program may start at the same time
        yield desk
    finally:
        desk.close()
        holder.join()
