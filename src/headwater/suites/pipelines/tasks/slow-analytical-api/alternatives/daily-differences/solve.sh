set -eu
cp /alternative/schema.sql /alternative/server.py /alternative/clickhouse.py .
python3 apply.py
