set -eu
cp /solution/rollup.py /solution/rollups.py /solution/schema.sql .
python3 rollup.py
