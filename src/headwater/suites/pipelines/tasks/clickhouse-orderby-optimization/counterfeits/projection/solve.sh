set -eu
cp /solution/events.sql /solution/migrate.py .
sed -i "s/    received_at DateTime DEFAULT event_ts + 2 .*/&,\n    PROJECTION by_region (SELECT * ORDER BY region, event_ts)/; s/ORDER BY (region, event_ts)$/ORDER BY event_ts/; s/ORDER BY (region, event_ts);/ORDER BY event_ts;/" events.sql
python3 migrate.py
