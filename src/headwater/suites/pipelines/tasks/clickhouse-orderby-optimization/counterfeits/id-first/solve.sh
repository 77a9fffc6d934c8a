set -eu
cp /solution/events.sql /solution/migrate.py .
sed -i 's/ORDER BY (region, event_ts)/ORDER BY (event_id, region, event_ts)/' events.sql
python3 migrate.py
