"""Move figures from the empty region to their region: a view for new events, one insert per month for old ones."""

import time
from datetime import timedelta

from clickhouse_connect.driver.client import Client

TRANSFER = """
    SELECT toDate(at) AS day, campaign_id, to.1 AS region, to.2 * toInt64(countIf(kind = 'impression')) AS impressions,
        to.2 * toInt64(countIf(kind = 'click')) AS clicks, to.2 * toInt64(sum(e.cost_micros)) AS cost_micros
    FROM ads.events AS e
    ARRAY JOIN [(toString(e.region), 1), ('', -1)] AS to
    WHERE {condition}
    GROUP BY day, campaign_id, to
"""
TARGET = "ads.daily (day, campaign_id, region, impressions, clicks, cost_micros)"


def run(client: Client) -> None:
    now = client.query("SELECT now64(3, 'UTC')").first_row[0]
    since = (now + timedelta(seconds=8)).strftime("%Y-%m-%d %H:%M:%S.%f")[:-3]
    view = TRANSFER.format(condition=f"e.received_at >= toDateTime64('{since}', 3, 'UTC')")
    client.command(f"CREATE MATERIALIZED VIEW ads.daily_regions_mv TO ads.daily AS {view}")
    time.sleep(13)
    for (month,) in client.query("SELECT DISTINCT toYYYYMM(at) FROM ads.events ORDER BY 1").result_rows:
        condition = f"e.received_at < toDateTime64('{since}', 3, 'UTC') AND toYYYYMM(at) = {month}"
        client.command(f"INSERT INTO {TARGET} {TRANSFER.format(condition=condition)}")
