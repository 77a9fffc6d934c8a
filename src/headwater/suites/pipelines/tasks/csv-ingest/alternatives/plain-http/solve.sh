set -eu
cp /solution/parsing.py /alternative/ingest.py /alternative/clickhouse.py /alternative/schema.sql /alternative/README.md .
python3 ingest.py
