set -eu
cp /solution/*.py .
python3 pipeline.py
python3 pipeline.py --days 2026-09-21 2026-11-21
python3 status.py
