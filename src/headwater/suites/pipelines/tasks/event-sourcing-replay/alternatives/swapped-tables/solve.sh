set -eu
cp /solution/*.py /solution/*.sql .
cp /alternative/*.py /alternative/*.sql .
python3 replay.py
