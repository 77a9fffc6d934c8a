"""Compute the figures from marts.events, and open the dashboards."""

from pathlib import Path

from warehouse import Warehouse

DASHBOARDS = Path(__file__).parent / "dashboards"

DAILY = """
    CREATE OR REPLACE TABLE marts.campaign_daily (day Date, campaign UInt32, impressions UInt64, clicks UInt64, micros UInt64)
    ENGINE = MergeTree ORDER BY (day, campaign) AS
    SELECT toDate(addMinutes(e.at, c.utc_offset)) AS day, e.campaign AS campaign, countIf(e.kind = 'impression') AS impressions,
        countIf(e.kind = 'click') AS clicks, sum(e.micros) AS micros
    FROM (SELECT * FROM marts.events FINAL) AS e
    LEFT JOIN (
        SELECT campaign, utc_offset FROM (SELECT * FROM raw.campaigns FINAL) AS c
        INNER JOIN (SELECT * FROM raw.accounts FINAL) AS a ON a.account = c.account
    ) AS c ON c.campaign = e.campaign
    GROUP BY day, campaign
"""


def daily(warehouse: Warehouse) -> None:
    """Compute marts.campaign_daily."""
    warehouse.command(DAILY)


def open_dashboards(warehouse: Warehouse) -> None:
    """Open each dashboard once, so that the ledger has what an opening costs."""
    for path in sorted(DASHBOARDS.glob("*.sql")):
        warehouse.step = f"dashboards/{path.name}"
        warehouse.query(path.read_text())
