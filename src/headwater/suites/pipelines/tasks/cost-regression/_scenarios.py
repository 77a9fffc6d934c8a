"""Run scenarios in copies of the agent's state. Each scenario runs once, and the checks share its results."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

from _nights import FIRST_BATCH, VOID, Night, deliver, describe_end, revise, run_night, seal, tables, write
from _truth import BASE, Row, keep_history

from headwater.grading import Completed, Graded, State, away, kill_points

_LEDGER = """
    select night, any(arrived), any(touched_days), sum(read_rows), sum(written_rows), sum(inserts), sum(rewrites)
    from ops.ledger where night > '2026-03-28' group by night order by night
"""
# Campaigns by the offset of their account: for most hours, the west has another day than the east.
_CAMPAIGNS = "from raw.campaigns final where account in (select account from raw.accounts final where utc_offset {})"
_WEST = f"campaign in (select campaign {_CAMPAIGNS.format('< -200')})"
_EAST = f"(select min(campaign) {_CAMPAIGNS.format('= 600')})"
_INVOICES = "python3 consumers/invoices.py"
_CONTRACTS = ("contracts/daily.sql", "contracts/events.sql")


@dataclass(frozen=True)
class Ordinary:
    """Nights with nothing unusual, and what others see after them.

    Attributes:
        usual: A night with as many rows as always, and a few old days.
        small: A night with few rows, some of them of an old day.
        large: A night with four times as many rows.
        dashboards: How many rows the queries of the dashboards read after these nights, by file.
        ledger: The ledger's figures of these nights.
        breaches: What the alert reports of these nights.
        contracts: What the contracts report, by file.
        invoices: The output of the invoices of two months.
        owed: What the accounts owe for these months.
        tables: The tables after these nights.
    """

    usual: Night
    small: Night
    large: Night
    dashboards: dict[str, int]
    ledger: list[Row]
    breaches: list[Row]
    contracts: dict[str, int]
    invoices: list[Completed]
    owed: list[str]
    tables: list[str]


def _shipped(graded: Graded, path: str) -> str:
    return graded.workspace.shipped_text(path) or ""


@cache
def ordinary(graded: Graded) -> Ordinary:
    """Let ordinary batches arrive in three nights, and look at everything that follows from them."""
    with graded.copy() as copy:
        keep_history(copy)
        first = FIRST_BATCH
        for n in range(4):
            deliver(copy, first + n, "2026-03-29", 3_600)
        deliver(copy, first, "2025-10-29", 150)
        revise(copy, first + 1, "toDate(at) = '2026-02-10'", 300, micros="micros + 5")
        revise(copy, first + 2, "toDate(at) = '2026-01-17'", 100, **VOID)
        usual = _sealed_night(copy, range(first, first + 4), "2026-03-29 23:50:00")
        deliver(copy, first + 10, "2026-03-30", 900, seconds=9_000)
        deliver(copy, first + 10, "2025-10-11", 100, seconds=9_000)
        small = _sealed_night(copy, range(first + 10, first + 11), "2026-03-30 23:50:00")
        for n in range(8):
            deliver(copy, first + 20 + n, "2026-03-31", 7_000)
        deliver(copy, first + 20, "2025-11-02", 900)
        revise(copy, first + 21, "toDate(at) = '2026-02-20'", 2_000, micros="micros + 5")
        large = _sealed_night(copy, range(first + 20, first + 28), "2026-03-31 23:50:00")
        months = ("2025-11", "2026-02")
        return Ordinary(
            usual,
            small,
            large,
            {path: copy.clickhouse.rows_read(_shipped(graded, path)) for path in DASHBOARDS},
            copy.clickhouse.query(_LEDGER),
            [
                row
                for row in copy.clickhouse.query(_shipped(graded, "alerts/over_budget.sql"))
                if str(row[0]) > "2026-03-28"
            ],
            {path: len(copy.clickhouse.query(_shipped(graded, path))) for path in _CONTRACTS},
            [copy.run(f"{_INVOICES} {month}", timeout_sec=30) for month in months],
            [_owed(copy, month) for month in months],
            tables(copy),
        )


DASHBOARDS = ("dashboards/accounts.sql", "dashboards/campaign.sql")


def _sealed_night(copy: State, batches: range, sealed: str) -> Night:
    for batch in batches:
        seal(copy, batch, sealed)
    return run_night(copy, list(batches))


def _owed(copy: State, month: str) -> str:
    rows = copy.clickhouse.query(
        f"""select c.account as account, sum(d.micros) from {BASE}.daily as d
        inner join (select * from raw.campaigns final) as c on c.campaign = d.campaign
        where formatDateTime(d.day, '%Y-%m') = '{month}' group by account order by account"""
    )
    return "\n".join(f"{account} {micros}" for account, micros in rows)


@dataclass(frozen=True)
class Revised:
    """Nights in which what is stored changes.

    Attributes:
        late: A night with deliveries of days that the collectors no longer have, and of a day before all others.
        moved: A night in which deliveries go to campaigns whose accounts are in another day.
        voided: A night with voids of stored deliveries, among them all of a campaign in a day, and of future ones.
        again: A night in which earlier revisions of voided and corrected deliveries come, and voids are lifted.
    """

    late: Night
    moved: Night
    voided: Night
    again: Night


@cache
def revised(graded: Graded) -> Revised:
    """Let late rows, corrections, voids and resends arrive in four nights."""
    with graded.copy() as copy:
        keep_history(copy)
        batch = FIRST_BATCH
        deliver(copy, batch, "2025-11-15", 200)
        deliver(copy, batch, "2025-09-04", 80)
        late = _sealed_night(copy, range(batch, batch + 1), "2026-03-29 23:50:00")
        batch += 1
        revise(copy, batch, f"toDate(at) = '2026-01-20' and toHour(at) < 4 and {_WEST}", 150, campaign=_EAST)
        revise(copy, batch, "toDate(at) = '2025-12-03'", 150, campaign="1 + (campaign + 7) % 240")
        moved = _sealed_night(copy, range(batch, batch + 1), "2026-03-30 23:50:00")
        batch += 1
        revise(copy, batch, f"toDate(at) = '2025-12-20' and toHour(at) < 4 and {_WEST}", 100, **VOID)
        revise(
            copy, batch, "at >= '2026-01-09 00:00:00' and at < '2026-01-12 00:00:00' and campaign = 33", 9_999, **VOID
        )
        write(copy, f"select {batch}, {_EARLY_ID} + number, 2, '2026-02-03 12:00:00', '', 0, 0, 0, 1 from numbers(40)")
        voided = _sealed_night(copy, range(batch, batch + 1), "2026-03-31 23:50:00")
        batch += 1
        write(
            copy,
            f"""select {batch}, {_EARLY_ID} + number, 1, '2026-02-03 12:00:00', 'impression', 5, 11 + number, 700, 0
            from numbers(40)""",
        )
        write(copy, _RESENT.format(batch=batch))
        revise(copy, batch, f"toDate(at) = '2025-12-20' and toHour(at) < 4 and {_WEST}", 30, revision="revision + 2")
        again = _sealed_night(copy, range(batch, batch + 1), "2026-04-01 23:50:00")
        return Revised(late, moved, voided, again)


_EARLY_ID = 77_000_000
# First revisions of deliveries that were voided or corrected before, which the collectors still have.
_RESENT = """
    select {batch}, event_id, revision, at, kind, campaign, user, micros, void from raw.events
    where revision = 1 and event_id in (
        select event_id from raw.events where revision > 1 and batch in (select batch from raw.batches)
    )
    limit 1 by event_id limit 400
