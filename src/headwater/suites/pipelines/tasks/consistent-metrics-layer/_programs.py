"""Programs that run in a copy, next to layer.py, and print a JSON object about what happened."""

from __future__ import annotations

import json
from typing import Any

from _model import FIGURES, TABLES, last_line

from headwater.grading import State

_CONNECT = r"""
import json, os, subprocess, sys, threading, time
import clickhouse_connect
from clickhouse_connect.driver.exceptions import ClickHouseError


def connect():
    return clickhouse_connect.get_client(
        host=os.environ["CLICKHOUSE_HOST"], port=int(os.environ["CLICKHOUSE_PORT"]),
        username=os.environ["CLICKHOUSE_USER"], password=os.environ["CLICKHOUSE_PASSWORD"],
    )


"""
_LOAD = r"""
import psycopg

with psycopg.connect(os.environ["POSTGRES_URL"]) as postgres:
    sql = "select id, user_id, kind, at from app.actions where id >= %s"
    rows = postgres.execute(sql, [int(sys.argv[1])]).fetchall()
began, ended = threading.Event(), threading.Event()
inserted = 0


def load():
    global inserted
    client = connect()
    while inserted < len(rows):
        size = len(rows) if ended.is_set() else 20
        client.insert("raw.actions", rows[inserted:inserted + size], column_names=["id", "user_id", "kind", "at"])
        inserted += size
        began.set()
        time.sleep(0.01)


thread = threading.Thread(target=load)
thread.start()
began.wait(60)  # connecting can take longer than a run
before = inserted
run = subprocess.run([sys.executable, "layer.py"], capture_output=True, text=True)
during = inserted - before
ended.set()
thread.join()
print(json.dumps({"code": run.returncode, "during": during, "stderr": run.stderr[-200:]}))
"""
_READ = r"""
answers, queries, failed, ended = set(), 0, "", threading.Event()


def read():
    global queries, failed
    client = connect()
    while not ended.is_set():
        try:
            answers.add(str([client.query(sql).first_row for sql in sys.argv[1:]]))
            queries += 1
            time.sleep(0.01)
        except ClickHouseError as error:
            failed = str(error)[:200]


thread = threading.Thread(target=read)
thread.start()
codes = [subprocess.run([sys.executable, "layer.py"], capture_output=True).returncode for _ in range(2)]
ended.set()
thread.join()
print(json.dumps({"codes": codes, "answers": len(answers), "queries": queries, "failed": failed}))
"""


def run_while_loading(state: State, first: int) -> dict[str, Any]:
    """Run layer.py while a loader inserts the actions from an id on, and load the rest afterwards.

    Returns:
        The exit code of the run (`code`), the number of rows that were inserted during it (`during`) and the end of its
        standard error (`stderr`), or only how the program ended (`failed`).
    """
    return _run(state, _LOAD, str(first))


def run_while_reading(state: State) -> dict[str, Any]:
    """Run layer.py twice while a client queries the totals of both tables.

    Returns:
        The exit codes of the runs (`codes`), the number of different answers (`answers`), the number of queries
        (`queries`) and the last error of a query (`failed`).
    """
    sums = ", ".join(f"sum({name})" for name in FIGURES)
    return _run(state, _READ, *(f"select count(), {sums} from analytics.{table}" for table in TABLES))


def _run(state: State, program: str, *arguments: str) -> dict[str, Any]:
    state.write(".program", _CONNECT + program)
    quoted = " ".join(f"'{argument}'" for argument in arguments)
    completed = state.run(f"python3 -I .program {quoted}", timeout_sec=120)
    result: dict[str, Any] = (
        json.loads(last_line(completed)) if completed.exit_code == 0 else {"failed": completed.last_line[:200]}
    )
    return result
