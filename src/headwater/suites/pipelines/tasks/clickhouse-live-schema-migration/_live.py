"""Migrate another site while collectors insert events, correct.py inserts corrections and dashboards run queries."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date
from functools import cache

from _figures import difference, expected_table, stored_figures

from headwater.grading import Completed, Graded, QueryError

_PROGRAM = r"""
import json, os, subprocess, sys, threading, time
from datetime import date, datetime, timedelta

import clickhouse_connect

MARKETS = ["de", "FR", "nl", "uk", "se", "jp", "pl", "be"]
ended = threading.Event()
report = {"inserts": 0, "failed": [], "queries": 0, "wrong": [], "corrections": []}
lock = threading.Lock()


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
            with lock:
                report["failed"].append(str(error)[:200])
        step += 1


def collect(first):
    def insert(client, step):
        lines = []
        for n in range(8):
            event = first + step * 8 + n
            at = datetime(2026, 9, 30, 18) - timedelta(hours=(event * 7) % 72, seconds=event % 3600)
            kind = "click" if event % 5 == 0 else "impression"
            account = f"{MARKETS[event % 8]}-{10000 + event % 99}"
            lines.append(f"{event}\t{at}\t{account}\t{1 + event % 40}\t{kind}\t{100 + event % 50}\n")
        client.raw_insert("ads.events", insert_block="".join(lines).encode(), fmt="TSV")
        with lock:
            report["inserts"] += 1
        time.sleep(0.1)
    return insert


def correct(client, step):
    day, row = (date(2026, 9, 29), date(2026, 5, 17))[step % 2], (1 + step % 40, -1 - step % 3, 0, -500)
    names = ["day", "campaign_id", "impressions", "clicks", "cost_micros"]
    client.insert("ads.daily", [[day, *row]], column_names=names)
    report["corrections"].append([str(day), *row])
    time.sleep(0.4)


CLOSED = (
    "SELECT sum(impressions), sum(clicks), sum(cost_micros) FROM ads.daily"
    " WHERE day >= '2026-08-01' AND day < '2026-09-26'",
    "SELECT count(), sum(event_id) FROM ads.events WHERE at < '2026-09-26 00:00:00'",
)
first = {}


def ask(client, step):
    sql = CLOSED[step % 2]
    answer = client.query(sql).first_row
    report["queries"] += 1
    if answer != first.setdefault(sql, answer):
        report["wrong"].append(f"{answer} instead of {first[sql]}")
    time.sleep(0.05)


work = [collect(10_000_000), correct, ask]
threads = [threading.Thread(target=again, args=(each,)) for each in work]
for thread in threads:
    thread.start()
time.sleep(2)
migration = subprocess.run([sys.executable, "migrate.py"], capture_output=True, text=True)
report["code"], report["said"] = migration.returncode, (migration.stderr or migration.stdout)[-300:]
time.sleep(2)
ended.set()
for thread in threads:
    thread.join()
for name in ("failed", "wrong"):
    report[f"{name}_count"] = len(report[name])
    report[name] = report[name][:2]
print(json.dumps(report))
"""


@dataclass(frozen=True)
class Live:
    """The observations on the site.

    Attributes:
        ran: The completed program that ran the migration and the clients.
        code: The exit code of the migration.
        inserts: The number of inserts that succeeded.
        queries: The number of answered queries about days for which no client writes events.
        failed: The number of inserts, corrections and queries that failed, and examples.
        wrong: The number of answers that differed from the first one, and examples.
        regions: The errors in the figures per region at the end; empty if there are none.
        unexplained: The errors in the figures under the empty region; empty if there are none.
    """

    ran: Completed
    code: int
    inserts: int
    queries: int
    failed: str
    wrong: str
    regions: str
    unexplained: str

    @property
    def summary(self) -> str:
        """Summarize the run, for use in messages."""
        return f"during {self.inserts} inserts and {self.queries} queries, migrate.py exited with {self.code}"


@cache
def live_run(graded: Graded) -> Live:
    """Migrate another site while other clients insert and read; all checks share one run."""
    with graded.copy(data="starting") as copy:
        copy.write(".live", _PROGRAM)
        completed = copy.run("python3 -I .live", timeout_sec=240)
        report = json.loads(completed.stdout.strip().rpartition("\n")[2]) if completed.exit_code == 0 else {}
        corrections = [
            (date.fromisoformat(day), campaign, (i, c, m)) for day, campaign, i, c, m in report.get("corrections", [])
        ]
        try:
            actual, right = stored_figures(copy), expected_table(graded, copy, corrections)
        except QueryError as error:
            regions = unexplained = str(error)
        else:
            regions = difference(*({key: row for key, row in table.items() if key[2]} for table in (actual, right)))
            unexplained = difference(
                *({key: row for key, row in table.items() if not key[2]} for table in (actual, right))
            )
    return Live(
        completed,
        report.get("code", completed.exit_code),
        report.get("inserts", 0),
        report.get("queries", 0),
        _problems(report, "failed"),
        _problems(report, "wrong"),
        regions,
        unexplained,
    )


def _problems(report: dict[str, object], name: str) -> str:
    if not report:
        return "the program did not end"
    return f"{report[f'{name}_count']}: {report[name]}" if report[f"{name}_count"] else ""
