"""Run sync.py alongside open transactions, other runs and readers, or kill it; all checks share each scenario."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

from _closed import describe_errors
from _sales import change, tables

from headwater.grading import Completed, Graded, State, kill_points

# The app changes sales while two runs are active.
_BUSY = r"""
import subprocess, sys, threading
import psycopg

ended = threading.Event()


def write():
    number = 0
    with psycopg.connect("", autocommit=True) as app:
        while not ended.is_set():
            number += 1
            sale = 60000 + number * 7 % 25000
            app.execute("update app.sales set note = %s where sale_id = %s", [f"busy {number}", sale + 1])
            if number % 5 == 0:
                app.execute("delete from app.sales where sale_id = %s", [sale + 3000])


def run():
    return subprocess.run([sys.executable, "sync.py"], capture_output=True, timeout=60).returncode


thread = threading.Thread(target=write)
thread.start()
codes = [run(), run()]
ended.set()
thread.join()
print([*codes, run()])
"""
# Two runs change sales while queries read other sales, which do not change.
_READ_MEANWHILE = r"""
import json, os, subprocess, sys, threading
import clickhouse_connect

SQL = "SELECT count(), uniqExact(sale_id), sum(amount) FROM analytics.sales WHERE sale_id % 100 = 50 OR sale_id < 40000"
ended, answers, asked, failed = threading.Event(), set(), 0, ""


def read():
    global asked, failed
    client = clickhouse_connect.get_client(
        host=os.environ["CLICKHOUSE_HOST"], port=int(os.environ["CLICKHOUSE_PORT"]),
        username=os.environ["CLICKHOUSE_USER"], password=os.environ["CLICKHOUSE_PASSWORD"],
    )
    while not ended.is_set():
        try:
            answers.add(str(tuple(client.query(SQL).first_row)))
            asked += 1
        except clickhouse_connect.driver.exceptions.ClickHouseError as error:
            failed = str(error)[:200]


thread = threading.Thread(target=read)
thread.start()
codes = [subprocess.run([sys.executable, "sync.py"], capture_output=True).returncode for _ in range(2)]
ended.set()
thread.join()
print(json.dumps({"codes": codes, "answers": sorted(answers)[:3], "asked": asked, "failed": failed}))
"""


_TOGETHER = (
    'for n in 1 2 3; do python3 sync.py & runs="$runs $!"; done; code=0; '
    "for run in $runs; do wait $run || code=1; done; exit $code"
)


@dataclass(frozen=True)
class Disturbed:
    """The results of killed and concurrent runs.

    Attributes:
        killed: The run after killed runs, and how ClickHouse differs from Postgres after it.
        together: Three concurrent runs, which end with 0 if all of them do.
        overlapping: The run after them, and how ClickHouse differs from Postgres after it.
        tables: The tables in ClickHouse after all these runs.
    """

    killed: tuple[Completed, str]
    together: Completed
    overlapping: tuple[Completed, str]
    tables: set[str]


@cache
def disturbed(graded: Graded) -> Disturbed:
    """Kill runs that load many changes at several of their requests, and then start three runs at the same time."""
    with graded.copy() as copy:
        _change_many(copy, 0)
        whole = copy.run_killed(after=None)
        for part, after in enumerate(kill_points(whole.requests)):
            _change_many(copy, part % 3)
            copy.run_killed(after=after)
        killed = copy.run(), describe_errors(graded, copy)
        _change_many(copy, 1)
        together = copy.run(_TOGETHER, timeout_sec=120)
        return Disturbed(killed, together, (copy.run(), describe_errors(graded, copy)), tables(copy))


def _change_many(state: State, remainder: int) -> None:
    change(state, f"update app.sales set amount = amount + 1, note = 'many' where sale_id % 12 = {remainder};")
    change(state, f"delete from app.sales where sale_id % 97 = {remainder + 1};")
    moved = "sold_at = sold_at + interval '40 days', customer_id = customer_id + 1"
    change(state, f"update app.sales set {moved} where sale_id % 11 = {remainder};")


@cache
def read_meanwhile(graded: Graded) -> tuple[dict[str, Any], str]:
    """Read sales that do not change while runs write others; return the values read, and the final differences."""
    with graded.copy() as copy:
        change(copy, "update app.sales set amount = amount + 1 where sale_id % 100 <> 50 and sale_id % 2 = 0;")
        change(copy, "delete from app.sales where sale_id % 100 = 51;")
        copy.write(".meanwhile", _READ_MEANWHILE)
        completed = copy.run("python3 -I .meanwhile", timeout_sec=150)
        last = completed.stdout.strip().rpartition("\n")[2]
        report = json.loads(last) if completed.exit_code == 0 else {"failed": completed.last_line[:200]}
        return report, describe_errors(graded, copy)


@cache
def busy(graded: Graded) -> tuple[str, str]:
    """Let the app change sales during runs; return the exit codes, and how the databases differ after a final run."""
    with graded.copy() as copy:
        copy.write(".busy", _BUSY)
        completed = copy.run("python3 -I .busy", timeout_sec=170)
        return completed.stdout.strip(), describe_errors(graded, copy)
