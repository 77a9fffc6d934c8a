set -eu
cat > rollup.py <<'PY'
"""Define the rollups as views of the readings."""

import os
import sys

import clickhouse_connect
from clickhouse_connect.driver.exceptions import ClickHouseError

HOURS = """
    SELECT counter_id, toDateTime(hour, 'UTC') AS hour, day, toStartOfMonth(day) AS month, sum(bikes) AS b, count() AS n,
           sum(toFloat64(t)) AS ts, count(t) AS tn
    FROM (
        SELECT counter_id, toDate(at, '{zone}') AS day, toUnixTimestamp(at) - 60 * toMinute(at, '{zone}') AS hour, bikes,
               temperature AS t
        FROM (
            SELECT counter_id, at, bikes, temperature FROM counts.readings
            WHERE counter_id IN (SELECT counter_id FROM counts.counters WHERE time_zone = '{zone}')
            ORDER BY revision DESC LIMIT 1 BY counter_id, at
        ) WHERE isNotNull(bikes)
    ) GROUP BY counter_id, hour, day
"""
VIEWS = {
    "hourly": "SELECT counter_id, hour, b AS bikes, n AS readings, ts / nullIf(tn, 0) AS temperature FROM rollups.hours",
    "daily": """
        SELECT counter_id, day, sum(b) AS bikes, sum(n) AS readings, sum(ts) / nullIf(sum(tn), 0) AS temperature,
               max(b) AS peak_hour_bikes
        FROM rollups.hours GROUP BY counter_id, day
    """,
    "monthly": """
        SELECT counter_id, month, sum(d) AS bikes, sum(r) AS readings, sum(s) / nullIf(sum(c), 0) AS temperature,
               max(p) AS peak_hour_bikes, argMax(day, (d, -toInt32(day))) AS peak_day
        FROM (
            SELECT counter_id, month, day, sum(b) AS d, sum(n) AS r, sum(ts) AS s, sum(tn) AS c, max(b) AS p
            FROM rollups.hours GROUP BY counter_id, month, day
        ) GROUP BY counter_id, month
    """,
}


def run(client):
    zones = [zone for (zone,) in client.query("SELECT DISTINCT time_zone FROM counts.counters").result_rows]
    hours = " UNION ALL ".join(HOURS.format(zone=zone) for zone in zones)
    client.command(f"CREATE OR REPLACE VIEW rollups.hours AS {hours}")
    for name, select in VIEWS.items():
        engine = client.command(f"SELECT engine FROM system.tables WHERE database = 'rollups' AND name = '{name}'")
        if engine == "MergeTree":
            client.command(f"DROP TABLE rollups.{name}")
        client.command(f"CREATE OR REPLACE VIEW rollups.{name} AS {select}")


def main():
    try:
        run(
            clickhouse_connect.get_client(
                host=os.environ["CLICKHOUSE_HOST"],
                port=int(os.environ["CLICKHOUSE_PORT"]),
                username=os.environ["CLICKHOUSE_USER"],
                password=os.environ["CLICKHOUSE_PASSWORD"],
            )
        )
    except ClickHouseError as error:
        print(f"ClickHouse failed: {type(error).__name__}", file=sys.stderr)
        return 1
    print("changed=0")
    return 0


if __name__ == "__main__":
    sys.exit(main())
PY
python3 rollup.py
