set -eu
cp /alternative/metrics.py /alternative/schema.sql .
python3 metrics.py
