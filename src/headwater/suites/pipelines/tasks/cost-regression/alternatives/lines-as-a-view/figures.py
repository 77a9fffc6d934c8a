"""Compute the figures from marts.events, and open the dashboards."""

from datetime import timedelta
from pathlib import Path

from warehouse import Warehouse

DASHBOARDS = Path(__file__).parent / "dashboards"
OFFSETS = """
    SELECT campaign, utc_offset FROM (SELECT * FROM raw.campaigns FINAL) AS c
    INNER JOIN (SELECT * FROM raw.accounts FINAL) AS a ON a.account = c.account
"""
# The time of a row belongs to at most three days, wherever its account is.
DAYS = "SELECT DISTINCT toDate(at) FROM raw.events WHERE batch IN {batches:Array(UInt32)}"
MOVED = f"""
    SELECT count() FROM (
        SELECT DISTINCT campaign, utc_offset FROM marts.line_versions FINAL WHERE impressions + clicks > 0
    ) AS d
    LEFT JOIN ({OFFSETS}) AS c ON c.campaign = d.campaign
    WHERE c.utc_offset != d.utc_offset
"""
# All lines come in one insert, which readers see as a whole. All revisions of an event have its time and so are in one
# partition; only with this setting does FINAL leave out the other partitions.
COMPUTE = f"""
    INSERT INTO marts.line_versions (day, campaign, version, impressions, clicks, micros, users, utc_offset)
    SELECT day, campaign, toUnixTimestamp64Milli(now64(3)), countIf(kind = 'impression'), countIf(kind = 'click'), sum(micros),
        uniqExactStateIf(user, kind = 'impression'), max(utc_offset)
    FROM (
        SELECT toDate(addMinutes(e.at, c.utc_offset)) AS day, e.campaign AS campaign, toString(e.kind) AS kind,
            e.user AS user, e.micros AS micros, c.utc_offset AS utc_offset
        FROM (SELECT * FROM marts.events FINAL WHERE {{is_full:Bool}} OR toDate(at) IN {{read:Array(Date)}}) AS e
        LEFT JOIN ({OFFSETS}) AS c ON c.campaign = e.campaign
        UNION ALL
        SELECT day, campaign, '', 0, 0, toInt16(-32768) FROM marts.line_versions FINAL WHERE impressions + clicks > 0
    )
    WHERE {{is_full:Bool}} OR day IN {{days:Array(Date)}}
    GROUP BY day, campaign
    SETTINGS do_not_merge_across_partitions_select_final = 1
"""


def daily(warehouse: Warehouse, batches: list[int]) -> None:
    """Compute the days around those of new rows, or all days if the CRM has moved a campaign to another offset."""
    days = [day for (day,) in warehouse.query(DAYS, {"batches": batches})]
    near = {day + timedelta(days=shift) for day in days for shift in (-1, 0, 1)}
    read = {day + timedelta(days=shift) for day in near for shift in (-1, 0, 1)}
    is_full = bool(warehouse.query(MOVED)[0][0])
    warehouse.command(COMPUTE, {"is_full": is_full, "read": sorted(read), "days": sorted(near)})


def open_dashboards(warehouse: Warehouse) -> None:
    """Open each dashboard once, so that the ledger has what an opening costs."""
    for path in sorted(DASHBOARDS.glob("*.sql")):
        warehouse.step = f"dashboards/{path.name}"
        warehouse.query(path.read_text())
