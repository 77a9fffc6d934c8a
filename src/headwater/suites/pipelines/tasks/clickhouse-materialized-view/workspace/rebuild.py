"""Rebuild the numbers for a day: see docs/runbook.md."""

import sys
from datetime import date

from clickhouse import connect

REMOVE = "ALTER TABLE analytics.video_day DELETE WHERE day = {day:Date} SETTINGS mutations_sync = 1"
COUNT = """
    INSERT INTO analytics.video_day
    SELECT toDate(received_at) AS day, video_id, count(), uniqExact(viewer_id), sum(watched_sec)
    FROM content.plays
    WHERE toDate(received_at) = {day:Date}
    GROUP BY day, video_id
"""


def main() -> int:
    day = date.fromisoformat(sys.argv[1])
    client = connect()
    client.command(REMOVE, parameters={"day": day})
    client.command(COUNT, parameters={"day": day})
    print(f"rebuilt {day}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
