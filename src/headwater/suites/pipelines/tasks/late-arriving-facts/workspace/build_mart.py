"""Build the days of the last run, and those before it that late records can belong to."""

import sys
from pathlib import Path

import psycopg

LOOK_BACK_DAYS = 3  # nearly all records arrive within three days
HERE = Path(__file__).parent


def main() -> int:
    rebuild = "--rebuild" in sys.argv
    with psycopg.connect("") as postgres:
        if rebuild:
            postgres.execute("TRUNCATE mart.daily_usage")
        newest = postgres.execute("SELECT max(day) - %s FROM mart.daily_usage", [LOOK_BACK_DAYS]).fetchone()
        first = newest[0] or "2026-03-01"
        postgres.execute("DELETE FROM mart.daily_usage WHERE day >= %s", [first])
        cursor = postgres.execute((HERE / "sql/days.sql").read_text(), {"first": first})
        print(f"rows={cursor.rowcount}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
