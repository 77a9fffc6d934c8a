"""Load the history of the old metering into usage.events, as docs/history.md describes."""

import logging
import sys

from clickhouse import connect
from clickhouse_connect.driver.client import Client
from clickhouse_connect.driver.exceptions import ClickHouseError

NEW = "usage.history_to_attach"
JULY = 202607
READABLE = """
    SELECT
        reinterpretAsUInt64(reverse(unhex(substring(record, 5)))) AS id,
        toUInt32(substring(customer, 3)) AS of,
        lower(h.meter) AS what,
        parseDateTimeBestEffortOrZero(concat(replaceOne(local_time, ' ', 'T'), utc_offset), 'UTC') AS moment,
        bitShiftLeft(amount, 10 * (indexOf(['B', 'KiB', 'MiB', 'GiB'], unit) - 1)) AS size
    FROM (SELECT * FROM staging.history ORDER BY record, export_no DESC LIMIT 1 BY record) AS h
    WHERE deleted = 0 AND has(['B', 'KiB', 'MiB', 'GiB'], unit) AND match(utc_offset, '^[-+]\\\\d\\\\d:\\\\d\\\\d$')
"""
BUILD = f"""
    INSERT INTO {NEW}
    SELECT id, of, what, moment, size, 'history' FROM ({READABLE}) AS r
    LEFT ANTI JOIN (SELECT event_id FROM usage.events WHERE source = 'live') AS l ON l.event_id = r.id
"""
FORGET = "ALTER TABLE usage.monthly DELETE WHERE month = {month:Date} SETTINGS mutations_sync = 1"
COPY = "INSERT INTO usage.monthly SELECT * FROM usage.invoiced WHERE month = {month:Date}"
STATE = """
    SELECT toYYYYMM(at) AS month, count(), groupBitXor(sipHash64(event_id, customer_id, meter, at, bytes)) FROM {}
    WHERE source = 'history' GROUP BY month
"""
ADD = f"""
    INSERT INTO usage.events SELECT * FROM {NEW} WHERE toYYYYMM(at) = {{month:UInt32}}
        AND event_id NOT IN (SELECT e.event_id FROM usage.events AS e WHERE e.at > '2026-06-30 00:00:00')
"""
WRONG = """
    SELECT DISTINCT month FROM (
        SELECT month, customer_id, meter, sum(e) AS es, sum(b) AS bs FROM (
            SELECT month, customer_id, meter, m.events AS e, m.bytes AS b FROM usage.monthly AS m WHERE month < '2026-07-01'
            UNION ALL
            SELECT month, customer_id, meter, -i.events, -i.bytes FROM usage.invoiced AS i
        ) GROUP BY month, customer_id, meter HAVING es != 0 OR bs != 0
    )
"""


def state(client: Client, table: str) -> dict[int, tuple[int, int]]:
    return {month: (count, digest) for month, count, digest in client.query(STATE.format(table)).result_rows}


def exchange(client: Client, month: int, is_there: bool) -> None:
    """Delete the old history of a closed month, if any, and attach the new history as a partition."""
    if is_there:
        take_out(client, month)
    client.command(f"OPTIMIZE TABLE {NEW} PARTITION {month} FINAL")
    client.command(f"ALTER TABLE usage.events ATTACH PARTITION {month} FROM {NEW}")


def take_out(client: Client, month: int) -> None:
    client.command(
        "ALTER TABLE usage.events DELETE WHERE source = 'history' AND toYYYYMM(at) = {month:UInt32} SETTINGS mutations_sync = 1",
        parameters={"month": month},
    )


def bring(client: Client) -> None:
    client.command(f"CREATE OR REPLACE TABLE {NEW} AS usage.events")
    client.command(BUILD)
    wanted, found = state(client, NEW), state(client, "usage.events")
    for month in sorted(wanted.keys() | found.keys()):
        if wanted.get(month) == found.get(month):
            continue
        if month < JULY:
            exchange(client, month, month in found)
        else:
            client.command(ADD, parameters={"month": month})
        print(f"{month // 100}-{month % 100:02}: {wanted.get(month, (0, 0))[0]} events")
    for (month,) in client.query(WRONG).result_rows:
        client.command(FORGET, parameters={"month": month})
        client.command(COPY, parameters={"month": month})
    client.command(f"DROP TABLE {NEW} SYNC")


def main() -> int:
    logging.getLogger("clickhouse_connect").addHandler(logging.NullHandler())
    try:
        bring(connect())
    except ClickHouseError as error:
        print(f"ClickHouse does not do it: {' '.join(str(error).split())[:200]}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
