"""Erase a person, as docs/runbook.md describes."""

import sys

from clickhouse import connect

SUBTRACT = """
    INSERT INTO app.hourly
    SELECT toStartOfHour(event_ts) AS hour, lower(event_type) AS type, country, -count() AS events,
        -sum(toInt64(coalesce(amount_cents, 0))) AS cents
    FROM app.events
    WHERE user_id = {user:UInt32}
    GROUP BY hour, type, country
"""
ERASE = "ALTER TABLE {} DELETE WHERE user_id = {{user:UInt32}} SETTINGS mutations_sync = 1"


def main() -> int:
    user = int(sys.argv[1])
    client = connect()
    client.command(SUBTRACT, parameters={"user": user})
    for table in ("app.events", "app.of_user"):
        client.command(ERASE.format(table), parameters={"user": user})
    print(f"erased {user}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
