set -eu
cp /solution/events.sql /solution/migrate.py .
sed -i 's/ORDER BY (region, event_ts)/PARTITION BY region\nORDER BY (region, event_ts)/' events.sql
python3 migrate.py
