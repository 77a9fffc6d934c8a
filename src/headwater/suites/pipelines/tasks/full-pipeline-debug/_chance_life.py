"""Live in a small copy by chance: change parcels, send messages again, and run, kill and repair the pipeline.

`_chance.py` runs this program in the copy, with a seed, the next number of a parcel and the modes of the rounds. After
each round it notes what Postgres, the topic and ClickHouse have, and the checks compare them.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import threading
import time
from typing import Any

import clickhouse_connect
from _chance_world import Application, Found, Topic

PARCELS = "SELECT parcel_id, revision, depot, state, price::text, posted_on::text FROM app.parcels ORDER BY 1"
SHOWN = """
    SELECT parcel_id, revision, toString(depot), toString(state), toDecimalString(price, 2), toString(posted_on)
    FROM analytics.parcels
"""
FIGURES = """
    SELECT toString(day), toString(depot), toInt64(sum(parcels)), toInt64(sum(delivered)),
        toDecimalString(sum(revenue), 2)
    FROM analytics.depot_daily GROUP BY day, depot
"""
REJECTED = "SELECT DISTINCT toInt64(partition), toInt64(offset) FROM analytics.rejected_messages"
TABLES = "SELECT name FROM system.tables WHERE database = 'analytics' AND engine LIKE '%MergeTree'"
SESSIONS = "SELECT count(*) FROM pg_stat_activity WHERE usename = current_user AND backend_start > %s"


class Life:
    """The rounds."""

    def __init__(self, seed: int, number: int) -> None:
        self.chance = random.Random(seed)
        self.application, self.topic = Application(self.chance, number), Topic(self.chance)
        names = ("HOST", "PORT", "USER", "PASSWORD")
        host, port, user, password = (os.environ[f"CLICKHOUSE_{name}"] for name in names)
        self.clickhouse = clickhouse_connect.get_client(host=host, port=int(port), username=user, password=password)
        self.usual_sec = 3.0

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        command, pipe = [sys.executable, "pipeline.py", *arguments], subprocess.PIPE
        return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True)

    def run(self, *arguments: str) -> list[Any]:
        """Run the pipeline. Return its exit code, all lines that it printed, and its last words."""
        began, process = time.monotonic(), self.start(*arguments)
        out, error = process.communicate(timeout=120)
        if not arguments:
            self.usual_sec = time.monotonic() - began
        return [process.returncode, out.splitlines(), error.strip()[-200:]]

    def kill(self, *arguments: str) -> None:
        """Start the pipeline, kill it somewhere in its usual time, and wait until Postgres has noticed it."""
        process = self.start(*arguments)
        time.sleep(self.chance.uniform(0.15, 1.1) * self.usual_sec)
        process.kill()
        process.communicate()
        for _ in range(500):
            if not self.application.quick.execute(SESSIONS, [self.application.newest_session]).fetchone()[0]:
                return
            time.sleep(0.02)

    def at_once(self) -> list[int]:
        """Start two runs at the same time. Return their exit codes."""
        runs = [self.start(), self.start()]
        for run in runs:
            run.communicate(timeout=120)
        return [run.returncode for run in runs]

    def during(self) -> list[int]:
        """Change parcels while a run works. Return its exit code."""
        process, ended = self.start(), threading.Event()
        thread = threading.Thread(target=lambda: [process.communicate(), ended.set()])
        thread.start()
        while not ended.wait(0.1):
            self.application.step()
        thread.join()
        return [process.returncode]

    def select(self, sql: str) -> list[list[Any]]:
        return sorted(list(row) for row in self.clickhouse.query(sql).result_rows)

    def seen(self) -> dict[str, Any]:
        """Return what ClickHouse shows."""
        try:
            return {"shown": self.select(SHOWN), "figures": self.select(FIGURES), "rejected": self.select(REJECTED)}
        except clickhouse_connect.driver.exceptions.ClickHouseError as error:
            return {"refused": str(error)[:200]}

    def parcels(self) -> list[list[Any]]:
        return [list(row) for row in self.application.quick.execute(PARCELS)]

    def disturb(self, mode: str) -> dict[str, Any]:
        """Do what a mode does before the run that is alone. Return the results of commands."""
        if mode == "compared":
            return {"before": self.seen(), "compared": self.run("--compare")}
        if mode == "emptied":
            for (name,) in self.select(TABLES):
                self.clickhouse.command(f"TRUNCATE TABLE analytics.`{name}`")
        if mode in ("killed", "repaired"):
            for _ in range(self.chance.randrange(1, 3)):
                self.kill(*(["--repair"] if mode == "repaired" else []))
                self.application.step()
        if mode in ("twice", "during"):
            return {"codes": self.at_once() if mode == "twice" else self.during()}
        return {}

    def prepare(self) -> dict[str, Any]:
        """Let the application and the partners work, and sometimes add a partition. Return what the partners sent."""
        ends = self.topic.ends()
        for _ in range(self.chance.randrange(2, 8)):
            self.application.step()
        if self.chance.random() < 0.6:
            self.topic.partner()
        if self.chance.random() < 0.15 and self.topic.partitions() < 9:
            self.topic.add_partition()
        return {"partners": encoded(self.topic.after(ends)), "partitions": self.topic.partitions()}

    def round(self, mode: str) -> dict[str, Any]:
        """Live, disturb, run once, and report."""
        report, first = {"mode": mode} | self.prepare(), self.topic.ends()
        report |= self.disturb(mode)
        middle = self.topic.ends()
        report["disturbed"] = encoded(self.topic.after(first))
        report["run"] = self.run(*(["--repair"] if mode in ("repair", "repaired", "emptied") else []))
        sent = self.topic.after(middle)
        report |= {"sent": encoded(sent), "app": self.parcels()}
        if mode == "idle":
            report["idle"] = self.run()
        report["after"] = len(self.topic.after(places_after(middle, sent)))
        report["events"], self.application.events = self.application.events, []
        return report | self.seen()


def places_after(ends: dict[int, int], messages: list[Found]) -> dict[int, int]:
    """Return positions after some messages."""
    return ends | {message[0]: message[1] + 1 for message in messages}


def encoded(messages: list[Found]) -> list[list[Any]]:
    """Return messages as JSON can have them."""
    return [[*each[:2], *(None if part is None else part.decode("latin-1") for part in each[2:])] for each in messages]


def main() -> None:
    seed, number, modes = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    life = Life(seed, number)
    rounds = [life.round(mode) for mode in modes]
    for which in range(2):
        life.application.end(which, commits=True)
    print(json.dumps({"rounds": rounds, "number": life.application.number}))


main()
