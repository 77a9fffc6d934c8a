set -eu
cp /alternative/rollup.py /alternative/schema.sql .
python3 rollup.py
