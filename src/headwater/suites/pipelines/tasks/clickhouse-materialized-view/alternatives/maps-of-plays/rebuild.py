"""Rebuild the numbers for a day, as docs/runbook.md describes."""

import sys
from datetime import date

from clickhouse import connect

FIRST = "SELECT min(toDate(at)), countIf(toDate(at) = {day:Date}) FROM content.plays"
REMOVE = "DELETE FROM analytics.video_day_state WHERE day = {day:Date} SETTINGS lightweight_deletes_sync = 1"
ADD = """
    INSERT INTO analytics.video_day_state (day, video_id, seconds, viewers)
    SELECT {day:Date}, video_id, maxMapState([play_id], [watched_sec]), maxMapState([play_id], [viewer_id])
    FROM content.plays
    WHERE toDate(at) = {day:Date}
    GROUP BY video_id
"""


def main() -> None:
    day = date.fromisoformat(sys.argv[1])
    client = connect()
    first, messages = client.query(FIRST, parameters={"day": day}).first_row
    if not messages:
        sys.exit(f"{day}: content.plays has no plays of it (it begins with {first}), so nothing is changed")
    client.command(REMOVE, parameters={"day": day})
    client.command(ADD, parameters={"day": day})


if __name__ == "__main__":
    main()
