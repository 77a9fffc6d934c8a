set -eu
cp /solution/schema.sql /solution/fill.sql /solution/fill.py .
sed -i "s/ORDER BY (meter, account, resource, ts)/ORDER BY (ts, seq)/" schema.sql
cat >> schema.sql <<'SQL'

CREATE OR REPLACE TABLE analytics.usage_staging ENGINE = MergeTree ORDER BY seq AS SELECT * FROM raw.usage;
SQL
python3 fill.py
