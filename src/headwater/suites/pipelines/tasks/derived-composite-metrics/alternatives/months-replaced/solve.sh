set -eu
cp /solution/metrics.sql /solution/table.sql .
sed -i 's/^ORDER BY day/PARTITION BY toYYYYMM(day)\nORDER BY day/; s/CREATE OR REPLACE TABLE metrics.daily_next/CREATE TABLE IF NOT EXISTS metrics.daily/' table.sql
sed -i 's/metrics.daily_next/metrics.daily_month/' metrics.sql
cp /alternative/metrics.py .
python3 metrics.py
