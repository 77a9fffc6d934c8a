set -eu
cp /alternative/quality.py /solution/rules.py .
psql "$POSTGRES_URL" -Atc "SELECT batch_id FROM feeds.batches WHERE delivered_at >= '2026-03-09 06:00Z'" > .again
curl -sSf "$CLICKHOUSE_URL/?mutations_sync=2" -u "$CLICKHOUSE_USER:$CLICKHOUSE_PASSWORD" \
    --data-binary "ALTER TABLE quality.results DELETE WHERE batch_id IN ($(paste -sd, .again))"
rm .again
python3 quality.py || test $? -eq 2
