"""Rebuild the numbers for a day from its remaining plays, as docs/runbook.md describes."""

import sys
from datetime import date

from clickhouse import connect

LEFT = "SELECT count() FROM content.plays WHERE toYYYYMMDD(at) = toYYYYMMDD({day:Date})"
REMOVE = "ALTER TABLE analytics.play_progress DELETE WHERE day = {day:Date} SETTINGS mutations_sync = 1"
FILL = """
    INSERT INTO analytics.play_progress
    SELECT toDate(at) AS day, video_id, play_id, max(p.viewer_id) AS viewer_id, max(p.watched_sec) AS watched_sec
    FROM content.plays AS p
    WHERE toYYYYMMDD(at) = toYYYYMMDD({day:Date})
    GROUP BY day, video_id, play_id
"""


def main() -> int:
    try:
        day = date.fromisoformat(sys.argv[1])
    except (IndexError, ValueError):
        print("usage: python3 rebuild.py YYYY-MM-DD", file=sys.stderr)
        return 2
    client = connect()
    if not client.query(LEFT, parameters={"day": day}).first_row[0]:
        print(f"{day} cannot be rebuilt: its plays are not there any more", file=sys.stderr)
        return 1
    client.command(REMOVE, parameters={"day": day})
    client.command(FILL, parameters={"day": day})
    print(f"rebuilt {day}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
