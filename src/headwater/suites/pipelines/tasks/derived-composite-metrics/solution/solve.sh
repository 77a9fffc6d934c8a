set -eu
cp /solution/metrics.py /solution/metrics.sql /solution/table.sql .
python3 metrics.py
