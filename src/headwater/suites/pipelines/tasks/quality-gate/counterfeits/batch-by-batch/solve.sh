set -eu
cp /solution/quality.py /solution/rules.py .
since=$(psql "$POSTGRES_URL" -Atc "SELECT string_agg(batch_id::text, ',') FROM feeds.batches WHERE delivered_at >= '2026-03-09 06:00Z'")
python3 - <<'PY'
from pathlib import Path

path = Path("quality.py")
code = path.read_text()
code = code.replace('    if not waiting:\n        return []\n', '    sizes = dict(postgres.execute("SELECT batch_id, count(*) FROM feeds.events GROUP BY batch_id"))\n    if not waiting:\n        return []\n    judged = {each: (sizes.get(each, 0), good) for each, (_, good) in judged.items()}\n')
code = code.replace('        found = judge(batch,', '        postgres.execute("SELECT count(*) FROM feeds.events WHERE batch_id + 0 = ANY(%s)", [accepted])\n        for rule in ("identity", "duplicates"):\n            postgres.execute("SELECT count(*), %s FROM feeds.events WHERE line + 0 > 0", [rule])\n        found = judge(batch,')
code = code.replace('    if rows:\n        clickhouse.insert("quality.results", rows, column_names=COLUMNS)  # a single block becomes visible atomically', '    for start in range(0, len(rows), 6):\n        clickhouse.query(JUDGED)\n        clickhouse.insert("quality.results", rows[start : start + 6], column_names=COLUMNS)')
path.write_text(code)
PY
curl -sSf "$CLICKHOUSE_URL" -u "$CLICKHOUSE_USER:$CLICKHOUSE_PASSWORD" \
    --data-binary "DELETE FROM quality.results WHERE batch_id IN ($since)"
python3 quality.py || test $? -eq 2
