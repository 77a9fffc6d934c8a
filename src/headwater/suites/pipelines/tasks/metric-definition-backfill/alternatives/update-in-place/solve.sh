set -eu
cp /alternative/backfill.py /alternative/viewability.sql .
python3 - <<'PY'
import os
from pathlib import Path

from clickhouse_connect import get_client

client = get_client(
    host=os.environ["CLICKHOUSE_HOST"], port=int(os.environ["CLICKHOUSE_PORT"]),
    username=os.environ["CLICKHOUSE_USER"], password=os.environ["CLICKHOUSE_PASSWORD"],
)
for statement in Path("/alternative/repair.sql").read_text().split(";\n"):
    if statement.strip():
        client.command(statement)
PY
python3 backfill.py
