"""Fill the rollups for the last few days."""

import os

import clickhouse_connect

SINCE = "(SELECT max(at) - INTERVAL 2 DAY FROM counts.readings)"
HOURLY = f"""
    INSERT INTO rollups.hourly
    SELECT counter_id, toStartOfHour(at) AS hour, sum(bikes), count(), avg(temperature)
    FROM counts.readings WHERE at >= {SINCE} GROUP BY counter_id, hour
"""
DAILY = f"""
    INSERT INTO rollups.daily
    SELECT counter_id, toDate(hour) AS day, 0, sum(readings), avg(temperature), max(bikes)
    FROM rollups.hourly WHERE hour >= {SINCE} GROUP BY counter_id, day
"""
MONTHLY = f"""
    INSERT INTO rollups.monthly
    SELECT counter_id, toStartOfMonth(day) AS month, sum(bikes), sum(readings), avg(temperature), max(peak_hour_bikes), any(day)
    FROM rollups.daily WHERE day >= toDate({SINCE}) GROUP BY counter_id, month
"""


def main():
    client = clickhouse_connect.get_client(
        host=os.environ["CLICKHOUSE_HOST"],
        port=int(os.environ["CLICKHOUSE_PORT"]),
        username=os.environ["CLICKHOUSE_USER"],
        password=os.environ["CLICKHOUSE_PASSWORD"],
    )
    for statement in (HOURLY, DAILY, MONTHLY):
        client.command(statement)


if __name__ == "__main__":
    main()
