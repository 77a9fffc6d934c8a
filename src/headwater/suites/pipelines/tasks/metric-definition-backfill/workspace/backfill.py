"""Backfill viewable_impressions and viewable_spend under definition 2."""

import os
import sys
from datetime import date, datetime, timedelta, timezone

import clickhouse_connect
import psycopg

FIRST = date(2024, 12, 1)
LAST = date(2025, 4, 1)

QUERY = """
    SELECT c.campaign_id, count(*), sum(i.cost_micros) / 1000000.0
    FROM ads.impressions i
    JOIN ads.campaigns c USING (campaign_id)
    WHERE i.served_at >= %s AND i.served_at < %s
      AND i.visible_ms >= CASE c.format WHEN 'video' THEN 2000 ELSE 1000 END
      AND i.pixels_pct >= CASE c.format WHEN 'large_display' THEN 30 ELSE 50 END
      AND NOT EXISTS (
          SELECT 1 FROM ads.traffic_verdicts v WHERE v.impression_id = i.impression_id AND v.verdict = 'invalid'
      )
    GROUP BY c.campaign_id
"""
COLUMNS = ["metric", "campaign_id", "day", "value", "definition", "computed_at"]


def main(first: date) -> None:
    postgres = psycopg.connect(os.environ["POSTGRES_URL"], options="-c timezone=UTC")
    clickhouse = clickhouse_connect.get_client(
        host=os.environ["CLICKHOUSE_HOST"],
        port=int(os.environ["CLICKHOUSE_PORT"]),
        username=os.environ["CLICKHOUSE_USER"],
        password=os.environ["CLICKHOUSE_PASSWORD"],
    )
    day = first
    while day <= LAST:
        now = datetime.now(timezone.utc)
        rows = []
        for campaign, viewable, spend in postgres.execute(QUERY, (day, day + timedelta(days=1))).fetchall():
            rows.append(["viewable_impressions", campaign, day, viewable, 2, now])
            rows.append(["viewable_spend", campaign, day, spend, 2, now])
        clickhouse.insert("analytics.metric_daily", rows, column_names=COLUMNS)
        print(day)
        day += timedelta(days=1)
    # TODO: delete definition 1


if __name__ == "__main__":
    main(date.fromisoformat(sys.argv[1]) if len(sys.argv) > 1 else FIRST)
