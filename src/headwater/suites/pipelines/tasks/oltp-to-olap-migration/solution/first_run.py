"""Load all sales at a new site."""

import psycopg
from clickhouse_connect.driver.client import Client
from clickhouse_sales import SELECT, begin_run, end_run, rows_of, write
from postgres_sales import batches, not_closed, snapshot


def bring_first(postgres: psycopg.Connection, client: Client) -> int:
    """Load what differs from the sales that killed first runs have left. Return the number of these sales.

    Nothing is removed in order to be loaded again: months that were closed in the meantime are no longer in Postgres.
    """
    old = {row[0]: row for row in rows_of(client, SELECT)}
    run, seen, count = begin_run(client), snapshot(postgres), 0
    for rows in batches(postgres):
        changed = [row for row in rows if old.pop(row[0], None) != row]
        write(client, run, changed, [])
        count += len(changed)
    gone = not_closed(postgres, list(old.values()))
    write(client, run, [], gone)
    end_run(client, run, seen)
    return count + len(gone)
