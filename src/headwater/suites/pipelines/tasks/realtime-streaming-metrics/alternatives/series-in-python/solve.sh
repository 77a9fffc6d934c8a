set -eu
cp /solution/*.py /solution/*.sql .
cp /alternative/*.py /alternative/*.sql .
rm minutes.py
python3 consume.py
