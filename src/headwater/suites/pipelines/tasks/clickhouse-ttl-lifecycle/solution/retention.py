"""Delete what is due in rail.bookings; see docs/retention.md for deadlines and docs/operations.md for runs."""

import sys

from clickhouse import connect
from clickhouse_connect.driver.client import Client
from clickhouse_connect.driver.exceptions import ClickHouseError

# Existing tables have TTLs based on loaded_at. Repeating these statements has no effect and rewrites no part.
DEADLINES = """
    ALTER TABLE rail.bookings
        MODIFY COLUMN name TTL if(hold = 1, toDate('2149-06-06'), toStartOfYear(travel_on) + INTERVAL 4 YEAR),
        MODIFY COLUMN email TTL if(hold = 1, toDate('2149-06-06'), toStartOfYear(travel_on) + INTERVAL 4 YEAR),
        MODIFY COLUMN phone TTL if(hold = 1, toDate('2149-06-06'), toStartOfYear(travel_on) + INTERVAL 4 YEAR),
        MODIFY COLUMN born TTL if(hold = 1, toDate('2149-06-06'), toStartOfYear(travel_on) + INTERVAL 4 YEAR),
        MODIFY TTL toStartOfYear(travel_on) + INTERVAL 11 YEAR DELETE WHERE hold = 0
    SETTINGS materialize_ttl_after_modify = 0
"""
DUE = """
    WITH toYear(now('UTC')) - toYear(travel_on) AS age
    SELECT
        toYear(travel_on) AS year,
        countIf(age > 10) AS rows,
        countIf(age <= 10 AND NOT (name = '' AND email = '' AND phone = '' AND born IS NULL)) AS persons
    FROM rail.bookings
    WHERE hold = 0 AND age > 3
    GROUP BY year
    HAVING rows + persons > 0
    ORDER BY year
"""


def erase(client: Client, years: list[int]) -> None:
    """Apply the deadlines to the partitions of these years, and wait until it is done."""
    steps = ", ".join(f"MATERIALIZE TTL IN PARTITION {year}" for year in years)
    client.command(f"ALTER TABLE rail.bookings {steps} SETTINGS mutations_sync = 1")


def main() -> int:
    """Apply the deadlines once and print the line for the auditor."""
    try:
        client = connect()
        client.command(DEADLINES)
        due = client.query(DUE).result_rows
        if due:
            erase(client, [year for year, _, _ in due])
    except ClickHouseError as error:
        print(f"ClickHouse: {str(error).splitlines()[0]}", file=sys.stderr)
        return 1
    print(f"deleted={sum(rows for _, rows, _ in due)} anonymised={sum(persons for _, _, persons in due)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
