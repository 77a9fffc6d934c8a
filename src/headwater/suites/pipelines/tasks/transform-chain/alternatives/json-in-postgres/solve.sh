set -eu
cp /alternative/*.py /alternative/*.sql .
python3 transform.py
