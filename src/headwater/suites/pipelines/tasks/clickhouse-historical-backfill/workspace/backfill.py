"""Load the history of the old metering into usage.events: see docs/history.md."""

import sys

from clickhouse import connect

MONTHS = """
    SELECT DISTINCT substring(local_time, 1, 7) AS month FROM staging.history ORDER BY month
"""
FILL = """
    INSERT INTO usage.events
    SELECT reinterpretAsUInt64(reverse(unhex(substring(record, 5)))), toUInt32(substring(customer, 3)), meter,
        toDateTime(local_time), amount, 'history'
    FROM staging.history
    WHERE substring(local_time, 1, 7) = {month:String}
"""


def main() -> int:
    client = connect()
    for (month,) in client.query(MONTHS).result_rows:
        client.command(FILL, parameters={"month": month})
        print(f"filled {month}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
