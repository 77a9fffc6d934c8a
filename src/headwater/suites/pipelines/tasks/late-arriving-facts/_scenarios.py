"""Disturb runs in copies of the agent's state. Each scenario runs once, and the checks share its results."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache

from _arrivals import add_fresh
from _runs import (
    REBUILD,
    Run,
    close_month,
    describe_end,
    is_readable,
    measured_run,
    row_counts,
    send,
    send_many,
    tables,
)

from headwater.grading import Completed, Graded, away, kill_points


@dataclass(frozen=True)
class Disturbed:
    """The run after killed runs, the exit codes of overlapping runs, the run after them, and the tables then."""

    killed: Run
    codes: list[int]
    overlapping: Run
    tables: list[str]


@cache
def disturbed(graded: Graded) -> Disturbed:
    """Kill runs at several of their requests while they process records, then let two overlap in several ways."""
    with graded.copy() as copy:
        send_many(copy, "k", 2_000)
        whole = copy.run_killed(after=None)
        for part, after in enumerate(kill_points(whole.requests)):
            send_many(copy, f"k{part}", 2_000)
            copy.run_killed(after=after)
        killed = measured_run(graded, copy)
        for part in (1, 2, 3):
            send_many(copy, f"p{part}", 1_000)
            copy.run_paused(after=whole.requests * part // 4, meanwhile=copy.run)
        codes = []
        for part in range(2):
            send_many(copy, f"o{part}", 3_000)
            both = copy.run(
                "python3 build_mart.py & first=$!; python3 build_mart.py; second=$?; wait $first; echo $? $second",
                timeout_sec=120,
            )
            last = (both.stdout.strip().splitlines() or [""])[-1]
            codes += [int(word) for word in last.split() if word.isdecimal()]
        return Disturbed(killed, codes, measured_run(graded, copy), tables(copy))


@dataclass(frozen=True)
class Rebuilds:
    """Rebuilds and runs at a site that begins with empty tables.

    Attributes:
        empty: The rebuild of the empty tables.
        next: The run after new records arrived.
        later: The rebuild after a month was closed, with adjustments on its invoice, and a late record arrived.
        idle: The run after it.
        is_readable: Whether everyone can select from the mart after these runs.
    """

    empty: Run
    next: Run
    later: Run
    idle: Run
    is_readable: bool


@cache
def rebuilds(graded: Graded) -> Rebuilds:
    """Rebuild a mart whose tables are empty, and one with new records and with adjustments on an invoice."""
    with graded.copy(data="starting") as copy:
        copy.postgres.execute("truncate mart.daily_usage, mart.adjustments;")
        empty = measured_run(graded, copy, REBUILD)
        add_fresh(copy)
        after = measured_run(graded, copy)
        close_month(graded, copy, "2026-08-01")
        send(copy, ("r1", 17, "egress", "2026-06-09 10:00:00+00", "100"))
        later = measured_run(graded, copy, REBUILD)
        return Rebuilds(empty, after, later, measured_run(graded, copy), is_readable(copy))


@cache
def outage(graded: Graded) -> Completed:
    """Run build_mart.py where Postgres cannot be reached."""
    with graded.copy() as copy:
        return copy.run(env=away("postgres"), timeout_sec=60)


_FIGURES = """
    select (select sum(hashtext(d::text)::bigint) from mart.daily_usage d)::text || ' '
        || (select sum(hashtext(a::text)::bigint) from mart.adjustments a)::text
"""
_MEANWHILE = r"""
import json, os, subprocess, sys, threading, time
import psycopg

ended, figures, asked, failed = threading.Event(), set(), 0, ""


def read():
    global asked, failed
    with psycopg.connect("", autocommit=True) as postgres:
        while not ended.is_set():
            try:
                figures.add(str(postgres.execute(os.environ["FIGURES"]).fetchone()[0]))
                asked += 1
                time.sleep(0.05)
            except psycopg.Error as error:
                failed = str(error)[:200]


thread = threading.Thread(target=read)
thread.start()
commands = [[sys.executable, "build_mart.py", *more] for more in ([], ["--rebuild"])]
codes = [subprocess.run(command, capture_output=True).returncode for command in commands]
ended.set()
thread.join()
print(json.dumps({"codes": codes, "asked": asked, "failed": failed, "figures": sorted(figures)[:9]}))
"""


@cache
def read_meanwhile(graded: Graded) -> tuple[str, set[str], set[str]]:
    """Query the mart during a run and a rebuild. Return what failed, the answers, and those before and after."""
    with graded.copy() as copy:
        send_many(copy, "m", 6_000)
        before = str(copy.postgres.scalar(_FIGURES))
        copy.write(".meanwhile", _MEANWHILE)
        completed = copy.run("python3 -I .meanwhile", env={"FIGURES": _FIGURES}, timeout_sec=150)
        if completed.exit_code:
            return describe_end(completed), set(), set()
        report = json.loads(completed.stdout.strip().rpartition("\n")[2])
        failed = report["failed"] or ("" if report["codes"] == [0, 0] else f"runs ended with {report['codes']}")
        failed = failed or ("" if report["asked"] else "no query was answered")
        return failed, set(report["figures"]), {before, str(copy.postgres.scalar(_FIGURES))}


@cache
def dashboard_costs(graded: Graded) -> dict[str, int]:
    """Return how many rows the queries of the dashboards read, by name."""
    costs = {}
    with graded.copy() as copy:
        for name in ("account", "month"):
            before = row_counts(copy)[0]
            copy.postgres.query(graded.workspace.shipped_text(f"dashboards/{name}.sql") or "")
            costs[name] = row_counts(copy)[0] - before
    return costs
