"""Update the rollups, one counter and month at a time."""

import os
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
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
DIGEST = f"SELECT sum(cityHash64(at, bikes, ifNull(warmth, -999))) FROM ({EFFECTIVE})"
HOURS = f"""
    INSERT INTO rollups.hours
    SELECT {{counter:UInt32}}, {{month:Date}}, {{generation:UInt64}},
           toDateTime(toUnixTimestamp(at) - 60 * toMinute(at, {{zone:String}}), 'UTC') AS hour,
           sum(bikes), count(), avg(warmth)
    FROM ({EFFECTIVE}) GROUP BY hour
"""
DAYS = f"""
    INSERT INTO rollups.days
    SELECT {{counter:UInt32}}, {{month:Date}}, {{generation:UInt64}}, day, sum(b), sum(n), sum(s) / nullIf(sum(c), 0), max(b)
    FROM (
        SELECT toDate(at, {{zone:String}}) AS day, toUnixTimestamp(at) - 60 * toMinute(at, {{zone:String}}) AS hour,
               sum(bikes) AS b, count() AS n, sum(warmth) AS s, count(warmth) AS c
        FROM ({EFFECTIVE}) GROUP BY day, hour
    ) GROUP BY day
"""
MONTHS = f"""
    INSERT INTO rollups.months
    SELECT {{counter:UInt32}}, {{month:Date}}, {{generation:UInt64}}, sum(bikes), sum(readings),
           (SELECT avg(warmth) FROM ({EFFECTIVE})), max(peak_hour_bikes), argMax(day, (bikes, -toInt32(day)))
    FROM rollups.days
    WHERE counter_id = {{counter:UInt32}} AND month = {{month:Date}} AND generation = {{generation:UInt64}}
    HAVING count() > 0
"""
SUPERSEDED = "(counter_id, month, generation) NOT IN (SELECT counter_id, month, generation FROM rollups.latest)"
OLD = """
    SELECT counter_id, month, max(generation), argMax(digest, generation), max(seen) FROM rollups.generations
    GROUP BY counter_id, month
"""


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


def digested(client, generation, counter, zone, month):
    """Return the parameters for a month, and the digest of its readings."""
    following = (month + timedelta(days=32)).replace(day=1)
    first, last = (int(datetime(day.year, day.month, 1, tzinfo=ZoneInfo(zone)).timestamp()) for day in (month, following))
    known = {
        "counter": counter, "month": month, "generation": generation, "zone": zone, "first": first, "last": last,
    }  # fmt: skip
    return known, int(client.command(DIGEST, known))


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
            known, digest = digested(client, generation, counter, zones[counter], month)
            if digest != old.get((counter, month), [0, 0])[1]:
                for statement in (HOURS, DAYS, MONTHS):
                    client.command(statement, known)
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
