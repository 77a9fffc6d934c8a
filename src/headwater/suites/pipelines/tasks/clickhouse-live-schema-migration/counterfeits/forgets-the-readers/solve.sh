set -eu
cp /solution/migrations/* migrations/
sed -i 's/LowCardinality(String) MATERIALIZED multiIf/LowCardinality(String) DEFAULT multiIf/' migrations/002_region_of_events.sql
python3 migrate.py
