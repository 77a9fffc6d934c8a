"""Run a backfill while other clients insert live usage and read invoices."""

from __future__ import annotations

import json
from dataclasses import dataclass

from _usage import describe_errors

from headwater.grading import State

_FIRST = 1 << 62

_PROGRAM = r"""
import json, os, subprocess, sys, threading, time
from datetime import datetime, timedelta

import clickhouse_connect

ended = threading.Event()
report = {"inserted": 0, "failed": [], "asked": 0, "invoices": [], "months": []}


def connect():
    return clickhouse_connect.get_client(
        host=os.environ["CLICKHOUSE_HOST"], port=int(os.environ["CLICKHOUSE_PORT"]),
        username=os.environ["CLICKHOUSE_USER"], password=os.environ["CLICKHOUSE_PASSWORD"],
        autogenerate_session_id=False,
    )


def again(work):
    client, step = connect(), 0
    while not ended.is_set():
        try:
            work(client, step)
        except clickhouse_connect.driver.exceptions.ClickHouseError as error:
            report["failed"].append(str(error)[:200])
        step += 1


def insert(client, step):
    rows = [
        [(1 << 62) + step * 6 + n, 1 + n, "storage", datetime(2026, 7, 31, 12) - timedelta(hours=n * 11), 100, "live"]
        for n in range(6)
    ]
    client.insert("usage.events", rows, column_names=["event_id", "customer_id", "meter", "at", "bytes", "source"])
    report["inserted"] += len(rows)
    time.sleep(0.2)


INVOICES = (
    "SELECT count(), sum(cityHash64(month, customer_id, toString(meter), e, b)) FROM ("
    " SELECT month, customer_id, meter, sum(events) AS e, sum(bytes) AS b FROM usage.monthly"
    " WHERE month >= '2025-04-01' AND month < '2026-07-01'"
    " GROUP BY month, customer_id, meter HAVING e != 0 OR b != 0)"
)
MONTHS = (
    "SELECT countIf(source = 'history'), countIf(source = 'live') FROM usage.events"
    " WHERE at >= '2026-06-01 00:00:00' AND at < '2026-07-01 00:00:00'",
    "SELECT count(), 0 FROM usage.events WHERE at >= '2025-09-01 00:00:00' AND at < '2025-10-01 00:00:00'",
)
seen = {}


def ask(client, step):
    if step % 3 == 0:
        answer = client.query(INVOICES).first_row
        if answer != seen.setdefault("invoices", answer):
            report["invoices"].append(str(answer))
    else:
        sql = MONTHS[step % 3 - 1]
        answer = tuple(client.query(sql).first_row)
        seen.setdefault(sql, [])
        if not seen[sql] or seen[sql][-1] != answer:
            seen[sql].append(answer)
    report["asked"] += 1
    time.sleep(0.02)


threads = [threading.Thread(target=again, args=(work,)) for work in (insert, ask)]
for thread in threads:
    thread.start()
time.sleep(1.5)
run = subprocess.run([sys.executable, "backfill.py"], capture_output=True, text=True)
report["code"], report["said"] = run.returncode, (run.stderr or run.stdout)[-300:]
time.sleep(1.5)
ended.set()
for thread in threads:
    thread.join()
for sql in MONTHS:
    states = seen.get(sql, [])
    histories, live = {state[0] for state in states}, {state[1] for state in states}
    if len(histories - {0}) > 1 or len(live) > 1:
        report["months"].append(str(states[:6]))
for name in ("failed", "invoices", "months"):
    report[name] = report[name][:2]
print(json.dumps(report))
"""


@dataclass(frozen=True)
class Live:
    """What was observed during the run.

    Attributes:
        code: The exit code of the backfill.
        inserted: The number of live events that were inserted.
        live: The number of these events that are in the table at the end.
        answered: The number of answered queries.
        failed: The inserts and queries that failed.
        invoices: The answers about closed months that differed from the first one.
        months: The partly loaded months, and months without their live rows, that queries saw.
        fault: The errors in the tables at the end; empty if there are none.
    """

    code: int
    inserted: int
    live: int
    answered: int
    failed: list[str]
    invoices: list[str]
    months: list[str]
    fault: str

    @property
    def summary(self) -> str:
        """Summarize the run, for use in messages."""
        return f"during {self.inserted} live inserts and {self.answered} queries, backfill.py exited with {self.code}"


def run_beside_others(state: State) -> Live:
    """Run the backfill while other clients insert and read."""
    state.write(".beside", _PROGRAM)
    completed = state.run("python3 -I .beside", timeout_sec=150)
    report = json.loads(completed.stdout.strip().rpartition("\n")[2]) if completed.exit_code == 0 else {}
    sql = """
        select uniqExact(event_id) from usage.events
        where source = 'live' and bytes = 100 and event_id between {first:UInt64} and {first:UInt64} + 1000000
    """
    live = state.clickhouse.scalar(sql, {"first": _FIRST})
    lists = [list(report.get(name, ["the program did not end"])) for name in ("failed", "invoices", "months")]
    return Live(
        int(report.get("code", completed.exit_code)),
        int(report.get("inserted", 0)),
        int(live or 0),
        int(report.get("asked", 0)),
        *lists,
        describe_errors(state),
    )
