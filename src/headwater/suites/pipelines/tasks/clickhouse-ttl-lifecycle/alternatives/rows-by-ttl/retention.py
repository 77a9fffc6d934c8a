"""Apply docs/retention.md to rail.bookings: a TTL deletes rows, and an update removes personal details."""

import sys
from pathlib import Path

from clickhouse import connect
from clickhouse_connect.driver.client import Client
from clickhouse_connect.driver.exceptions import ClickHouseError

PARTITIONS = """
    SELECT _partition_id, countIf(travel_on < makeDate(year(now()) - 10, 1, 1)) AS old, count() - old AS named
    FROM rail.bookings
    WHERE hold = 0 AND travel_on < makeDate(year(now()) - 3, 1, 1)
        AND (travel_on < makeDate(year(now()) - 10, 1, 1) OR name || email || phone != '' OR born IS NOT NULL)
    GROUP BY _partition_id
"""
APPLY = "MATERIALIZE TTL IN PARTITION ID '{}'"
UPDATE = """
    UPDATE name = '', email = '', phone = '', born = NULL IN PARTITION ID '{}'
    WHERE hold = 0 AND travel_on < makeDate(year(now()) - 3, 1, 1)
"""


def run(client: Client) -> tuple[int, int]:
    """Apply the deadlines; return how many bookings were deleted and from how many others details were removed."""
    ttl = client.command("SELECT create_table_query LIKE '%TTL loaded_at%' FROM system.tables WHERE name = 'bookings' AND database = 'rail'")
    if ttl:
        remove = ", ".join(f"MODIFY COLUMN {name} REMOVE TTL" for name in ("name", "email", "phone", "born"))
        client.command(f"ALTER TABLE rail.bookings {remove}")
        client.command(Path("deadlines.sql").read_text(), settings={"materialize_ttl_after_modify": 0})
    found = client.query(PARTITIONS).result_rows
    steps = [APPLY.format(partition) for partition, old, _ in found if old]
    steps += [UPDATE.format(partition) for partition, _, named in found if named]
    if steps:
        client.command(f"ALTER TABLE rail.bookings {', '.join(steps)}", settings={"mutations_sync": 2})
    return sum(old for _, old, _ in found), sum(named for _, _, named in found)


def main() -> int:
    """Apply the deadlines once and print the line for the auditor."""
    try:
        deleted, anonymised = run(connect())
    except ClickHouseError as error:
        print(f"retention.py failed: {str(error).splitlines()[0]}", file=sys.stderr)
        return 1
    print(f"deleted={deleted} anonymised={anonymised}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
