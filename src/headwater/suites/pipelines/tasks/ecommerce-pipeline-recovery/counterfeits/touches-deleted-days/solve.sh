set -eu
cp /solution/*.py .
sed -i 's/ if pair\[0\] >= first\]/]/' pipeline.py
sed -i "s/ AT TIME ZONE time_zone - interval '1 hour'/ AT TIME ZONE time_zone/" figures.py
python3 pipeline.py
python3 pipeline.py --days 2026-09-21 2026-11-21
