set -eu
cp /solution/*.py /solution/*.sql .
rm minutes.py
python3 consume.py
