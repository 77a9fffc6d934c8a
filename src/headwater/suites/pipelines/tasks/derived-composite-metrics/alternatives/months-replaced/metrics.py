"""Update metrics.daily month by month."""

import os
import sys
from datetime import timedelta
from pathlib import Path

import clickhouse_connect
from clickhouse_connect.driver.exceptions import ClickHouseError

HERE = Path(__file__).parent
SPAN = """
    SELECT toDate(moment - INTERVAL 4 HOUR) FROM (
        SELECT (SELECT at FROM app.events ORDER BY at LIMIT 1) AS moment
        UNION ALL SELECT (SELECT at FROM app.events ORDER BY at DESC LIMIT 1)
    ) WHERE isNotNull(moment) ORDER BY 1
"""


def run(client):
    client.command((HERE / "table.sql").read_text())
    span = [day for (day,) in client.query(SPAN).result_rows]
    if span:
        rows, newest = client.query("SELECT count(), max(day) FROM metrics.daily").first_row
        first = max(span[0], newest - timedelta(days=17)) if rows else span[0]
        first = max(span[0], first.replace(day=1))
        client.command("CREATE OR REPLACE TABLE metrics.daily_month AS metrics.daily")
        client.command((HERE / "metrics.sql").read_text(), {"since": first, "last": span[-1]})
        months = client.query("SELECT DISTINCT toYYYYMM(day) FROM metrics.daily_month ORDER BY 1").result_rows
        for (month,) in months:
            client.command(f"ALTER TABLE metrics.daily REPLACE PARTITION {int(month)} FROM metrics.daily_month")
        client.command("DROP TABLE metrics.daily_month")
    return client.query("SELECT count() FROM metrics.daily").first_row[0]


def main():
    try:
        client = clickhouse_connect.get_client(
            host=os.environ["CLICKHOUSE_HOST"],
            port=int(os.environ["CLICKHOUSE_PORT"]),
            username=os.environ["CLICKHOUSE_USER"],
            password=os.environ["CLICKHOUSE_PASSWORD"],
        )
        days = run(client)
    except ClickHouseError as error:
        print(f"ClickHouse: {type(error).__name__}", file=sys.stderr)
        return 1
    print(f"days={days}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
