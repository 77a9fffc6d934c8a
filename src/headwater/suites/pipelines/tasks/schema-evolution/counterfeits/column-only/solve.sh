set -eu
cp /solution/sync.py .
cp /solution/partner_export.sql reports/
mkdir -p migrations/postgres migrations/clickhouse
cp /solution/migrations/clickhouse/003_weight.sql migrations/clickhouse/
cp /solution/migrations/postgres/004_weight.sql migrations/postgres/
python3 migrate.py
python3 sync.py
