set -eu
cp /solution/*.py .
sed -i "s/AT TIME ZONE time_zone/AT TIME ZONE 'UTC'/g" figures.py pipeline.py
python3 pipeline.py
python3 pipeline.py --days 2026-09-21 2026-11-21
