"""Load the history of the old metering into usage.events, as docs/history.md describes.

The history is first built in a helper table. Closed months are replaced by partition, which bypasses the
materialized view and leaves invoices unchanged. Missing events from July are inserted, so that the view counts them.
"""

import logging
import sys

from clickhouse import connect
from clickhouse_connect.driver.client import Client
from clickhouse_connect.driver.exceptions import ClickHouseError

OPEN_SINCE = "2026-07-01 00:00:00"
HELPER = "usage.events_backfill"
DROP = f"DROP TABLE IF EXISTS {HELPER} SYNC"
CREATE = f"CREATE TABLE {HELPER} AS usage.events"
FILL = f"""
    INSERT INTO {HELPER}
    WITH
        argMax((customer, lower(h.meter), local_time, utc_offset, amount, unit, deleted), export_no) AS latest,
        if(startsWith(latest.4, '-'), -1, 1)
            * (3600 * toUInt32OrZero(substring(latest.4, 2, 2)) + 60 * toUInt32OrZero(substring(latest.4, 5, 2)))
            AS ahead
    SELECT
        reinterpretAsUInt64(reverse(unhex(substring(record, 5)))) AS event_id,
        toUInt32(substring(latest.1, 3)) AS customer_id,
        latest.2 AS meter,
        toDateTimeOrZero(latest.3, 'UTC') - ahead AS at,
        latest.5 * transform(latest.6, ['B', 'KiB', 'MiB', 'GiB'], [1, 1024, 1048576, 1073741824], 0) AS bytes,
        'history' AS source
    FROM staging.history AS h
    GROUP BY record
    HAVING latest.7 = 0
        AND latest.6 IN ('B', 'KiB', 'MiB', 'GiB')
        AND match(latest.4, '^[+-][0-9]{{2}}:[0-9]{{2}}$')
        AND event_id NOT IN (
            SELECT e.event_id FROM usage.events AS e WHERE e.source = 'live' AND e.at < '2026-07-04 00:00:00'
        )
"""
CHANGED = f"""
    SELECT month, sum(is_wanted) AS events
    FROM (
        SELECT toYYYYMM(at) AS month, cityHash64(event_id, customer_id, meter, at, bytes) AS row, 1 AS is_wanted
        FROM {HELPER}
        UNION ALL
        SELECT toYYYYMM(at), cityHash64(event_id, customer_id, meter, at, bytes), 0
        FROM usage.events
        WHERE source = 'history'
    )
    GROUP BY month
    HAVING (sumIf(row, is_wanted = 1), countIf(is_wanted = 1)) != (sumIf(row, is_wanted = 0), countIf(is_wanted = 0))
    ORDER BY month
"""
ADD_LIVE = f"""
    INSERT INTO {HELPER}
    SELECT * FROM usage.events WHERE source = 'live' AND toYYYYMM(at) = {{month:UInt32}}
"""
ROWS = f"SELECT count() FROM {HELPER} WHERE toYYYYMM(at) = {{month:UInt32}}"
ADD_MISSING = f"""
    INSERT INTO usage.events
    SELECT * FROM {HELPER}
    WHERE at >= '{OPEN_SINCE}'
        AND event_id NOT IN (SELECT e.event_id FROM usage.events AS e WHERE e.at >= '{OPEN_SINCE}')
"""
# Insert the difference between the invoices and the monthly totals; no row is inserted if they agree.
SETTLE = """
    INSERT INTO usage.monthly
    SELECT month, customer_id, meter, sum(n) AS events, sum(b) AS bytes
    FROM (
        SELECT month, customer_id, meter, i.events AS n, i.bytes AS b FROM usage.invoiced AS i
        UNION ALL
        SELECT month, customer_id, meter, -m.events, -m.bytes FROM usage.monthly AS m WHERE month < '2026-07-01'
    )
    GROUP BY month, customer_id, meter
    HAVING events != 0 OR bytes != 0
"""


def replace(client: Client, month: int) -> None:
    """Replace a closed month atomically with its history and its live rows."""
    client.command(ADD_LIVE, parameters={"month": month})
    if not client.query(ROWS, parameters={"month": month}).first_row[0]:
        client.command(f"ALTER TABLE usage.events DROP PARTITION {month}")  # an empty REPLACE PARTITION is a no-op
        return
    client.command(f"OPTIMIZE TABLE {HELPER} PARTITION {month} FINAL")
    client.command(f"ALTER TABLE usage.events REPLACE PARTITION {month} FROM {HELPER}")


def bring(client: Client) -> None:
    client.command(DROP)
    client.command(CREATE)
    client.command(FILL)
    for month, events in client.query(CHANGED).result_rows:
        if month < 202607:
            replace(client, month)
        else:
            client.command(ADD_MISSING)
        print(f"{month // 100}-{month % 100:02}: {events} events")
    client.command(SETTLE)
    client.command(DROP)


def main() -> int:
    logging.getLogger("clickhouse_connect").setLevel(logging.CRITICAL)  # the client would log the error a second time
    try:
        bring(connect())
    except ClickHouseError as error:
        print(f"ClickHouse: {str(error).strip().splitlines()[0][:300]}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
