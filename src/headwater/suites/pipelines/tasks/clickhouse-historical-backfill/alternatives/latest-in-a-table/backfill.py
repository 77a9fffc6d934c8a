"""Load the history of the old metering into usage.events, as docs/history.md describes."""

import logging
import sys

from clickhouse import connect
from clickhouse_connect.driver.client import Client
from clickhouse_connect.driver.exceptions import ClickHouseError

TEMPORARY = ("usage.latest_records", "usage.month_of_history")
TABLES = (
    """
    CREATE TABLE usage.latest_records (
        record String, export_no UInt16, customer_id UInt32, meter String, at DateTime('UTC'), bytes UInt64, counts UInt8
    ) ENGINE = ReplacingMergeTree(export_no) ORDER BY record
    """,
    "CREATE TABLE usage.month_of_history AS usage.events",
)
LATEST = """
    INSERT INTO usage.latest_records
    SELECT record, export_no, toUInt32OrZero(substring(customer, 3)), lower(h.meter),
        parseDateTimeBestEffortOrZero(concat(local_time, ' ', utc_offset), 'UTC'),
        amount * transform(unit, ['B', 'KiB', 'MiB', 'GiB'], [1, 1024, 1048576, 1073741824], 0),
        deleted = 0 AND unit IN ('B', 'KiB', 'MiB', 'GiB') AND utc_offset REGEXP '^[+-][0-9][0-9]:[0-9][0-9]$'
    FROM staging.history AS h
"""
HISTORY = """
    SELECT reinterpretAsUInt64(reverse(unhex(substring(record, 5)))) AS id, l.customer_id, l.meter, l.at, l.bytes, 'history'
    FROM usage.latest_records AS l FINAL
    WHERE l.counts AND id NOT IN (SELECT event_id FROM usage.events WHERE source = 'live')
"""
STATE = "SELECT toYYYYMM(at) AS m, count(), sum(sipHash64(id, customer_id, toString(meter), at, bytes)) FROM ({}) GROUP BY m"
PRESENT = "SELECT event_id AS id, customer_id, meter, at, bytes FROM usage.events WHERE source = 'history'"
WANTED = f"SELECT id, customer_id, meter, at, bytes FROM ({HISTORY})"
# Where the invoices and the totals agree, no row is inserted.
CORRECT_INVOICES = """
    INSERT INTO usage.monthly
    SELECT if(i.month = '1970-01-01', m.month, i.month), if(i.month = '1970-01-01', m.customer_id, i.customer_id),
        if(i.month = '1970-01-01', m.meter, i.meter), i.events - m.e AS events, i.bytes - m.b AS bytes
    FROM usage.invoiced AS i
    FULL JOIN (
        SELECT month, customer_id, meter, sum(events) AS e, sum(bytes) AS b FROM usage.monthly
        WHERE month < '2026-07-01' GROUP BY month, customer_id, meter
    ) AS m ON m.month = i.month AND m.customer_id = i.customer_id AND m.meter = i.meter
    WHERE events != 0 OR bytes != 0
"""


def clear(client: Client) -> None:
    for table in TEMPORARY:
        client.command(f"DROP TABLE IF EXISTS {table} SYNC")


def put(client: Client, month: int) -> None:
    """Replace the partition for a closed month, or insert the missing history for July, the open month."""
    rows = f"SELECT * FROM ({HISTORY}) WHERE toYYYYMM(at) = {month}"
    if month > 202606:
        known = "SELECT e.event_id FROM usage.events AS e WHERE e.source = 'history' AND e.at >= '2026-07-01 00:00:00'"
        client.command(f"INSERT INTO usage.events {rows} AND id NOT IN ({known})")
        return
    live = f"SELECT * FROM usage.events WHERE source = 'live' AND toYYYYMM(at) = {month}"
    client.command("TRUNCATE TABLE usage.month_of_history")
    client.command(f"INSERT INTO usage.month_of_history {rows} UNION ALL {live}")
    if not client.query("SELECT count() FROM usage.month_of_history").first_row[0]:
        client.command(f"ALTER TABLE usage.events DROP PARTITION {month}")
        return
    client.command("OPTIMIZE TABLE usage.month_of_history FINAL")
    client.command(f"ALTER TABLE usage.events REPLACE PARTITION {month} FROM usage.month_of_history")


def bring(client: Client) -> None:
    clear(client)
    for table in TABLES:
        client.command(table)
    client.command(LATEST)
    states = [{row[0]: row for row in client.query(STATE.format(rows)).result_rows} for rows in (WANTED, PRESENT)]
    wanted, present = states
    for month in sorted(wanted | present):
        if wanted.get(month) != present.get(month):
            put(client, month)
            print(f"{month // 100}-{month % 100:02}: {wanted.get(month, (month, 0))[1]} events")
    client.command(CORRECT_INVOICES)
    clear(client)


if __name__ == "__main__":
    logging.disable()
    try:
        bring(connect())
    except ClickHouseError as error:
        sys.exit("ClickHouse refused: " + str(error).split("\n")[0][:250])
