set -eu
mkdir -p migrations
cp /solution/migrations/*.sql migrations/
cp /solution/schema/02_analytics.sql schema/
cp /solution/rebuild.py .
sed -i 's/SimpleAggregateFunction(max, \(UInt[0-9]*\))/\1/' schema/02_analytics.sql
python3 apply.py migrations/1_retire_the_old_table.sql
python3 apply.py
python3 apply.py migrations/2_fill_the_new_tables.sql
