set -eu
cp /alternative/*.py /alternative/*.sql .
python3 cdc.py
