set -eu
cp /solution/*.py /solution/*.sql .
python3 - <<'PY'
from pathlib import Path


def edit(name, *changes):
    path = Path(name)
    code = path.read_text()
    for old, new in changes:
        assert old in code, (name, old)
        code = code.replace(old, new)
    path.write_text(code)


edit("tables.py",
    ("        if name not in filled:\n", "        if name not in filled:\n            client.command(f\"CREATE TABLE analytics.filled_{time.time_ns()} (rows UInt64) ENGINE = MergeTree ORDER BY rows\")\n"))
PY
psql -qc "CREATE INDEX actions_at ON app.actions (at)"
curl -sS --fail-with-body "$CLICKHOUSE_URL/?user=$CLICKHOUSE_USER&password=$CLICKHOUSE_PASSWORD" -d "ALTER TABLE raw.actions ADD INDEX of_user user_id TYPE minmax"
python3 layer.py
