set -eu
cp /solution/*.py /solution/*.sql .
python3 replay.py
