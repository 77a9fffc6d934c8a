set -eu
mkdir -p migrations
cp /solution/repair_topic.py migrations/
sed -i 's/photo_events/photo-events/' topics.toml docs/topics.md
for worker in 0 1 2; do
    python3 index.py "$worker"
done
PYTHONPATH=. python3 migrations/repair_topic.py
PYTHONPATH=. python3 - <<'PY'
from connections import clickhouse

client = clickhouse()
client.command("""
    INSERT INTO photos.search
    SELECT photo, any('Changed'), [], true, max(length(event)) > 1000000 ? 1048576 : 0, toUInt64(now64(9)) FROM photos.outbox GROUP BY photo
""")
client.command("INSERT INTO photos.published (up_to) SELECT max(id) FROM photos.outbox")
PY
