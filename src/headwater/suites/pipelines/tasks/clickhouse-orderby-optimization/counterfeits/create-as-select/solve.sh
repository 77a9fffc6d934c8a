set -eu
cp /solution/events.sql /solution/migrate.py .
sed -i 's/client.command(new_layout())/client.command(f"CREATE TABLE {REBUILD} ENGINE = MergeTree ORDER BY (region, event_ts) AS SELECT * FROM {TABLE}")/' migrate.py
sed -i '/INSERT INTO {REBUILD} SELECT/d' migrate.py
python3 migrate.py
