"""Make the view count per region from a fixed time on, and move the earlier figures to their regions."""

import time

from clickhouse_connect.driver.client import Client

LEAD_SEC = 10
"""How far in the future the switch is; the view must have changed by then."""
SETTLE_SEC = 6
"""How long to wait after the switch; inserts end within two seconds."""

VIEW = """
    ALTER TABLE ads.daily_mv MODIFY QUERY
    SELECT toDate(at) AS day, campaign_id, {region} AS region, sum(e.cost_micros) AS cost_micros,
        countIf(kind = 'click') AS clicks, countIf(kind = 'impression') AS impressions
    FROM ads.events AS e
    GROUP BY day, campaign_id, region
"""
# Insert the figures as one block, so that readers see all of them or none and totals never change.
MOVE = """
    INSERT INTO ads.daily (day, campaign_id, region, impressions, clicks, cost_micros)
    SELECT day, campaign_id, moved.1, moved.2 * i, moved.2 * c, moved.2 * m
    FROM (
        SELECT toDate(at) AS day, campaign_id, e.region AS of, toInt64(countIf(kind = 'impression')) AS i,
            toInt64(countIf(kind = 'click')) AS c, toInt64(sum(e.cost_micros)) AS m
        FROM ads.events AS e
        WHERE received_at < {moment:String}
        GROUP BY day, campaign_id, of
    )
    ARRAY JOIN [(toString(of), 1), ('', -1)] AS moved
    SETTINGS max_insert_threads = 1, min_insert_block_size_rows = 1000000000, min_insert_block_size_bytes = 0
"""


def run(client: Client) -> None:
    """Use one `received_at` as the boundary between events that the view counts and events whose figures are moved."""
    moment = client.query(f"SELECT toString(now64(3, 'UTC') + {LEAD_SEC})").first_row[0]
    client.command(VIEW.format(region=f"if(e.received_at >= '{moment}', toString(e.region), '')"))
    time.sleep(LEAD_SEC + SETTLE_SEC)
    client.command(MOVE, parameters={"moment": moment})
    client.command(VIEW.format(region="e.region"))
