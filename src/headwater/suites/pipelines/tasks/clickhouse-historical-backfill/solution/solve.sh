set -eu
cp /solution/backfill.py .
python3 backfill.py
