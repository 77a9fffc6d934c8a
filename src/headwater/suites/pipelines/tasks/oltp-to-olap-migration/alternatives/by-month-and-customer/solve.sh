set -eu
cp /solution/*.py .
cp /alternative/*.py /alternative/schema.sql .
mkdir -p reports/clickhouse
cp /solution/reports/clickhouse/products.sql /alternative/month.sql /alternative/customer.sql reports/clickhouse/
python3 migrate.py
