"""Update the rollups, one counter and month at a time."""

import os
import sys
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import NamedTuple
from zoneinfo import ZoneInfo

import clickhouse_connect
from clickhouse_connect.driver.exceptions import ClickHouseError

SCHEMA = Path(__file__).with_name("schema.sql").read_text()
NEWS = """
    SELECT counter_id, groupUniqArray(toStartOfHour(at)), max(toUnixTimestamp64Milli(received_at))
    FROM counts.readings WHERE toUnixTimestamp64Milli(received_at) >= {seen:Int64} - 600000 GROUP BY counter_id
"""
EFFECTIVE = """
    SELECT at, v.1 AS bikes, toFloat64(v.2) AS warmth FROM (
        SELECT at, argMax((bikes, temperature), revision) AS v FROM counts.readings
        WHERE counter_id = {counter:UInt32} AND at >= toDateTime({first:UInt32}) AND at < toDateTime({last:UInt32})
        GROUP BY at
    ) WHERE isNotNull(v.1)
"""
# The digest tells whether the readings of a month are others than those of its last generation.
HOURS = f"""
    SELECT toDateTime(toUnixTimestamp(at) - 60 * toMinute(at, {{zone:String}}), 'UTC') AS hour, toDate(min(at), {{zone:String}}),
           sum(bikes), count(), ifNull(sum(warmth), 0), count(warmth), sum(cityHash64(at, bikes, ifNull(warmth, -999)))
    FROM ({EFFECTIVE}) GROUP BY hour ORDER BY hour
"""
SUPERSEDED = "(counter_id, month, generation) NOT IN (SELECT counter_id, month, generation FROM rollups.latest)"
OLD = """
    SELECT counter_id, month, max(generation), argMax(digest, generation), max(seen) FROM rollups.generations
    GROUP BY counter_id, month
"""


class Hour(NamedTuple):
    hour: datetime
    day: date
    bikes: int
    readings: int
    warmth: float
    measured: int


def prepare(client):
    for name in ("hourly", "daily", "monthly"):
        sql = f"SELECT engine FROM system.tables WHERE database = 'rollups' AND name = '{name}'"
        engine = client.query(sql).first_row
        if engine and engine[0] != "View":
            client.command(f"DROP TABLE rollups.{name}")
    for statement in SCHEMA.split(";\n"):
        if statement.strip():
            client.command(statement)


def local_months(hours, zone):
    moments = [hour.replace(tzinfo=UTC) + timedelta(minutes=more) for hour in hours for more in (0, 45)]
    return sorted({moment.astimezone(ZoneInfo(zone)).date().replace(day=1) for moment in moments})


def hours_of(client, counter, zone, month):
    """Return the hours of a local month with their days and sums, and the digest of its readings."""
    following = (month + timedelta(days=32)).replace(day=1)
    first, last = (int(datetime(day.year, day.month, 1, tzinfo=ZoneInfo(zone)).timestamp()) for day in (month, following))
    rows = client.query(HOURS, {"counter": counter, "zone": zone, "first": first, "last": last}).result_rows
    return [Hour(row[0].replace(tzinfo=UTC), *row[1:6]) for row in rows], sum(row[6] for row in rows) % 2**64


def figures(hours):
    """Return bikes, readings and temperature of some hours."""
    measured = sum(hour.measured for hour in hours)
    warmth = sum(hour.warmth for hour in hours) / measured if measured else None
    return sum(hour.bikes for hour in hours), sum(hour.readings for hour in hours), warmth


def write(client, key, hours):
    """Insert a generation of a month, which readers do not see yet."""
    if not hours:
        return
    days = {day: [hour for hour in hours if hour.day == day] for day in {hour.day for hour in hours}}
    peaks = {day: max(hour.bikes for hour in found) for day, found in days.items()}
    best = min(days, key=lambda day: (-sum(hour.bikes for hour in days[day]), day))
    client.insert("rollups.hours", [(*key, hour.hour, *figures([hour])) for hour in hours])
    client.insert("rollups.days", [(*key, day, *figures(found), peaks[day]) for day, found in days.items()])
    client.insert("rollups.months", [(*key, *figures(hours), max(peaks.values()), best)])


def run(client):
    prepare(client)
    zones = dict(client.query("SELECT counter_id, time_zone FROM counts.counters").result_rows)
    old = {(counter, month): rest for counter, month, *rest in client.query(OLD).result_rows}
    seen = max((rest[2] for rest in old.values()), default=600_000)
    # A stopped run can have left rows of a generation that it did not publish, so each run needs another number.
    generation = int(client.command("SELECT toUnixTimestamp64Micro(now64(6))"))
    made = []
    for counter, hours, received in client.query(NEWS, {"seen": seen}).result_rows:
        for month in local_months(hours, zones[counter]):
            rows, digest = hours_of(client, counter, zones[counter], month)
            if digest != old.get((counter, month), [0, 0])[1]:
                write(client, (counter, month, generation), rows)
                made.append((counter, month, generation, digest, max(received, seen)))
    if made:
        client.insert("rollups.generations", made)
        for table in ("hours", "days", "months"):  # old generations are not visible, but queries would scan them
            client.command(f"DELETE FROM rollups.{table} WHERE {SUPERSEDED}")
    return len(made)


def main():
    try:
        client = clickhouse_connect.get_client(
            host=os.environ["CLICKHOUSE_HOST"],
            port=int(os.environ["CLICKHOUSE_PORT"]),
            username=os.environ["CLICKHOUSE_USER"],
            password=os.environ["CLICKHOUSE_PASSWORD"],
        )
        changed = run(client)
    except ClickHouseError as error:
        print(f"ClickHouse: {type(error).__name__}", file=sys.stderr)
        return 1
    print(f"changed={changed}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
