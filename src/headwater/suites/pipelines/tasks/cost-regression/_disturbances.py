"""Disturb nights in copies of the agent's state. Each scenario runs once, and the checks share its results."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

from _nights import (
    EAST,
    FIRST_BATCH,
    VOID,
    WEST,
    Night,
    deliver,
    describe_end,
    revise,
    run_night,
    seal,
    sealed_night,
    tables,
)
from _truth import Watch

from headwater.grading import Completed, Graded, State, away, kill_points


@dataclass(frozen=True)
class Killed:
    """The night after several killed ones, and the tables after it."""

    night: Night
    tables: list[str]


@cache
def killed(graded: Graded) -> Killed:
    """Let deliveries move between days and campaigns, kill the nights that follow, and run one to its end."""
    with graded.copy() as copy:
        watch = Watch(copy)
        _moves(copy, 0)
        whole = copy.run_killed(after=None)
        points = kill_points(whole.requests)
        for part, after in enumerate(points, 1):
            _moves(copy, part)
            copy.run_killed(after=after)
        return Killed(run_night(copy, watch, [FIRST_BATCH + part for part in range(1, len(points) + 1)]), tables(copy))


def _moves(copy: State, part: int) -> None:
    batch, day = FIRST_BATCH + part, f"2025-12-{1 + part * 3:02}"
    deliver(copy, batch, "2026-03-29", 300)
    revise(copy, batch, f"toDate(at) = '{day}' and toHour(at) < 4 and {WEST}", 60, campaign=EAST)
    revise(copy, batch, f"toDate(at) = '{day}' and toHour(at) > 12 and not {WEST}", 40, **VOID)
    seal(copy, batch, "2026-03-29 23:50:00")


@dataclass(frozen=True)
class Disturbed:
    """Nights that something disturbs.

    Attributes:
        away: A night without ClickHouse.
        next: The night after it.
        early: A night in which a batch with a lower number is still open.
        late: The night after that batch has been sealed, with an earlier time than the others.
        failed: What failed in two nights during which one day was read all the time, or an empty string.
        between: The checksums of that day that are neither those from before nor from after the night.
    """

    away: Completed
    next: Night
    early: Night
    late: Night
    failed: str
    between: list[str]


@cache
def disturbed(graded: Graded) -> Disturbed:
    """Run nights without ClickHouse, with batches that are sealed out of order, and with a reader."""
    with graded.copy() as copy:
        watch, batch = Watch(copy), FIRST_BATCH
        deliver(copy, batch, "2026-03-29", 1_000)
        seal(copy, batch, "2026-03-29 23:50:00")
        without = copy.run(env=away("clickhouse"), timeout_sec=60)
        following = run_night(copy, watch, [batch])
        return Disturbed(without, following, *_out_of_order(copy, watch, batch + 1), *_read_meanwhile(copy, batch + 6))


def _out_of_order(copy: State, watch: Watch, batch: int) -> tuple[Night, Night]:
    deliver(copy, batch, "2026-03-29", 1_000)
    deliver(copy, batch + 3, "2026-03-29", 1_000)
    early = sealed_night(copy, watch, range(batch + 3, batch + 4), "2026-03-30 23:50:00")
    deliver(copy, batch, "2026-03-27", 300)
    for number in (14_398, 14_399, 14_400):
        seal(copy, number, "2026-03-29 00:41:00")
    return early, sealed_night(copy, watch, range(batch, batch + 1), "2026-03-30 21:00:00")


_MEANWHILE = r"""
import json, os, subprocess, sys, threading, time
import clickhouse_connect

ended, seen, asked, failed = threading.Event(), set(), 0, ""


def read():
    global asked, failed
    client = clickhouse_connect.get_client(
        host=os.environ["CLICKHOUSE_HOST"], port=int(os.environ["CLICKHOUSE_PORT"]),
        username=os.environ["CLICKHOUSE_USER"], password=os.environ["CLICKHOUSE_PASSWORD"],
    )
    while not ended.is_set():
        try:
            seen.add(str(client.query(os.environ["FIGURES"]).first_row[0]))
            asked += 1
            time.sleep(0.003)
        except clickhouse_connect.driver.exceptions.ClickHouseError as error:
            failed = str(error)[:200]


thread = threading.Thread(target=read)
thread.start()
completed = subprocess.run([sys.executable, "nightly.py"], capture_output=True)
ended.set()
thread.join()
print(json.dumps({"code": completed.returncode, "asked": asked, "failed": failed, "seen": sorted(seen)[:9]}))
"""
_WATCHED = "2026-03-28"
_FIGURES = f"select toString(sum(cityHash64(campaign, micros))) from marts.campaign_daily where day = '{_WATCHED}'"


def _read_meanwhile(copy: State, first: int) -> tuple[str, list[str]]:
    between: list[str] = []
    failed = ""
    for batch in (first, first + 1):
        deliver(copy, batch, _WATCHED, 4_000)
        seal(copy, batch, "2026-03-31 23:50:00")
        ends = {str(copy.clickhouse.scalar(_FIGURES))}
        report = _observed(copy)
        ends.add(str(copy.clickhouse.scalar(_FIGURES)))
        failed = failed or report["failed"] or ("" if report["asked"] else "no query was answered")
        failed = failed or ("" if len(ends) == 2 else "the night changed nothing")
        between += [each for each in report["seen"] if each not in ends]
    return failed, between


def _observed(copy: State) -> dict[str, Any]:
    copy.write(".meanwhile", _MEANWHILE)
    completed = copy.run("python3 -I .meanwhile", env={"FIGURES": _FIGURES}, timeout_sec=150)
    if completed.exit_code:
        return {"failed": describe_end(completed), "asked": 0, "seen": []}
    report: dict[str, Any] = json.loads(completed.stdout.strip().rpartition("\n")[2])
    report["failed"] = report["failed"] or (f"the night ended with {report['code']}" if report["code"] else "")
    return report
