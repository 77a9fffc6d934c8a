"""Run the agent's program in a copy, count what it does in ClickHouse, and kill or watch it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from _tables import describe_end, fault, last_line

from headwater.grading import Completed, Graded, State

_EVENTS = ("Query", "InsertedRows", "SelectedRows")
_CONNECT = """
import json, os, subprocess, sys, threading, time
import clickhouse_connect


def connect():
    return clickhouse_connect.get_client(
        host=os.environ["CLICKHOUSE_HOST"], port=int(os.environ["CLICKHOUSE_PORT"]),
        username=os.environ["CLICKHOUSE_USER"], password=os.environ["CLICKHOUSE_PASSWORD"])


"""
_KILL = """
client, limit = connect(), int(sys.argv[1])
rows = "select toInt64(sum(total_rows)) from system.tables where database = 'analytics'"
others = "select count() from system.processes where user = currentUser() and query_id != queryID()"
first = client.query(rows).first_row[0]
run = subprocess.Popen([sys.executable, "consume.py"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
while run.poll() is None and client.query(rows).first_row[0] - first <= limit:
    time.sleep(0.002)
run.kill()
run.wait()
# The server may still execute the last statement of the killed run.
while client.query(others).first_row[0]:
    time.sleep(0.01)
"""
_READ = """
client, ended, answers = connect(), threading.Event(), set()


def read():
    while not ended.is_set():
        answers.add(str(client.query(open(".query").read()).result_rows))


thread = threading.Thread(target=read)
thread.start()
code = subprocess.run([sys.executable, "consume.py"], capture_output=True).returncode
ended.set()
thread.join()
print(json.dumps({"code": code, "answers": sorted(answers)[:9]}))
"""


@dataclass(frozen=True)
class Run:
    """A run of consume.py.

    Attributes:
        completed: The finished process.
        fault: What is wrong in the tables after it, or an empty string.
        statements: The number of statements that it sent to ClickHouse.
        inserted: The number of rows that these inserted.
        selected: The number of rows that these read.
    """

    completed: Completed
    fault: str
    statements: int
    inserted: int
    selected: int

    @property
    def is_good(self) -> bool:
        """Whether the run succeeded and left the right tables."""
        return self.completed.exit_code == 0 and not self.fault

    @property
    def message(self) -> str:
        """A description of how the run ended and what is wrong after it."""
        return f"{describe_end(self.completed)}; {self.fault or 'all minutes are right'}"


def _work(state: State) -> list[int]:
    sums = ", ".join(f"sum(ProfileEvents['{event}'])" for event in _EVENTS)
    row = state.clickhouse.query(f"select {sums} from system.user_processes where user = 'app'")[0]
    return [int(value) for value in row]


def measured_run(graded: Graded, state: State, sent: Iterable[bytes | None] = (), *, compares: bool = True) -> Run:
    """Run the entry point, and compare the minutes with the right ones for messages that were sent to the copy."""
    before = _work(state)
    completed = state.run()
    counts = [after - first for after, first in zip(_work(state), before, strict=True)]
    return Run(completed, fault(graded, state, sent) if compares else "", *counts)


def killed_run(state: State, limit: int) -> None:
    """Start the program, and kill it as soon as the tables have more than this number of new rows."""
    state.write(".kill", _CONNECT + _KILL)
    state.run(f"python3 -I .kill {limit}", timeout_sec=150)


def run_while_reading(state: State, query: str) -> dict[str, Any]:
    """Run the program while a client repeats a query. Return the exit code and the different answers."""
    state.write(".query", query)
    state.write(".read", _CONNECT + _READ)
    ran = state.run("python3 -I .read", timeout_sec=150)
    report: dict[str, Any] = json.loads(last_line(ran) or "{}") if ran.exit_code == 0 else {"error": ran.tail}
    return report
