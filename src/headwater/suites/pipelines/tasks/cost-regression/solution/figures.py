"""Compute the figures from marts.events, and open the dashboards."""

from datetime import date, timedelta
from pathlib import Path

from warehouse import Warehouse

DASHBOARDS = Path(__file__).parent / "dashboards"
OFFSETS = """
    SELECT campaign, utc_offset FROM (SELECT * FROM raw.campaigns FINAL) AS c
    INNER JOIN (SELECT * FROM raw.accounts FINAL) AS a ON a.account = c.account
"""
# A correction can move an event to a campaign with another offset, and a void row has no campaign. So a new row
# concerns each day that its time belongs to in any of the offsets. This depends on the batches alone, so a night after
# a killed one finds the same days.
DAYS = """
    SELECT DISTINCT toDate(addMinutes(at, utc_offset)) FROM raw.events
    ARRAY JOIN (SELECT groupUniqArray(utc_offset) || [toInt16(0)] FROM raw.accounts FINAL) AS utc_offset
    WHERE batch IN {batches:Array(UInt32)}
"""
MOVED = f"""
    SELECT count() FROM (SELECT DISTINCT campaign, utc_offset FROM marts.campaign_daily) AS d
    LEFT JOIN ({OFFSETS}) AS c ON c.campaign = d.campaign
    WHERE c.utc_offset != d.utc_offset
"""
COMPUTE = f"""
    INSERT INTO marts.campaign_daily_next
    SELECT toDate(addMinutes(e.at, c.utc_offset)) AS day, e.campaign AS campaign,
        countIf(e.kind = 'impression') AS impressions, countIf(e.kind = 'click') AS clicks, sum(e.micros) AS micros,
        uniqExactStateIf(e.user, e.kind = 'impression') AS users, any(c.utc_offset) AS utc_offset
    FROM (SELECT * FROM marts.events FINAL WHERE {{is_full:Bool}} OR toDate(at) IN {{read:Array(Date)}}) AS e
    LEFT JOIN ({OFFSETS}) AS c ON c.campaign = e.campaign
    WHERE {{is_full:Bool}} OR day IN {{days:Array(Date)}}
    GROUP BY day, campaign
    SETTINGS max_partitions_per_insert_block = 0
"""
TRUNCATE = "TRUNCATE TABLE marts.campaign_daily_next"
EXCHANGE = "EXCHANGE TABLES marts.campaign_daily AND marts.campaign_daily_next"
# A day that no longer has any events has no partition there.
REPLACE = """
    ALTER TABLE marts.campaign_daily REPLACE PARTITION {day:Date} FROM marts.campaign_daily_next
    SETTINGS allow_replace_partition_from_empty_source = 1
"""


def daily(warehouse: Warehouse, batches: list[int]) -> None:
    """Compute the days of new rows, or all days if events have moved because their campaign has another offset."""
    warehouse.command(TRUNCATE)
    if warehouse.query(MOVED)[0][0]:
        warehouse.command(COMPUTE, {"is_full": True, "read": [], "days": []})
        warehouse.command(EXCHANGE)
    else:
        replace_days(warehouse, [day for (day,) in warehouse.query(DAYS, {"batches": batches})])
    warehouse.command(TRUNCATE)


def replace_days(warehouse: Warehouse, days: list[date]) -> None:
    """Compute some days, and replace each at once, so that no reader sees a day without its rows."""
    near = {day + timedelta(days=shift) for day in days for shift in (-1, 0, 1)}
    warehouse.command(COMPUTE, {"is_full": False, "read": sorted(near), "days": days})
    for day in days:
        warehouse.command(REPLACE, {"day": day})


def open_dashboards(warehouse: Warehouse) -> None:
    """Open each dashboard once, so that the ledger has what an opening costs."""
    for path in sorted(DASHBOARDS.glob("*.sql")):
        warehouse.step = f"dashboards/{path.name}"
        warehouse.query(path.read_text())
