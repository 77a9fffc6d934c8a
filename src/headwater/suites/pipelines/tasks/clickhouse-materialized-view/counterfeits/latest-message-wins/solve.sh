set -eu
mkdir -p migrations
cp /solution/migrations/*.sql migrations/
cp /solution/schema/02_analytics.sql schema/
cp /solution/rebuild.py .
sed -i 's/^    watched_sec SimpleAggregateFunction(max, UInt32)/    watched_sec AggregateFunction(argMax, UInt32, DateTime(\x27UTC\x27))/' schema/02_analytics.sql
sed -i 's/max(plays.watched_sec) AS watched_sec/argMaxState(plays.watched_sec, plays.received_at) AS watched_sec/' schema/02_analytics.sql
sed -i 's/max(watched_sec) AS watched$/argMaxMerge(watched_sec) AS watched/; s/uniqExactIf(viewer, viewer != 0)/uniqExact(viewer)/' schema/02_analytics.sql
sed -i 's/max(p.watched_sec) AS watched_sec/argMaxState(p.watched_sec, p.received_at) AS watched_sec/' migrations/2_fill_the_new_tables.sql rebuild.py
python3 apply.py migrations/1_retire_the_old_table.sql
python3 apply.py
python3 apply.py migrations/2_fill_the_new_tables.sql
