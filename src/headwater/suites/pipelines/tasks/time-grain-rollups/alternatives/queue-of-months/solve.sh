set -eu
cp /solution/rollup.py /solution/rollups.py /solution/schema.sql .
cat >> schema.sql <<'SQL'

CREATE TABLE IF NOT EXISTS rollups.affected (
    counter_id UInt32, hour DateTime('UTC'), noted_at DateTime64(6, 'UTC') DEFAULT now64(6)
) ENGINE = MergeTree ORDER BY noted_at;

CREATE MATERIALIZED VIEW IF NOT EXISTS rollups.note_affected TO rollups.affected AS
SELECT DISTINCT counter_id, toStartOfHour(at) AS hour FROM counts.readings;
SQL
python3 rollup.py
python3 - <<'PY'
from pathlib import Path

path = Path("rollup.py")
code = path.read_text()
start, end = code.index("# Clocks of gateways"), code.index("READINGS = ")
code = code[:start] + '''NEWS = """
    SELECT counter_id, groupUniqArray(hour), max(toUnixTimestamp64Micro(noted_at))
    FROM rollups.affected WHERE toUnixTimestamp64Micro(noted_at) > {mark:Int64} GROUP BY counter_id
"""
''' + code[end:]
code = code.replace("the latest `received_at`, in milliseconds", "the latest note, in microseconds")
path.write_text(code)
PY
ask() { curl -sSf "$CLICKHOUSE_URL" -u "$CLICKHOUSE_USER:$CLICKHOUSE_PASSWORD" --data-binary "$1"; }
ask "TRUNCATE TABLE rollups.runs"
ask "INSERT INTO rollups.runs SELECT 1, toUnixTimestamp64Micro(now64(6))"
python3 rollup.py
