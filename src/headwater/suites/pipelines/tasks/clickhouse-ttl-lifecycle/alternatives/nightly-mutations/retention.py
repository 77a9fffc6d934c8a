"""Each night, delete the data that is due by docs/retention.md. The table has no TTL."""

import sys
from datetime import UTC, datetime

from clickhouse import connect
from clickhouse_connect.driver.client import Client
from clickhouse_connect.driver.exceptions import ClickHouseError

TABLE = "rail.bookings"
DETAILS = ("name", "email", "phone", "born")
HAS_DETAILS = "(name != '' OR email != '' OR phone != '' OR isNotNull(born))"
FORGET = "name = '', email = '', phone = '', born = NULL"


def forget_old_deadlines(client: Client) -> None:
    """Remove the TTL clauses based on loaded_at, if the table still has them."""
    definition = client.command("SELECT create_table_query FROM system.tables WHERE database = 'rail' AND name = 'bookings'")
    if "TTL loaded_at" in str(definition):
        for column in DETAILS:
            client.command(f"ALTER TABLE {TABLE} MODIFY COLUMN {column} REMOVE TTL")
        client.command(f"ALTER TABLE {TABLE} REMOVE TTL")


def years(client: Client, last: int, condition: str) -> dict[int, int]:
    """Count bookings without a hold that meet a condition, grouped by the year of the trip, up to `last`."""
    rows = client.query(
        f"SELECT toYear(travel_on), count() FROM {TABLE}"
        f" WHERE toYear(travel_on) <= {{last:UInt16}} AND hold = 0 AND {condition} GROUP BY 1 ORDER BY 1",
        parameters={"last": last},
    )
    return dict(rows.result_rows)


def delete(client: Client, deleted: dict[int, int]) -> None:
    """Delete the bookings from these years; drop the partition where no booking has a hold."""
    held = client.query(f"SELECT DISTINCT toYear(travel_on) FROM {TABLE} WHERE hold = 1")
    with_holds = {year for (year,) in held.result_rows}
    for year in deleted.keys() - with_holds:
        client.command(f"ALTER TABLE {TABLE} DROP PARTITION {year}")
    mutate(client, [f"DELETE IN PARTITION {year} WHERE hold = 0" for year in deleted if year in with_holds])


def mutate(client: Client, steps: list[str]) -> None:
    """Apply mutations in one statement and wait for them."""
    if steps:
        client.command(f"ALTER TABLE {TABLE} {', '.join(steps)}", settings={"mutations_sync": 1})


def run(client: Client) -> str:
    """Apply the deadlines once; return the line for the auditor."""
    forget_old_deadlines(client)
    this_year = datetime.now(UTC).year
    deleted = years(client, this_year - 11, "1")
    delete(client, deleted)
    anonymised = years(client, this_year - 4, HAS_DETAILS)
    mutate(client, [f"UPDATE {FORGET} IN PARTITION {year} WHERE hold = 0" for year in anonymised])
    return f"deleted={sum(deleted.values())} anonymised={sum(anonymised.values())}"


if __name__ == "__main__":
    try:
        print(run(connect()))
    except ClickHouseError as error:
        sys.exit(f"retention: {str(error)[:300]}".splitlines()[0])
