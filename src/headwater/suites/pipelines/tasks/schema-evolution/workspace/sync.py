"""Copy changed items from Postgres to ClickHouse; see docs/sync.md."""

import json
import os
import sys
from datetime import UTC, datetime

import clickhouse_connect
import psycopg

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
BATCH = 1_000


def main() -> int:
    """Run once."""
    clickhouse = clickhouse_connect.get_client(
        host=os.environ["CLICKHOUSE_HOST"],
        port=int(os.environ["CLICKHOUSE_PORT"]),
        username=os.environ["CLICKHOUSE_USER"],
        password=os.environ["CLICKHOUSE_PASSWORD"],
    )
    latest = clickhouse.query("SELECT max(updated_at) FROM analytics.items").first_row[0].replace(tzinfo=UTC)
    count = 0
    with psycopg.connect("") as postgres, postgres.cursor(name="sync") as cursor:
        cursor.itersize = BATCH
        cursor.execute("SELECT * FROM catalog.items WHERE updated_at > %s ORDER BY updated_at", [max(latest, EPOCH)])
        while rows := cursor.fetchmany(BATCH):
            changed = [[json.dumps(value) if isinstance(value, dict) else value for value in row] for row in rows]
            clickhouse.insert("analytics.items", changed)
            count += len(changed)
    print(f"synced={count}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
