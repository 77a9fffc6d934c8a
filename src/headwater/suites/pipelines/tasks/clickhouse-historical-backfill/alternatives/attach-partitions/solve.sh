set -eu
cp /alternative/backfill.py .
python3 backfill.py
