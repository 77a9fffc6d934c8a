"""Update metrics.daily, as docs/metrics.md and docs/operations.md describe."""

import os
import sys
from datetime import date, timedelta
from pathlib import Path

import clickhouse_connect
from clickhouse_connect.driver.client import Client
from clickhouse_connect.driver.exceptions import ClickHouseError

HERE = Path(__file__).parent
OPEN = timedelta(days=17)
"""How long a day can change: a trial converts within 14 days, and events are up to 3 days late."""

FIRST = "SELECT toDate(at - INTERVAL 4 HOUR) FROM app.events ORDER BY at LIMIT 1"
LAST = "SELECT toDate(at - INTERVAL 4 HOUR) FROM app.events ORDER BY at DESC LIMIT 1"


def first_open(client: Client, first: date) -> date:
    """Return the first day that may have changed since the last run."""
    if not int(client.command("EXISTS TABLE metrics.daily")):
        return first
    days, last = client.query("SELECT count(), max(day) FROM metrics.daily").first_row
    return max(first, last - OPEN) if days else first


def run(client: Client) -> int:
    """Build a new table in which the open days are recomputed, and exchange it; return its number of days."""
    client.command((HERE / "table.sql").read_text())
    if first := client.query(FIRST).first_row:
        last = client.query(LAST).first_row[0]
        since = first_open(client, first[0])
        if since > first[0]:
            client.command(
                "INSERT INTO metrics.daily_next SELECT * FROM metrics.daily WHERE day < {since:Date}", {"since": since}
            )
        client.command((HERE / "metrics.sql").read_text(), {"since": since, "last": last})
    client.command("CREATE TABLE IF NOT EXISTS metrics.daily AS metrics.daily_next")
    client.command("EXCHANGE TABLES metrics.daily_next AND metrics.daily")
    client.command("DROP TABLE metrics.daily_next")
    return int(client.command("SELECT count() FROM metrics.daily"))


def main() -> int:
    try:
        client = clickhouse_connect.get_client(
            host=os.environ["CLICKHOUSE_HOST"],
            port=int(os.environ["CLICKHOUSE_PORT"]),
            username=os.environ["CLICKHOUSE_USER"],
            password=os.environ["CLICKHOUSE_PASSWORD"],
        )
        days = run(client)
    except ClickHouseError as error:
        print(f"ClickHouse failed: {type(error).__name__}", file=sys.stderr)
        return 1
    print(f"days={days}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
