"""Rebuild a day's partition from content.plays, as docs/runbook.md describes."""

import sys
from datetime import date

from clickhouse import connect

COUNT = "SELECT count() FROM content.plays WHERE toDate(at) = {day:Date}"
SCRATCH = "CREATE OR REPLACE TABLE analytics.longest_rebuilt AS analytics.longest"
FILL = """
    INSERT INTO analytics.longest_rebuilt
    SELECT toDate(at), video_id, play_id, viewer_id, watched_sec FROM content.plays WHERE toDate(at) = {day:Date}
"""
REPLACE = "ALTER TABLE analytics.longest REPLACE PARTITION {day:Date} FROM analytics.longest_rebuilt"


def main() -> int:
    day = date.fromisoformat(sys.argv[1])
    client = connect()
    if client.query(COUNT, parameters={"day": day}).first_row == (0,):
        print(f"no plays of {day} are left, so it stays as it is", file=sys.stderr)
        return 1
    client.command(SCRATCH)
    try:
        client.command(FILL, parameters={"day": day})
        client.command(REPLACE.replace("{day:Date}", f"'{day}'"))
    finally:
        client.command("DROP TABLE analytics.longest_rebuilt SYNC")
    return 0


if __name__ == "__main__":
    sys.exit(main())