"""


@cache
def regrouped(graded: Graded) -> tuple[Night, Night]:
    """Let a campaign deliver that the CRM does not know yet; then let the CRM add it, and move two others."""
    with graded.copy() as copy:
        keep_history(copy)
        batch = FIRST_BATCH
        deliver(copy, batch, "2026-03-29", 2_000)
        write(
            copy,
            f"""select {batch}, cityHash64(number, 'unknown'), 1,
                toDateTime('2026-03-28 00:00:00', 'UTC') + toIntervalSecond(number * 97),
                'impression', 900, 1 + number, 400, 0 from numbers(800)""",
        )
        unknown = _sealed_night(copy, range(batch, batch + 1), "2026-03-29 23:50:00")
        copy.clickhouse.execute("""
            insert into raw.campaigns (campaign, account, name, changed_at)
            select number, (select min(account) from raw.accounts final where utc_offset = if(number = 17, -480, 600)),
                'Campaign of another account', '2026-03-30 11:00:00'
            from system.numbers where number in (17, 21, 900) limit 3
        """)
        deliver(copy, batch + 1, "2026-03-30", 500)
        known = _sealed_night(copy, range(batch + 1, batch + 2), "2026-03-30 23:50:00")
        return unknown, known


@cache
def out_of_order(graded: Graded) -> tuple[Night, Night]:
    """Run a night while a batch with a lower number is open, and another one after that batch has been sealed."""
    with graded.copy() as copy:
        keep_history(copy)
        deliver(copy, FIRST_BATCH, "2026-03-29", 1_000)
        deliver(copy, FIRST_BATCH + 3, "2026-03-29", 1_000)
        first = _sealed_night(copy, range(FIRST_BATCH + 3, FIRST_BATCH + 4), "2026-03-29 23:50:00")
        deliver(copy, FIRST_BATCH, "2026-03-27", 300)
        for batch in (14_398, 14_399, 14_400):
            seal(copy, batch, "2026-03-29 00:41:00")
        second = _sealed_night(copy, range(FIRST_BATCH, FIRST_BATCH + 1), "2026-03-29 21:00:00")
        return first, second


@dataclass(frozen=True)
class Killed:
    """The night after several killed ones, and the tables after it."""

    night: Night
    tables: list[str]


@cache
def killed(graded: Graded) -> Killed:
    """Let deliveries move between days and campaigns, kill the nights that follow, and run one to its end."""
    with graded.copy() as copy:
        keep_history(copy)
        _moves(copy, 0)
        whole = copy.run_killed(after=None)
        points = kill_points(whole.requests)
        for part, after in enumerate(points, 1):
            _moves(copy, part)
            copy.run_killed(after=after)
        return Killed(run_night(copy, [FIRST_BATCH + part for part in range(1, len(points) + 1)]), tables(copy))


def _moves(copy: State, part: int) -> None:
    batch, day = FIRST_BATCH + part, f"2025-12-{1 + part * 3:02}"
    deliver(copy, batch, "2026-03-29", 300)
    revise(copy, batch, f"toDate(at) = '{day}' and toHour(at) < 4 and {_WEST}", 60, campaign=_EAST)
    revise(copy, batch, f"toDate(at) = '{day}' and toHour(at) > 12 and not {_WEST}", 40, **VOID)
    seal(copy, batch, "2026-03-29 23:50:00")


@dataclass(frozen=True)
class Outage:
    """A night without ClickHouse, and the next one."""

    away: Completed
    next: Night


@cache
def outage(graded: Graded) -> Outage:
    """Run a night that cannot reach ClickHouse, and then one that can."""
    with graded.copy() as copy:
        keep_history(copy)
        deliver(copy, FIRST_BATCH, "2026-03-29", 1_000)
        seal(copy, FIRST_BATCH, "2026-03-29 23:50:00")
        without = copy.run(env=away("clickhouse"), timeout_sec=60)
        return Outage(without, run_night(copy, [FIRST_BATCH]))


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


@dataclass(frozen=True)
class Meanwhile:
    """What a reader saw of one day during a night.

    Attributes:
        failed: What failed, or an empty string.
        between: The checksums that are neither those from before nor from after the night.
    """

    failed: str
    between: list[str]


@cache
def read_meanwhile(graded: Graded) -> Meanwhile:
    """Read the lines of one day all the time during two nights that change them."""
    with graded.copy() as copy:
        between: list[str] = []
        failed = ""
        for batch in (FIRST_BATCH, FIRST_BATCH + 1):
            deliver(copy, batch, _WATCHED, 4_000)
            seal(copy, batch, "2026-03-29 23:50:00")
            ends = {str(copy.clickhouse.scalar(_FIGURES))}
            report = _observed(copy)
            ends.add(str(copy.clickhouse.scalar(_FIGURES)))
            failed = failed or report["failed"] or ("" if report["asked"] else "no query was answered")
            failed = failed or ("" if len(ends) == 2 else "the night changed nothing")
            between += [each for each in report["seen"] if each not in ends]
        return Meanwhile(failed, between)


def _observed(copy: State) -> dict[str, Any]:
    copy.write(".meanwhile", _MEANWHILE)
    completed = copy.run("python3 -I .meanwhile", env={"FIGURES": _FIGURES}, timeout_sec=150)
    if completed.exit_code:
        return {"failed": describe_end(completed), "asked": 0, "seen": []}
    report: dict[str, Any] = json.loads(completed.stdout.strip().rpartition("\n")[2])
    report["failed"] = report["failed"] or (f"the night ended with {report['code']}" if report["code"] else "")
    return report
