"""Run nights in copies of the agent's state. Each scenario runs once, and the checks share its results."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from _nights import EAST, FIRST_BATCH, VOID, WEST, Night, deliver, revise, sealed_night, tables, write
from _truth import BASE, Row, Watch

from headwater.grading import Completed, Graded, State

_LEDGER = """
    select night, any(arrived), any(touched_days), sum(read_rows), sum(written_rows), sum(inserts), sum(rewrites)
    from ops.ledger where night > '2026-03-28' group by night order by night
"""
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
        watch = Watch(copy)
        first = FIRST_BATCH
        for n in range(4):
            deliver(copy, first + n, "2026-03-29", 3_600)
        deliver(copy, first, "2025-10-29", 150)
        revise(copy, first + 1, "toDate(at) = '2026-02-10'", 300, micros="micros + 5")
        revise(copy, first + 2, "toDate(at) = '2026-01-17'", 100, **VOID)
        usual = sealed_night(copy, watch, range(first, first + 4), "2026-03-29 23:50:00")
        deliver(copy, first + 10, "2026-03-30", 900, seconds=9_000)
        deliver(copy, first + 10, "2025-10-11", 100, seconds=9_000)
        small = sealed_night(copy, watch, range(first + 10, first + 11), "2026-03-30 23:50:00")
        for n in range(8):
            deliver(copy, first + 20 + n, "2026-03-31", 7_000)
        deliver(copy, first + 20, "2025-11-02", 900)
        revise(copy, first + 21, "toDate(at) = '2026-02-20'", 2_000, micros="micros + 5")
        large = sealed_night(copy, watch, range(first + 20, first + 28), "2026-03-31 23:50:00")
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
        resent: A night in which first revisions come again, of deliveries that were voided or corrected long before.
        again: A night in which voids are lifted, and deliveries come that have been voided before.
        unknown: A night with deliveries of a campaign that the CRM does not know yet.
        known: A night before which the CRM has added that campaign, and moved two others to accounts in another day.
    """

    late: Night
    moved: Night
    voided: Night
    resent: Night
    again: Night
    unknown: Night
    known: Night


@cache
def revised(graded: Graded) -> Revised:
    """Let late rows, corrections, voids, resends and news of the CRM arrive, each in a night of its own."""
    with graded.copy() as copy:
        watch = Watch(copy)
        batch = FIRST_BATCH
        deliver(copy, batch, "2025-11-15", 200)
        deliver(copy, batch, "2025-09-04", 80)
        late = sealed_night(copy, watch, range(batch, batch + 1), "2026-03-29 23:50:00")
        batch += 1
        revise(copy, batch, f"toDate(at) = '2026-01-20' and toHour(at) < 4 and {WEST}", 150, campaign=EAST)
        revise(copy, batch, "toDate(at) = '2025-12-03'", 150, campaign="1 + (campaign + 7) % 240")
        moved = sealed_night(copy, watch, range(batch, batch + 1), "2026-03-30 23:50:00")
        batch += 1
        revise(copy, batch, f"toDate(at) = '2025-12-20' and toHour(at) < 4 and {WEST}", 100, **VOID)
        revise(
            copy, batch, "at >= '2026-01-09 00:00:00' and at < '2026-01-12 00:00:00' and campaign = 33", 9_999, **VOID
        )
        write(copy, f"select {batch}, {_EARLY_ID} + number, 2, '2026-02-03 12:00:00', '', 0, 0, 0, 1 from numbers(40)")
        voided = sealed_night(copy, watch, range(batch, batch + 1), "2026-03-31 23:50:00")
        batch += 1
        write(copy, _RESENT.format(batch=batch))
        resent = sealed_night(copy, watch, range(batch, batch + 1), "2026-04-01 23:50:00")
        batch += 1
        write(
            copy,
            f"""select {batch}, {_EARLY_ID} + number, 1, '2026-02-03 12:00:00', 'impression', 5, 11 + number, 700, 0
            from numbers(40)""",
        )
        revise(copy, batch, f"toDate(at) = '2025-12-20' and toHour(at) < 4 and {WEST}", 30, revision="revision + 2")
        again = sealed_night(copy, watch, range(batch, batch + 1), "2026-04-02 23:50:00")
        return Revised(late, moved, voided, resent, again, *_regrouped(copy, watch, batch + 1))


_EARLY_ID = 77_000_000
# First revisions of deliveries that were voided or corrected before, which the collectors still have.
_RESENT = """
    select {batch}, event_id, revision, at, kind, campaign, user, micros, void from raw.events
    where revision = 1 and event_id in (
        select event_id from raw.events where revision > 1 and batch in (select batch from raw.batches)
    )
    order by event_id limit 1 by event_id limit 400
"""


def _regrouped(copy: State, watch: Watch, batch: int) -> tuple[Night, Night]:
    deliver(copy, batch, "2026-03-29", 2_000)
    write(
        copy,
        f"""select {batch}, cityHash64(number, 'unknown'), 1,
            toDateTime('2026-03-28 00:00:00', 'UTC') + toIntervalSecond(number * 97),
            'impression', 900, 1 + number, 400, 0 from numbers(800)""",
    )
    unknown = sealed_night(copy, watch, range(batch, batch + 1), "2026-04-03 23:50:00")
    copy.clickhouse.execute("""
        insert into raw.campaigns (campaign, account, name, changed_at)
        select number, (select min(account) from raw.accounts final where utc_offset = if(number = 17, -480, 600)),
            'Campaign of another account', '2026-04-04 11:00:00'
        from system.numbers where number in (17, 21, 900) limit 3
    """)
    deliver(copy, batch + 1, "2026-03-30", 500)
    return unknown, sealed_night(copy, watch, range(batch + 1, batch + 2), "2026-04-04 23:50:00")
