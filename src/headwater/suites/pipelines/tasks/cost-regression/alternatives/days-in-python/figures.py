"""Compute the figures from marts.events, and open the dashboards."""

from datetime import date, timedelta
from pathlib import Path

from warehouse import Warehouse

DASHBOARDS = Path(__file__).parent / "dashboards"
COLUMNS = ["day", "campaign", "impressions", "clicks", "micros", "users", "utc_offset"]
MONTH = 31
OFFSETS = """
    SELECT campaign, utc_offset FROM (SELECT * FROM raw.campaigns FINAL) AS c
    INNER JOIN (SELECT * FROM raw.accounts FINAL) AS a ON a.account = c.account
"""
TIMES = "SELECT DISTINCT toStartOfFifteenMinutes(at) FROM raw.events WHERE batch IN {batches:Array(UInt32)}"
BEFORE = "SELECT DISTINCT campaign, utc_offset FROM marts.campaign_daily"
ALL_DAYS = "SELECT DISTINCT toDate(at) FROM marts.events"
EVENTS = """
    SELECT toUnixTimestamp(at), kind, campaign, user, micros FROM marts.events FINAL WHERE toDate(at) IN {read:Array(Date)}
"""
TRUNCATE = "TRUNCATE TABLE marts.campaign_daily_next"
EXCHANGE = "EXCHANGE TABLES marts.campaign_daily AND marts.campaign_daily_next"
REPLACE = "ALTER TABLE marts.campaign_daily REPLACE PARTITION {day:Date} FROM marts.campaign_daily_next"
DROP = "ALTER TABLE marts.campaign_daily DROP PARTITION {day:Date}"
EPOCH = date(1970, 1, 1)


class Line:
    """The figures of a campaign in a day."""

    def __init__(self) -> None:
        self.impressions = self.clicks = self.micros = 0
        self.users: set[int] = set()

    def add(self, kind: str, user: int, micros: int) -> None:
        self.micros += micros
        self.clicks += kind == "click"
        if kind == "impression":
            self.impressions += 1
            self.users.add(user)


def shifted(days: set[date]) -> set[date]:
    """Return days with those before and after them."""
    return {day + timedelta(days=shift) for day in days for shift in (-1, 0, 1)}


def write_lines(warehouse: Warehouse, days: set[date], offsets: dict[int, int]) -> set[date]:
    """Write the lines of some days to the table for the next ones. Return the days that have any."""
    lines: dict[tuple[date, int], Line] = {}
    for at, kind, campaign, user, micros in warehouse.query(EVENTS, {"read": sorted(shifted(days))}):
        day = EPOCH + timedelta(days=(at + 60 * offsets.get(campaign, 0)) // 86_400)
        if day in days:
            lines.setdefault((day, campaign), Line()).add(kind, user, micros)
    rows = [
        (*key, line.impressions, line.clicks, line.micros, sorted(line.users), offsets.get(key[1], 0))
        for key, line in sorted(lines.items())
    ]
    if rows:
        warehouse.insert("marts.campaign_daily_next", rows, COLUMNS)
    return {day for day, _ in lines}


def everything(warehouse: Warehouse, offsets: dict[int, int]) -> None:
    """Compute all days, a month at a time, and exchange the table at once."""
    days = sorted(shifted({day for (day,) in warehouse.query(ALL_DAYS)}))
    for first in range(0, len(days), MONTH):
        write_lines(warehouse, set(days[first : first + MONTH]), offsets)
    warehouse.command(EXCHANGE)


def daily(warehouse: Warehouse, batches: list[int]) -> None:
    """Compute the days of new rows in any offset, or all days if a campaign has another offset than before."""
    offsets = dict(warehouse.query(OFFSETS))
    warehouse.command(TRUNCATE)
    if any(offsets.get(campaign, 0) != offset for campaign, offset in warehouse.query(BEFORE)):
        everything(warehouse, offsets)
    else:
        times = [time for (time,) in warehouse.query(TIMES, {"batches": batches})]
        edges = {0, *offsets.values()}
        days = {(time + timedelta(minutes=offset + late)).date() for time in times for offset in edges for late in (0, 15)}
        there = write_lines(warehouse, days, offsets)
        for day in sorted(days):
            warehouse.command(REPLACE if day in there else DROP, {"day": day})
    warehouse.command(TRUNCATE)


def open_dashboards(warehouse: Warehouse) -> None:
    """Open each dashboard once, so that the ledger has what an opening costs."""
    for path in sorted(DASHBOARDS.glob("*.sql")):
        warehouse.step = f"dashboards/{path.name}"
        warehouse.query(path.read_text())
