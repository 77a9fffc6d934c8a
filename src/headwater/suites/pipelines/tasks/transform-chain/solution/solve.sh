set -eu
cp /solution/*.py /solution/*.sql .
python3 transform.py
