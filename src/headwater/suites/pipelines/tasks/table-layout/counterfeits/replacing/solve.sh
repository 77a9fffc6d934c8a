set -eu
cp /solution/schema.sql /solution/fill.sql /solution/fill.py .
sed -i "s/ENGINE = MergeTree/ENGINE = ReplacingMergeTree/" schema.sql
sed -i "s/^FROM raw.usage/FROM (SELECT * FROM raw.usage ORDER BY seq)/" fill.sql
python3 fill.py
python3 - <<'PY'
import os

import clickhouse_connect

client = clickhouse_connect.get_client(
    host=os.environ["CLICKHOUSE_HOST"],
    port=int(os.environ["CLICKHOUSE_PORT"]),
    username=os.environ["CLICKHOUSE_USER"],
    password=os.environ["CLICKHOUSE_PASSWORD"],
)
client.command("OPTIMIZE TABLE analytics.usage FINAL")
PY
